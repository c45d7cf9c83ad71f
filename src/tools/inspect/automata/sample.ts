/** Makes readable paths for a pattern, without proof; the caller must ask the router. */
import type { AST } from '@eslint-community/regexpp';
import { charactersOf, parseSource } from './shape.ts';

/** Values for a varying part, if they have suitable characters and length. */
const VALUES: readonly string[] = ['12', 'abc', 'a-1', 'example', 'A1b2', 'x_7.z'];

/** Tried one by one if no character of a value fits. */
const CHARACTERS = 'a1A-_.~ b2B!$\'()*+,;=:@"&<>[]^`{|}?#\\éЖ中';

/**
 * Makes paths that a pattern is likely to match.
 * @returns distinct paths; the pattern may match none of them
 */
export function samplePaths(source: string): string[] {
  const pattern = parseSource(source);
  const paths = VALUES.flatMap((value) =>
    pattern.alternatives.map((alternative) => fillAll(alternative.elements, value)),
  );
  return [...new Set(paths)];
}

function fillAll(elements: readonly AST.Element[], value: string): string {
  return elements.map((element) => fill(element, value, 1, 1)).join('');
}

/** A text that an element is likely to match, repeated between `min` and `max` times. */
function fill(element: AST.Element, value: string, min: number, max: number): string {
  switch (element.type) {
    case 'Character':
      return String.fromCharCode(element.value).repeat(Math.max(min, 1));
    case 'CharacterSet':
    case 'CharacterClass': {
      const set = charactersOf(element);
      const fits = [...value].filter((char) => set.has(char.charCodeAt(0)));
      const other = [...CHARACTERS].find((char) => set.has(char.charCodeAt(0))) ?? '';
      const chars = fits.length > 0 ? fits.join('') : other;
      return chars.repeat(min).slice(0, Math.max(min, Math.min(max, chars.length))) || chars;
    }
    case 'Quantifier':
      return fill(element.element, value, element.min, element.max);
    case 'Group':
    case 'CapturingGroup': {
      const turn = VALUES.indexOf(value);
      const { elements } = element.alternatives[turn % element.alternatives.length];
      return fillAll(elements, value).repeat(Math.max(min, 1));
    }
    case 'Backreference': {
      const [group] = [element.resolved].flat();
      const inside = group.start < element.start && element.end <= group.end;
      return inside ? '' : fill(group, value, min, max);
    }
    default:
      return '';
  }
}

/** Gives expressions that match and capture the same a common form. */
import type { AST } from '@eslint-community/regexpp';
import { charactersOf, parseSource } from './shape.ts';

/** Longer repetitions stay as they are written. */
const MOST_UNROLLED = 1000;

/**
 * Spells an expression in a form that lists the characters of each place. Two expressions with the
 * same form match the same texts, and their groups capture the same. The reverse is not true.
 *
 * @param source a valid expression, not anchored
 * @returns the form, for comparison only; it is not a valid expression
 */
export function formOf(source: string): string {
  return anyOf(parseSource(source).alternatives);
}

function anyOf(alternatives: readonly AST.Alternative[]): string {
  return alternatives.map(({ elements }) => elements.map(form).join('')).join('|');
}

function form(element: AST.Element): string {
  switch (element.type) {
    case 'Character':
      return charactersForm([{ min: element.value, max: element.value }]);
    case 'CharacterSet':
    case 'CharacterClass':
      return charactersForm(charactersOf(element).ranges);
    case 'CapturingGroup':
      return `(${anyOf(element.alternatives)})`;
    case 'Group':
      return element.alternatives.length === 1
        ? anyOf(element.alternatives)
        : `(?:${anyOf(element.alternatives)})`;
    case 'Quantifier':
      return repeated(element);
    default:
      // Assertions and back references are compared as written.
      return `<${element.raw}>`;
  }
}

/** Expands required repetitions: `x{2,}` becomes `xx` and `x*`. */
function repeated({ element, min, max, greedy }: AST.Quantifier): string {
  const one = form(element);
  const unrolled = /[(<]/.test(one) || one.length * min > MOST_UNROLLED ? 0 : min;
  const [least, most] = [min - unrolled, max - unrolled];
  const rest = most === 0 ? '' : `(?:${one}){${least},${most}${greedy ? '' : ' lazy'}}`;
  return one.repeat(unrolled) + rest;
}

function charactersForm(ranges: readonly { readonly min: number; readonly max: number }[]): string {
  return `[${ranges.map(({ min, max }) => `${min}-${max}`).join(',')}]`;
}

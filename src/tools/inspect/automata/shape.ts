/** Splits a pattern into segments as far as possible. */
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { JS } from 'refa';

export interface Segment {
  /** Its text; `null` if it varies. */
  readonly text: string | null;
  /** Its part of the expression. */
  readonly source: string;
  /** Texts that it certainly starts and ends with. */
  readonly starts: string;
  readonly ends: string;
  readonly captures: number;
  /** Whether it is a single capturing group. */
  readonly whole: boolean;
}

/** The segments that all paths of a pattern share. */
export interface Shape {
  readonly segments: readonly Segment[];
  /** Whether more segments may follow. */
  readonly open: boolean;
  /** Set if any path may follow: `capture` for one capturing group, `plain` for none. */
  readonly rest: 'capture' | 'plain' | null;
  /** Text that certainly follows the segments. */
  readonly starts: string;
  /** Text that every path certainly ends with. */
  readonly ends: string;
}

/** The shape of all paths that start with some segments and have more. */
export function openShape(segments: readonly Segment[] = []): Shape {
  return { segments, open: true, rest: null, starts: '', ends: '' };
}

const FLAGS = { dotAll: true } as const;
const SLASH = 47;
const REST = /^(?:(\(\.[+*]\))|\.[+*]|\(\?:\.[+*]\))$/;

export function parseSource(source: string): AST.Pattern {
  return new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: false,
    unicodeSets: false,
  });
}

/** Whether matching takes linear time. It does, unless the pattern has back references. */
export function isLinear(source: string): boolean {
  let linear = true;
  visitRegExpAST(parseSource(source), {
    onBackreferenceEnter() {
      linear = false;
    },
  });
  return linear;
}

/** Splits an expression at the slashes that are in the same place in all its paths. */
export function readShape(source: string): Shape {
  const { alternatives } = parseSource(source);
  if (alternatives.length > 1) return openShape();
  const [{ elements }] = alternatives;
  const segments: Segment[] = [];
  let start = 0;
  let parts: AST.Element[] = [];
  for (const [index, element] of elements.entries()) {
    if (element.type === 'Character' && element.value === SLASH) {
      segments.push(segmentOf(source.slice(start, element.start), parts));
      start = element.end;
      parts = [];
    } else if (mayHoldSlash(element)) {
      const found = REST.exec(source.slice(start));
      const rest = found && (found[1] === undefined ? 'plain' : 'capture');
      const left = [...parts, ...elements.slice(index)];
      const [starts, ends] = [edgeOf(left, 'start').text, edgeOf(left, 'end').text];
      return { segments, open: true, rest, starts, ends };
    } else parts.push(element);
  }
  if (elements.length > 0) segments.push(segmentOf(source.slice(start), parts));
  return { segments, open: false, rest: null, starts: '', ends: segments.at(-1)?.ends ?? '' };
}

/** Whether an element may match a slash, as look-arounds and back references may. */
export function mayHoldSlash(element: AST.Element): boolean {
  switch (element.type) {
    case 'Character':
      return element.value === SLASH;
    case 'CharacterSet':
    case 'CharacterClass':
      return charactersOf(element).has(SLASH);
    case 'Quantifier':
      return mayHoldSlash(element.element);
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(({ elements }) => elements.some(mayHoldSlash));
    default:
      return true;
  }
}

/** The characters of a class or a set without the flags `u` and `v`. */
export function charactersOf(element: AST.CharacterSet | AST.CharacterClass) {
  // The cast excludes syntax of flag v.
  return JS.parseCharSet(element as AST.EscapeCharacterSet | AST.ClassRangesCharacterClass, FLAGS);
}

function segmentOf(source: string, parts: readonly AST.Element[]): Segment {
  const texts = parts.map((part) => (part.type === 'Character' ? part.value : null));
  const varies = texts.includes(null);
  const text = varies ? null : String.fromCharCode(...texts.map(Number));
  // The empty alternative makes it match, so the result has an item for each group.
  const captures = (new RegExp(`${source}|`).exec('') as RegExpExecArray).length - 1;
  const whole = captures === 1 && parts.length === 1 && parts[0].type === 'CapturingGroup';
  const [starts, ends] = [edgeOf(parts, 'start'), edgeOf(parts, 'end')];
  return { text, source, starts: starts.text, ends: ends.text, captures, whole };
}

function edgeOf(
  elements: readonly AST.Element[],
  side: 'start' | 'end',
): { readonly text: string; readonly fixed: boolean } {
  let text = '';
  for (const element of side === 'start' ? elements : [...elements].reverse()) {
    const own = edgeOfElement(element, side);
    text = side === 'start' ? text + own.text : own.text + text;
    if (!own.fixed) return { text, fixed: false };
  }
  return { text, fixed: true };
}

function edgeOfElement(element: AST.Element, side: 'start' | 'end') {
  if (element.type === 'Character') {
    return { text: String.fromCharCode(element.value), fixed: true };
  }
  const isGroup = element.type === 'Group' || element.type === 'CapturingGroup';
  return isGroup && element.alternatives.length === 1
    ? edgeOf(element.alternatives[0].elements, side)
    : { text: '', fixed: false };
}

/** Values for a varying part, if they have suitable characters and length. */
const VALUES: readonly string[] = ['12', 'abc', 'a-1', 'example', 'A1b2', 'x_7.z'];

/** Tried one by one if no character of a value fits. */
const CHARACTERS = 'a1A-_.~ b2B!$\'()*+,;=:@"&<>[]^`{|}?#\\éЖ中';

/** Makes distinct paths that a pattern is likely to match; it may match none of them. */
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

/** The segments that a pattern is made of, as far as they can be told apart. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { JS } from 'refa';

/** One segment of a pattern. */
export interface Segment {
  /** The text that it is; `null` if it varies. */
  readonly text: string | null;
  /** Its part of the expression. */
  readonly source: string;
  /** The text that it surely starts with, and the one that it surely ends with. */
  readonly starts: string;
  readonly ends: string;
  /** How many groups it captures. */
  readonly captures: number;
  /** Whether it is one group that captures and nothing else. */
  readonly whole: boolean;
}

/** What is known of the segments of every path that a pattern matches. */
export interface Shape {
  /** The first segments, each of which is a segment of the path. */
  readonly segments: readonly Segment[];
  /** Whether more may follow them. */
  readonly open: boolean;
  /**
   * Set where what follows is known to be any path at all: `capture` if it is one group,
   * `plain` if it is none.
   */
  readonly rest: 'capture' | 'plain' | null;
}

const FLAGS = { dotAll: true } as const;
const SLASH = 47;
const REST = /^(?:(\(\.[+*]\))|\.[+*]|\(\?:\.[+*]\))$/;

/**
 * Reads the syntax of an expression.
 *
 * @param source a valid expression, not anchored
 */
export function parseSource(source: string): AST.Pattern {
  return new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: false,
    unicodeSets: false,
  });
}

/**
 * Cuts an expression at the slashes that every path it matches has in the same place.
 *
 * @param source a valid expression, not anchored
 */
export function readShape(source: string): Shape {
  const { alternatives } = parseSource(source);
  if (alternatives.length > 1) return { segments: [], open: true, rest: null };
  const [{ elements }] = alternatives;
  const segments: Segment[] = [];
  let start = 0;
  let parts: AST.Element[] = [];
  for (const element of elements) {
    if (element.type === 'Character' && element.value === SLASH) {
      segments.push(segmentOf(source.slice(start, element.start), parts));
      start = element.end;
      parts = [];
    } else if (mayHoldSlash(element)) {
      const rest = REST.exec(source.slice(start));
      return { segments, open: true, rest: rest && (rest[1] === undefined ? 'plain' : 'capture') };
    } else parts.push(element);
  }
  if (elements.length > 0) segments.push(segmentOf(source.slice(start), parts));
  return { segments, open: false, rest: null };
}

/**
 * Whether what an element matches may have a slash. What looks around, or back at a group, counts
 * as if it had, since it says something of other segments than its own.
 */
function mayHoldSlash(element: AST.Element): boolean {
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

/**
 * The characters of a class or a set.
 *
 * @param element a part of an expression without the flags `u` and `v`
 */
export function charactersOf(element: AST.CharacterSet | AST.CharacterClass) {
  // The cast leaves out what only flag v has.
  return JS.parseCharSet(element as AST.EscapeCharacterSet | AST.ClassRangesCharacterClass, FLAGS);
}

function segmentOf(source: string, parts: readonly AST.Element[]): Segment {
  const texts = parts.map((part) => (part.type === 'Character' ? part.value : null));
  const varies = texts.includes(null);
  const text = varies ? null : String.fromCharCode(...texts.map(Number));
  // With the empty alternative it matches, and tells how many groups it has.
  const captures = (new RegExp(`${source}|`).exec('') as RegExpExecArray).length - 1;
  const whole = captures === 1 && parts.length === 1 && parts[0].type === 'CapturingGroup';
  const [starts, ends] = [edgeOf(parts, 'start'), edgeOf(parts, 'end')];
  return { text, source, starts: starts.text, ends: ends.text, captures, whole };
}

/** The text at one end of some elements, as far as it is fixed. */
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

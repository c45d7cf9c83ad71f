import type { Pattern } from '../../pattern/parse.ts';
import { repeatedClass } from '../../pattern/repeated.ts';
import { type CharacterSet, readSet } from '../../pattern/set.ts';
import type { Term } from '../../pattern/terms.ts';

/** The characters that a whole segment may have; never the slash. */
export interface SegmentSet extends CharacterSet {
  /** Whether the characters from 128 on are members. */
  readonly beyond: boolean;
}

/**
 * The start of a pattern: a text, a segment, a text, a segment, and so on, and a text at the end.
 * A segment stands for a slash and one or more characters of its set. Paths are taken with a
 * leading slash here, so that every segment has one, and a text is empty or starts with one.
 */
export interface Steps {
  /** One more than there are segments; empty where two segments follow each other. */
  readonly fixedTexts: readonly string[];
  readonly sets: readonly SegmentSet[];
  /** Whether this is the whole pattern; otherwise its expression decides the rest. */
  readonly whole: boolean;
}

/** The set of `(:any)`: all that a segment can have. */
export const ANY: SegmentSet = { ascii: readSet('[^/]').ascii, beyond: true };

/** The set of `(:num)`. */
export const DIGITS: SegmentSet = { ascii: readSet('[0-9]').ascii, beyond: false };

const SLASH = 47;

/** Text that a client sends as it is: printable ASCII without `%`, `?` and `#`. */
const VERBATIM_TEXT = /[^\u0000-\u001f%?#\u007f-\uffff]*/;

/** A `.` or `..` that is a segment of its own; no path has one, so the pattern is an error. */
const DOT_SEGMENT = /(?<=^|\/)\.\.?(?:\/|$)/;

/** Nothing but segments of literal text, `(:any)` and `(:num)`: what nearly all patterns are. */
const TEMPLATE =
  /^(?:(?:[\w~!@&=;,' -]|\\\.)+|\(:(?:any|num)\))(?:\/(?:(?:[\w~!@&=;,' -]|\\\.)+|\(:(?:any|num)\)))*$/;

/**
 * Takes the steps of a pattern that is nothing but literal text and CodeIgniter's own placeholders,
 * without reading it as a regular expression.
 *
 * @param pattern a pattern without a leading slash
 * @returns `null` where it is more than that, or may be
 *
 * @example
 * templateSteps('posts/(:num)/edit'); // { fixedTexts: ['/posts', '/edit'], sets: [DIGITS], whole: true }
 */
export function templateSteps(pattern: string): Steps | null {
  if (!TEMPLATE.test(pattern)) return null;
  const text = pattern.replaceAll('\\.', '.');
  if (DOT_SEGMENT.test(text)) return null;
  const parts = `/${text}`.split(/\/\(:(any|num)\)/);
  return {
    fixedTexts: parts.filter((_, position) => position % 2 === 0),
    sets: parts
      .filter((_, position) => position % 2 === 1)
      .map((name) => (name === 'any' ? ANY : DIGITS)),
    whole: true,
  };
}

/**
 * Takes the steps from the start of any pattern. Text counts as long as it is what a client would
 * send for it; a group as long as it is a whole segment, between slashes or at an end.
 *
 * @param pattern a pattern that was read
 * @param known the character sets met so far, by source; new ones are added
 *
 * @example
 * takeSteps(parsePattern('page-(:num)', ''), new Map());
 * // { fixedTexts: ['/page-'], sets: [], whole: false }
 */
export function takeSteps({ choices }: Pattern, known: Map<string, SegmentSet>): Steps {
  const fixedTexts: string[] = [];
  const sets: SegmentSet[] = [];
  let text = '/';
  const end = (whole: boolean): Steps => ({ fixedTexts: [...fixedTexts, text], sets, whole });
  const [sequence, ...others] = choices;
  if (others.length > 0) return { fixedTexts: [''], sets, whole: false };
  for (const [position, node] of sequence.entries()) {
    if (node.kind === 'text') {
      const [verbatim] = VERBATIM_TEXT.exec(node.value) as RegExpExecArray; // it matches the empty start of any text
      text += verbatim;
      if (verbatim !== node.value) return end(false);
      continue;
    }
    const alone = text.endsWith('/') && endsSegment(sequence[position + 1]);
    const set = alone ? segmentSet(node, known) : null;
    if (set === null) return end(false);
    fixedTexts.push(text.slice(0, -1));
    sets.push(set);
    text = '';
  }
  return end(true);
}

/** Whether a slash, or the end of the pattern, comes next. */
function endsSegment(next: Term | undefined): boolean {
  return next === undefined || (next.kind === 'text' && next.value.startsWith('/'));
}

/** The set of a group that captures one or more characters of it, if it can be a whole segment. */
function segmentSet(node: Term, known: Map<string, SegmentSet>): SegmentSet | null {
  const source = node.kind === 'group' && node.number !== null ? repeatedClass(node) : null;
  if (source === null) return null;
  if (source === '[^/]') return ANY;
  if (source === '[0-9]') return DIGITS;
  const same = known.get(source);
  if (same !== undefined) return same;
  const set = readSegmentSet(source);
  if (set !== null) known.set(source, set);
  return set;
}

/** A set that a whole segment can be of; `null` where it has the slash, or some of what is not ASCII. */
function readSegmentSet(source: string): SegmentSet | null {
  const { ascii, beyond } = readSet(source);
  return typeof beyond === 'boolean' && ascii[SLASH] === 0 ? { ascii, beyond } : null;
}

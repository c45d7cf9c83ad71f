/** What of a pattern the tree can follow by itself, without a regular expression. */
import type { Pattern } from '../../pattern/parse.ts';
import type { Piece } from '../../pattern/pieces.ts';

/** The characters of a class such as `[a-z0-9]`. */
export interface CharacterSet {
  /** By code below 128: 1 for a member. */
  readonly ascii: Uint8Array;
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
  readonly texts: readonly string[];
  readonly sets: readonly CharacterSet[];
  /** Whether this is the whole pattern; otherwise its expression has to be asked. */
  readonly whole: boolean;
}

/** The set of `(:any)`: all that a segment can have. */
export const ANY: CharacterSet = { ascii: asciiSet((char) => char !== '/'), beyond: true };

/** The set of `(:num)`. */
export const DIGITS: CharacterSet = { ascii: asciiSet((char) => /\d/.test(char)), beyond: false };

/** Text that a client sends as it is: printable ASCII without `%`, `?` and `#`. */
const PLAIN_TEXT = /[^\u0000-\u001f%?#\u007f-\uffff]*/;

/** A `.` or `..` that is a segment of its own; no path has one, so the pattern is dead. */
const DOT_SEGMENT = /(?<=^|\/)\.\.?(?:\/|$)/;

/** A group that is one class, repeated: of ASCII characters, ranges and the plainest escapes. */
const REPEATED_CLASS = /^(\[\^?(?:[ -Z^-~]|\\[dw!-/:-@^-`{-~])+\])\+$/;

/** Nothing but segments of plain text, `(:any)` and `(:num)`: what nearly all patterns are. */
const TEMPLATE =
  /^(?:(?:[\w~!@&=;,' -]|\\\.)+|\(:(?:any|num)\))(?:\/(?:(?:[\w~!@&=;,' -]|\\\.)+|\(:(?:any|num)\)))*$/;

/**
 * Takes the steps of a pattern that is nothing but plain text and CodeIgniter's own placeholders,
 * without reading it as a regular expression.
 *
 * @param pattern a pattern without a leading slash
 * @returns `null` where it is more than that, or may be
 *
 * @example
 * templateSteps('posts/(:num)/edit'); // { texts: ['/posts', '/edit'], sets: [DIGITS], whole: true }
 */
export function templateSteps(pattern: string): Steps | null {
  if (!TEMPLATE.test(pattern)) return null;
  const text = pattern.replaceAll('\\.', '.');
  if (DOT_SEGMENT.test(text)) return null;
  const parts = `/${text}`.split(/\/\(:(any|num)\)/);
  return {
    texts: parts.filter((_, position) => position % 2 === 0),
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
 * // { texts: ['/page-'], sets: [], whole: false }
 */
export function takeSteps(
  { pieces, alternatives }: Pattern,
  known: Map<string, CharacterSet>,
): Steps {
  const texts: string[] = [];
  const sets: CharacterSet[] = [];
  let text = '/';
  const end = (whole: boolean): Steps => ({ texts: [...texts, text], sets, whole });
  if (alternatives) return { texts: [''], sets, whole: false };
  for (const [position, piece] of pieces.entries()) {
    if (piece.kind === 'text') {
      const plain = plainStart(piece.value);
      text += plain;
      if (plain !== piece.value) return end(false);
      continue;
    }
    const alone = text.endsWith('/') && segmentEnds(pieces[position + 1]);
    const set = alone ? readSet(piece, known) : null;
    if (set === null) return end(false);
    texts.push(text.slice(0, -1));
    sets.push(set);
    text = '';
  }
  return end(true);
}

function plainStart(text: string): string {
  const [plain] = PLAIN_TEXT.exec(text) as RegExpExecArray; // it matches the empty start of any text
  const dots = DOT_SEGMENT.exec(plain);
  return dots === null ? plain : plain.slice(0, dots.index);
}

/** Whether a slash, or the end of the pattern, comes next. */
function segmentEnds(next: Piece | undefined): boolean {
  return next === undefined || (next.kind === 'text' && next.value.startsWith('/'));
}

function readSet(piece: Piece, known: Map<string, CharacterSet>): CharacterSet | null {
  if (piece.kind !== 'capture') return null;
  if (piece.body === '[^/]+') return ANY;
  const same = known.get(piece.body);
  if (same !== undefined) return same;
  const source = REPEATED_CLASS.exec(piece.body)?.[1];
  if (source === undefined) return null;
  const member = new RegExp(source);
  const set = { ascii: asciiSet((char) => member.test(char)), beyond: source.startsWith('[^') };
  if (set.ascii['/'.charCodeAt(0)] === 1) return null;
  known.set(piece.body, set);
  return set;
}

function asciiSet(isMember: (char: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    isMember(String.fromCharCode(code)) ? 1 : 0,
  );
}

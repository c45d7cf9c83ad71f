/** What of a pattern the tree can follow by itself, without a regular expression. */
import type { Pattern } from '../pattern/compile.ts';
import type { Piece } from '../pattern/scan.ts';

/** Fixed text, or one whole segment whose characters are all of one set. */
export type Step =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'segment'; readonly set: CharacterSet };

/** The characters of a class such as `[a-z0-9]`. */
export interface CharacterSet {
  /** The class as the pattern writes it. */
  readonly source: string;
  /** By code below 128: 1 for a member. */
  readonly ascii: Uint8Array;
  /** Whether the characters from 128 on are members. */
  readonly beyond: boolean;
}

/** The set of `(:any)`: all that a segment can have. */
export const ANY: CharacterSet = {
  source: '[^/]',
  ascii: new Uint8Array(128).fill(1).fill(0, 47, 48),
  beyond: true,
};

/** The steps that every path of the pattern starts with. */
export interface Steps {
  readonly steps: readonly Step[];
  /** Whether the steps are the whole pattern; otherwise its expression has to be asked. */
  readonly whole: boolean;
}

/** Every printable ASCII character that means itself in a path as a client sends it. */
const PLAIN_TEXT = /^[^\u0000-\u001f%?#\u007f-\uffff]*/;

/** A `.` or `..` that is a segment of its own. */
const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/;

/** A group that is one class, repeated: of ASCII characters, ranges and the plainest escapes. */
const REPEATED_CLASS = /^(\[\^?(?:[ -Z^-~]|\\[dw!-/:-@^-`{-~])+\])\+$/;

/**
 * Takes the steps from the start of a pattern. Text counts as long as it is what a client would
 * send for it, unencoded; a group as long as it is a whole segment, between slashes or at an end.
 *
 * @param pattern a pattern that was read
 * @param sets the character sets met so far, by source; new ones are added
 *
 * @example
 * takeSteps(parsePattern('posts/(:num)', ''), new Map());
 * // { steps: [{ kind: 'literal', text: 'posts/' }, { kind: 'segment', set }], whole: true }
 * takeSteps(parsePattern('page-(:num)', ''), new Map()).whole; // false, after 'page-'
 */
export function takeSteps(
  { pieces, alternatives }: Pattern,
  sets: Map<string, CharacterSet>,
): Steps {
  const steps: Step[] = [];
  if (alternatives) return { steps, whole: false };
  for (const [position, piece] of pieces.entries()) {
    if (piece.kind === 'text') {
      const text = plainStart(piece.value);
      if (text !== '') steps.push({ kind: 'literal', text });
      if (text !== piece.value) return { steps, whole: false };
      continue;
    }
    const set = isSegment(pieces, position) ? readSet(piece, sets) : null;
    if (set === null) return { steps, whole: false };
    steps.push({ kind: 'segment', set });
  }
  return { steps, whole: true };
}

function plainStart(text: string): string {
  const plain = PLAIN_TEXT.exec(text)?.[0] ?? '';
  const dots = plain.search(DOT_SEGMENT);
  return dots === -1 ? plain : plain.slice(0, dots);
}

/** Whether slashes, or the ends of the pattern, stand on both sides. */
function isSegment(pieces: readonly Piece[], position: number): boolean {
  const before = pieces[position - 1];
  const after = pieces[position + 1];
  return (
    (before === undefined || (before.kind === 'text' && before.value.endsWith('/'))) &&
    (after === undefined || (after.kind === 'text' && after.value.startsWith('/')))
  );
}

function readSet(piece: Piece, sets: Map<string, CharacterSet>): CharacterSet | null {
  if (piece.kind !== 'capture') return null;
  if (piece.body === '[^/]+') return ANY;
  const known = sets.get(piece.body);
  if (known !== undefined) return known;
  const source = REPEATED_CLASS.exec(piece.body)?.[1];
  if (source === undefined) return null;
  const member = new RegExp(source);
  const ascii = Uint8Array.from({ length: 128 }, (_, code) =>
    member.test(String.fromCharCode(code)) ? 1 : 0,
  );
  if (ascii['/'.charCodeAt(0)] === 1) return null;
  const set = { source, ascii, beyond: source.startsWith('[^') };
  sets.set(piece.body, set);
  return set;
}

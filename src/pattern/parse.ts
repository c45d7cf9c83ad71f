/** From a pattern to a regular expression that matches exactly the paths the pattern means. */
import { WaymarkError } from '../errors/error.ts';
import { expand, writtenIndex } from './expand.ts';
import type { Piece, Refuse, Scanned } from './pieces.ts';
import { scan } from './scan.ts';

/** A pattern that has been read and found valid. */
export interface Pattern extends Scanned {
  /** The pattern as it was written, without a leading slash. */
  readonly written: string;
  /** The regular expression's source, not anchored. */
  readonly source: string;
}

/**
 * Reads a pattern and checks it.
 *
 * @param written a pattern without a leading slash
 * @param where what an error says is wrong: the call, or the table key
 * @throws {WaymarkError} where the pattern is no valid regular expression, uses syntax that only
 *   PCRE has, or has an empty segment, which no path has
 *
 * @example
 * parsePattern('posts/(:num)', 'the table').captures; // 1
 */
export function parsePattern(written: string, where: string): Pattern {
  const refuse: Refuse = (index, problem, advice) => {
    const place = { pattern: written, index: writtenIndex(written, index) };
    throw new WaymarkError('bad-pattern', where, problem, advice, place);
  };
  const source = expand(written);
  const scanned = scan(source, refuse);
  refuseEmptySegments(scanned.pieces, source, refuse);
  return { written, source, ...scanned };
}

/**
 * Compiles a pattern as CodeIgniter does (`preg_match('#^…$#')`), with the two differences that
 * waymark makes on purpose: alternatives at the top level are grouped before anchoring, and the
 * end is the path's true end.
 *
 * @param pattern what {@link parsePattern} returned
 * @param where what an error says is wrong
 * @throws {WaymarkError} where the engine can't compile the pattern, because it is too large
 *
 * @example
 * compilePattern(parsePattern('posts/(:num)', ''), '').test('posts/7'); // true
 */
export function compilePattern({ written, source }: Pattern, where: string): RegExp {
  try {
    const compiled = new RegExp(`^(?:${source})$`, 's');
    // V8 compiles at the first match, once for strings of Latin-1 alone and once for all others:
    // what it can't compile must fail here and not when a request comes.
    compiled.test('');
    compiled.test('\u0100');
    return compiled;
  } catch (error) {
    const problem = `the engine refuses it (${(error as Error).message.split(': ').at(-1)})`; // the engine throws nothing but errors
    const place = { pattern: written, index: 0 };
    throw new WaymarkError('bad-pattern', where, problem, 'write a smaller pattern', place);
  }
}

/** A path has no empty segment, so a pattern that asks for one would be dead, and its block open. */
function refuseEmptySegments(pieces: readonly Piece[], source: string, refuse: Refuse): void {
  for (const [position, piece] of pieces.entries()) {
    if (piece.kind !== 'text') continue;
    const { value, index } = piece;
    const first = position === 0 && value.startsWith('/');
    const last = position === pieces.length - 1 && value.endsWith('/');
    const problem = 'no path has an empty segment, so this pattern would never match';
    if (first) refuse(index, problem, 'leave this slash out');
    if (value.includes('//')) refuse(index + value.indexOf('//') + 1, problem, 'write one slash');
    if (last) refuse(source.length - 1, problem, 'leave the slash at the end out');
  }
}

/** From what a client sent to the path that is matched. */
import { isVerbatim } from './ascii.ts';
import { guardRest } from './escapes.ts';
import { BadPath } from './reason.ts';

/** Longer paths are a bad request unless `maxPathLength` says otherwise; counted in UTF-16 units. */
export const MAX_PATH_LENGTH = 2048;

const MALFORMED_PERCENT = /%(?![0-9a-f]{2})/i;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The part of a request's target before the query and the hash.
 *
 * @param target the path and query of a request, such as `/photos?page=2`
 *
 * @example
 * cutQuery('/photos?page=2#top'); // '/photos'
 */
export function cutQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/**
 * Brings a path to its one normal form: a slash before each segment, no empty segment, no slash at
 * the end but that of the root; percent-decoded but for `%2F` and `%25`, which stay encoded in upper-case
 * hexadecimal, so that no data is taken for a slash and nothing is ever decoded twice.
 *
 * The order is what makes it safe. What is malformed is refused before anything is removed; dot
 * segments (RFC 3986, section 5.2.4) go before empty segments do, so that `a//../b` is `a/b`.
 * It is idempotent: a normal path is its own normal form.
 *
 * @param path a path without query and hash, in UTF-16; a leading slash makes no difference
 * @returns the normal form, or what is wrong with the path
 *
 * @example
 * normalisePath('/users//x/../%6cogin/'); // '/users/login'
 * normalisePath('/a%2fb'); // '/a%2Fb'
 * normalisePath('/%C0%AF'); // BadPath { reason: 'invalid UTF-8' }
 */
export function normalisePath(path: string): string | BadPath {
  if (isVerbatim(path)) return path;
  const decoded = decodePath(path);
  if (typeof decoded !== 'string') return decoded;
  if (CONTROL.test(decoded)) return new BadPath('control character');
  return removeSegments(decoded);
}

/**
 * What an expression is matched with, and what `$0` stands for: the path without the slash that it
 * starts with, as CodeIgniter has it.
 *
 * @param path a normal path
 *
 * @example
 * subjectOf('/posts/7'); // 'posts/7'
 */
export function subjectOf(path: string): string {
  return path.slice(1);
}

/**
 * Percent-decodes a path, once, but for `%2F` and `%25`, which stay, in upper-case hexadecimal.
 *
 * @param path any string
 * @returns the decoded path, or what is wrong with it
 *
 * @example
 * decodePath('/caf%C3%A9%2f'); // '/café%2F'
 */
export function decodePath(path: string): string | BadPath {
  if (MALFORMED_PERCENT.test(path)) return new BadPath('malformed percent sequence');
  if (!path.isWellFormed()) return new BadPath('invalid UTF-8');
  try {
    return decodeURIComponent(guardRest(path));
  } catch {
    return new BadPath('invalid UTF-8');
  }
}

function removeSegments(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `/${kept.filter((segment) => segment !== '').join('/')}`;
}

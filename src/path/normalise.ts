import { isVerbatim } from './ascii.ts';
import { guardRest } from './escapes.ts';
import { BadPath } from './reason.ts';

/** Longer paths are a bad request unless `maxPathLength` says otherwise; in UTF-16 units. */
export const MAX_PATH_LENGTH = 2048;

const MALFORMED_PERCENT = /%(?![0-9a-f]{2})/i;
/** The control characters, which no path may have, as a class of an expression lists them. */
export const CONTROLS = '\\0-\\x1f\\x7f-\\x9f';
export const CONTROL = new RegExp(`[${CONTROLS}]`);

/** The part of a request's target before the query and the hash. */
export function cutQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/**
 * Brings a path to its one normal form: a slash before each segment, no empty segment, no slash at
 * the end except the root's; percent-decoded except for `%2F` and `%25`, which stay encoded in
 * upper-case hexadecimal, so that no data is taken for a slash and nothing is decoded twice.
 * `/users//x/../%6cogin/` becomes `/users/login`.
 *
 * The order makes it safe. What is malformed is refused before anything is removed; dot segments (RFC
 * 3986, section 5.2.4) go before empty ones do, so that `a//../b` is `a/b`. A normal path is its own
 * normal form.
 * @param path a path without query and hash; a leading slash makes no difference
 */
export function normalisePath(path: string): string | BadPath {
  if (isVerbatim(path)) return path;
  const decoded = decodePath(path);
  if (typeof decoded !== 'string') return decoded;
  if (CONTROL.test(decoded)) return new BadPath('control character');
  return removeSegments(decoded);
}

/**
 * What expressions are matched with, and what `$0` stands for: the path without its leading slash, as
 * CodeIgniter has it.
 */
export function subjectOf(path: string): string {
  return path.slice(1);
}

/** Percent-decodes a path once, except for `%2F` and `%25`, which stay, in upper-case hexadecimal. */
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

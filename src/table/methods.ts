/**
 * Lists the HTTP methods of routes, and finds the method in a key. `resolve/by-method.ts` chooses the
 * search for a request's method, answers HEAD with GET's routes, and finds the methods for `Allow`.
 */
import { isOneOf } from '../errors/kind.ts';

/**
 * The HTTP methods that a route can be defined for: those of CodeIgniter's `Route` library, and
 * QUERY (RFC 10008). The order is that of the `Allow` header. A route for every method also answers
 * methods that are not listed.
 * @example
 * METHODS.includes('GET'); // true
 */
export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
] as const;

/** One of {@link METHODS}, in upper case. */
export type Method = (typeof METHODS)[number];

/** Whether a string is one of {@link METHODS}, which are case-sensitive (RFC 9110, section 9.1). */
export function isMethod(value: string | undefined): value is Method {
  return isOneOf(value, METHODS);
}

/**
 * The word before the first space if it looks like a method, otherwise `null`: one of
 * {@link METHODS} in any case, or any word in upper case. Slips such as `GET:` and `get|post` look
 * like methods too, so that they are refused instead of read as patterns.
 */
export function methodLike(text: string): string | null {
  const end = text.indexOf(' ');
  if (end === -1) return null;
  const word = text.slice(0, end);
  if (isMethod(word)) return word;
  if (!/^[A-Za-z]+([|,][A-Za-z]*)*:?$/.test(word)) return null;
  return word === word.toUpperCase() || firstMethod(word) !== null ? word : null;
}

/** The method that a word such as `post`, `GET:` or `get|post` starts with. */
export function firstMethod(word: string): Method | null {
  const [first] = word.toUpperCase().split(/\W/);
  return isMethod(first) ? first : null;
}

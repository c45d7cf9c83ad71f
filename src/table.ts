/**
 * The route table: plain data, and the only thing that definition and resolution share.
 *
 * A key is a pattern (`photos/(:num)`, for every method) or a method, a space and a pattern
 * (`GET photos/(:num)`). A leading slash means nothing, so it sets apart what would be read
 * otherwise: `/404` (JavaScript moves integer-like keys to the front of an object) and `/GET x`
 * (a path that starts like a method).
 */
import { WaymarkError } from './errors.ts';
import { isMethod, METHODS, type Method } from './methods.ts';
import type { Found } from './resolution.ts';

/**
 * What `Route.map` returns: patterns to destinations, in the order in which they are tried.
 *
 * @example
 * const table: RouteTable = { default_controller: 'welcome', 'GET photos/(:num)': 'photos/show/$1' };
 */
export type RouteTable = Record<string, string>;

/** A table as it may be supplied: CodeIgniter's `translate_uri_dashes` is a boolean there. */
export type SuppliedTable = Readonly<Record<string, string | boolean>>;

/**
 * A route's own handler, called by whoever dispatches, with the match and the request, in place of
 * a controller. What it returns is the dispatcher's to read.
 */
export type Handler = (match: Found, request: Request) => unknown;

/** The keys that are settings and never patterns, as in CodeIgniter's `routes.php`. */
export const RESERVED = ['default_controller', '404_override', 'translate_uri_dashes'] as const;

/**
 * Where a table keeps its handlers, by key. A symbol, so that `{ ...table }` carries them along
 * and neither `Object.keys` nor JSON sees them; registered, so that two copies of the package agree.
 */
export const HANDLERS = Symbol.for('waymark.handlers');

/** A table key taken apart: `method` is `null` where the key answers every method. */
export interface Key {
  readonly method: Method | null;
  readonly pattern: string;
}

/**
 * Takes a table key apart.
 *
 * @param key any own key of a table
 * @param where the call that reads the table, for errors
 * @throws {WaymarkError} where the key starts with a word that looks like an HTTP method and is
 *   none that a route can have, or gives a setting for one method
 *
 * @example
 * parseKey('GET photos', 'the table'); // { method: 'GET', pattern: 'photos' }
 * parseKey('/404', 'the table'); // { method: null, pattern: '404' }
 */
export function parseKey(key: string, where: string): Key {
  const word = methodLike(key);
  if (word === null) return { method: null, pattern: withoutSlash(key) };
  if (!isMethod(word)) throw WaymarkError.unknownMethod(where, key, word, METHODS);
  const pattern = withoutSlash(key.slice(word.length + 1));
  if (isReserved(pattern)) throw WaymarkError.reservedForMethod(where, pattern, key);
  return { method: word, pattern };
}

/**
 * Writes a table key, with a leading slash only where it is needed.
 *
 * @param method the method, or `null` for every method
 * @param pattern the pattern, without a leading slash
 *
 * @example
 * formatKey('GET', 'photos'); // 'GET photos'
 * formatKey(null, '404'); // '/404'
 */
export function formatKey(method: Method | null, pattern: string): string {
  if (method !== null) return `${method} ${pattern === '' ? '/' : pattern}`;
  const integerLike = /^\d+$/.test(pattern);
  return pattern === '' || integerLike || methodLike(pattern) !== null ? `/${pattern}` : pattern;
}

/**
 * Drops the one leading slash that means nothing.
 *
 * @example
 * withoutSlash('/photos'); // 'photos'
 */
export function withoutSlash(pattern: string): string {
  return pattern.startsWith('/') ? pattern.slice(1) : pattern;
}

/**
 * The word before the first space, where a key or a pattern that starts with it would be read as
 * starting with a method: any of {@link METHODS} in any case, or any other word in upper case.
 *
 * @example
 * methodLike('get photos'); // 'get'
 * methodLike('my photos'); // null
 */
export function methodLike(text: string): string | null {
  const end = text.indexOf(' ');
  if (end === -1) return null;
  const word = text.slice(0, end);
  if (!/^[A-Za-z]+$/.test(word)) return null;
  const upper = word.toUpperCase();
  return word === upper || isMethod(upper) ? word : null;
}

/** Whether a pattern is one of the {@link RESERVED} keys. */
export function isReserved(pattern: string): pattern is (typeof RESERVED)[number] {
  // The cast widens the list, so that any string may be looked for in it.
  return (RESERVED as readonly string[]).includes(pattern);
}

/** One entry of a table, with its key taken apart and its handler beside it. */
export interface Entry extends Key {
  /** The key as the table spells it. */
  readonly key: string;
  readonly to: string;
  readonly handler: Handler | undefined;
}

/**
 * Reads a table's own entries in order. `translate_uri_dashes` may be a boolean; every other
 * destination is a string.
 *
 * @param table the table, frozen or not, with any prototype
 * @param where what an error says is wrong, such as `Route.map`
 * @throws {WaymarkError} where the table is no object, a key is malformed, or a destination is no
 *   string; the error names the key
 *
 * @example
 * readTable({ 'GET a': 'b' }, 'Route.map');
 * // [{ key: 'GET a', method: 'GET', pattern: 'a', to: 'b', handler: undefined }]
 */
export function readTable(table: SuppliedTable, where: string): Entry[] {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) {
    throw WaymarkError.notATable(where, table);
  }
  const handlers = handlersOf(table);
  return Object.entries(table).map(([key, to]) => {
    const { method, pattern } = parseKey(key, where);
    const text = pattern === 'translate_uri_dashes' && typeof to === 'boolean' ? String(to) : to;
    if (typeof text !== 'string') throw WaymarkError.notADestination(where, key, to);
    return { key, method, pattern, to: text, handler: handlers.get(key) };
  });
}

/** The handlers that a table carries under {@link HANDLERS}, by key. */
function handlersOf(table: object): Map<string, Handler> {
  // The cast gives the symbol a type: only Route.map writes it, and a spread copies it as it is.
  const own = (table as { readonly [HANDLERS]?: Readonly<Record<string, Handler>> })[HANDLERS];
  return new Map(Object.entries(own ?? {}));
}

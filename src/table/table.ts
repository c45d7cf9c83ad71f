/**
 * The route table: plain data, and the only thing that definition and resolution share.
 *
 * A key is a pattern (`photos/(:num)`, for every method) or a method, a space and a pattern
 * (`GET photos/(:num)`). A leading slash means nothing, so it marks what would be read otherwise:
 * `/404` (JavaScript moves integer-like keys to the front of an object) and `/GET x` (a path that
 * starts like a method).
 */
import { WaymarkError } from '../errors/error.ts';
import { isOneOf } from '../errors/options.ts';
import { describe, quote, tableKey } from '../errors/show.ts';
import type { Handler } from './handler.ts';
import { formatKey, type Key, parseKey } from './key.ts';
import { DEFAULT_CONTROLLER, isReserved, isSwitch } from './settings.ts';

/**
 * What `Route.map` returns: patterns to destinations, in the order in which they are tried.
 * @example
 * const table: RouteTable = { default_controller: 'welcome', 'GET photos/(:num)': 'photos/show/$1' };
 */
export type RouteTable = Record<string, string>;

/** A table as it may be supplied: CodeIgniter's `translate_uri_dashes` is a boolean there. */
export type SuppliedTable = Readonly<Record<string, string | boolean>>;

/**
 * Where a table keeps its handlers, by key. A symbol, so that `{ ...table }` carries them along but
 * `Object.keys` and JSON don't see them; registered, so that two copies of the package agree.
 */
export const HANDLERS = Symbol.for('waymark.handlers');

/**
 * Where a table keeps its routes' names, by key: like {@link HANDLERS}, but not enumerable, so that a
 * table compares and prints as the plain data that it is. A spread leaves the names behind.
 */
export const NAMES = Symbol.for('waymark.names');

/**
 * Whether a table's default controller was written, or only filled in by `Route.map`. Kept apart, so
 * that it makes no difference between two tables.
 */
const defaultControllerWritten = new WeakMap<object, boolean>();

/** What a switch may be set to; the empty string counts as none. */
const SWITCHED = [true, false, 'true', 'false', ''];

/** An entry of a table, with its key taken apart. */
export interface Entry extends Key {
  /** As the table spells it. */
  readonly key: string;
  readonly to: string;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
}

/**
 * Reads a table's own entries in order.
 * @throws {WaymarkError} where the table is not an object, a key is malformed, or a destination is
 *   not a string (only `translate_uri_dashes` may be a boolean, and says `true` or `false`)
 */
export function readTable(table: SuppliedTable, where: string): Entry[] {
  if (typeof table !== 'object' || table === null || Symbol.iterator in table || isPromise(table)) {
    throw notATable(where, table);
  }
  const handlers = carried<Handler>(table, HANDLERS);
  const names = carried<string>(table, NAMES);
  return Object.keys(table).map((key) => {
    const to = table[key];
    const { method, pattern } = parseKey(key, where);
    const isValid = isSwitch(pattern) ? isOneOf(to, SWITCHED) : typeof to === 'string';
    if (!isValid) throw notADestination(where, key, pattern, to);
    const handler = handlers?.get(key);
    return { key, method, pattern, to: String(to), handler, name: names?.get(key) };
  });
}

/**
 * The inverse of {@link readTable}. The first of two entries with one key answers, so the second is
 * left out.
 */
export function writeTable(
  entries: readonly Pick<Entry, 'key' | 'to' | 'handler' | 'name'>[],
): RouteTable {
  const destinations = new Map<string, string>();
  const handlers = new Map<string, Handler>();
  const names = new Map<string, string>();
  for (const { key, to, handler, name } of entries) {
    if (destinations.has(key)) continue;
    destinations.set(key, to);
    if (handler !== undefined) handlers.set(key, handler);
    if (name !== undefined) names.set(key, name);
  }
  const table = Object.fromEntries(destinations);
  if (handlers.size > 0) Object.assign(table, { [HANDLERS]: Object.fromEntries(handlers) });
  if (names.size > 0) Object.defineProperty(table, NAMES, { value: Object.fromEntries(names) });
  return table;
}

/** Marks a table for {@link isDefaultControllerWritten}. */
export function markDefaultController(table: RouteTable, written: boolean): RouteTable {
  defaultControllerWritten.set(table, written);
  return table;
}

/**
 * Whether a table's default controller was written. A copy of a table has lost its mark; given to
 * `createRouter`, its `home` counts as not written, since `Route.map` fills that in.
 * @param unmarked what to say of `home` in a table without the mark
 */
export function isDefaultControllerWritten(table: SuppliedTable, unmarked = false): boolean {
  const marked = defaultControllerWritten.get(table);
  if (marked !== undefined) return marked;
  if (!Object.hasOwn(table, DEFAULT_CONTROLLER)) return false;
  return unmarked || table[DEFAULT_CONTROLLER] !== 'home';
}

function carried<T>(table: object, symbol: typeof HANDLERS | typeof NAMES): Map<string, T> | null {
  // The cast gives the symbol a type: only Route.map writes it, and a spread copies it as it is.
  const own = (table as { readonly [key: symbol]: Readonly<Record<string, T>> | undefined })[
    symbol
  ];
  return own === undefined ? null : new Map(Object.entries(own));
}

function isPromise(table: object): boolean {
  return 'then' in table && typeof table.then === 'function';
}

function notATable(where: string, given: unknown): WaymarkError {
  const advice = "pass a plain object of strings, such as { 'posts/(:num)': 'posts/show/$1' }";
  return new WaymarkError('bad-table', where, `the table is ${describe(given)}`, advice);
}

function notADestination(
  where: string,
  key: string,
  pattern: string,
  given: unknown,
): WaymarkError {
  const wanted = isSwitch(pattern) ? 'true or false' : 'a string';
  const problem = `its destination is ${describe(given)}, not ${wanted}`;
  const name = quote(key);
  const advice = isReserved(pattern)
    ? `write ${wanted}`
    : typeof given === 'function'
      ? `name a destination, and give the function as createRouter(table, { handlers: { ${name}: … } })`
      : `write ${wanted}; for one method alone the key is ${quote(formatKey('PUT', pattern))}`;
  return new WaymarkError('bad-table', tableKey(where, key), problem, advice);
}

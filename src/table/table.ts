/**
 * The route table: plain data, and the only data that passes from definition to resolution.
 *
 * A key is a pattern (`photos/(:num)`, for every method) or a method, a space and a pattern
 * (`GET photos/(:num)`). A leading slash has no meaning, so it protects keys that would be misread:
 * `/404`, since JavaScript moves integer-like keys to the front of an object, and `/GET x`, a path
 * that starts like a method.
 *
 * Rows also carry data that isn't a string; see `carrier.ts`.
 */
import { badArgument, isRecord } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isOneOf } from '../errors/kind.ts';
import { describe, quote, tableKey } from '../errors/show.ts';
import { carriersOf, carry, mergeNames, type TableContents } from './carrier.ts';
import { isRedirect } from './destination.ts';
import { type AnyHandler, checkHandler, handlerOfBlock } from './handler.ts';
import {
  DEFAULT_CONTROLLER,
  formatKey,
  isReserved,
  isSwitch,
  parseKey,
  plainRow,
  RECORDED,
  type Row,
  settingAsPattern,
  USUAL_HOME,
} from './row.ts';

/**
 * The result of `Route.map`: patterns to destinations, in the order in which they are tried.
 * @example
 * const table: RouteTable = { default_controller: 'home', 'GET photos/(:num)': 'photos/show/$1' };
 */
export type RouteTable = Record<string, string>;

/** A table as you may supply it: CodeIgniter's `translate_uri_dashes` is a boolean. */
export type SuppliedTable = Readonly<Record<string, string | boolean>>;

/** The values of a switch; the empty string counts as unset. */
const SWITCHED = [true, false, 'true', 'false', ''];

/**
 * Reads a table.
 * @throws {WaymarkError} as {@link readRows}
 */
export function readTable(table: SuppliedTable, where: string): TableContents {
  const rows = readRows(table, where);
  const carriers = carriersOf(table);
  return {
    rows,
    names: mergeNames(carriers),
    mistakes: carriers.flatMap(({ mistakes }) => mistakes),
  };
}

/**
 * Whether the default controller was written rather than filled in.
 * @param isLiteral whether a `default_controller: 'home'` without a mark counts as written. By default
 *   it doesn't, since `Route.map` fills in `home`, and a copy may have lost the mark
 */
export function isHomeWritten(rows: readonly Row[], isLiteral = false): boolean {
  const home = rows.find(({ pattern }) => pattern === DEFAULT_CONTROLLER);
  return home !== undefined && !(home.isFilledIn ?? (!isLiteral && home.to === USUAL_HOME));
}

/**
 * Reads only the rows of a table, so that a bundle of `createRouter` stays small. A row that `Route` made
 * keeps its handler, name and meta, unless its destination has been changed.
 * @throws {WaymarkError} if the table is not an object, a key is malformed, or a destination is not
 *   a string (for a switch, a boolean, `'true'`, `'false'` or `''`)
 */
export function readRows(table: SuppliedTable, where: string): Row[] {
  checkTable(table, where);
  const carriers = carriersOf(table);
  return Object.keys(table).map((key) => {
    const to = table[key];
    for (const { rows } of carriers) {
      const row = rows.get(key);
      if (row?.to === to) return row;
    }
    const parsed = parseKey(key, where);
    const { pattern } = parsed;
    const isValid = isSwitch(pattern) ? isOneOf(to, SWITCHED) : typeof to === 'string';
    if (!isValid) throw notADestination(where, key, pattern, to);
    return plainRow(key, parsed, String(to));
  });
}

/**
 * The inverse of {@link readTable}. If two rows have the same key, the first one would always
 * answer, so the second is dropped. The names override those of the rows.
 */
export function writeTable(contents: TableContents): RouteTable {
  const rows = new Map<string, Row>();
  const names = new Map<string, string>();
  for (const row of contents.rows) {
    if (rows.has(row.key)) continue;
    rows.set(row.key, row);
    if (row.name !== undefined) names.set(row.name, row.pattern);
  }
  for (const [name, pattern] of contents.names) names.set(name, pattern);
  const table = Object.fromEntries(Array.from(rows, ([key, { to }]) => [key, to]));
  return carry(table, { ...contents, rows, names });
}

/**
 * The names of a table alone, for calls that build one URL; a table from JSON has none.
 * @throws {WaymarkError} if it is not a table
 */
export function namesIn(table: SuppliedTable, where: string): TableContents['names'] {
  checkTable(table, where);
  return mergeNames(carriersOf(table));
}

/**
 * Puts the handlers of the option `handlers` in place of those of the rows.
 * @throws {WaymarkError} if one is not a function, its key is a setting or is not in the table, or its
 *   row is a block
 */
export function withHandlers(
  rows: readonly Row[],
  handlers: Readonly<Record<string, AnyHandler>>,
  where: string,
): readonly Row[] {
  if (!isRecord(handlers)) {
    throw badArgument(where, 'handlers', 'functions by table key', handlers);
  }
  const given = Object.entries(handlers);
  if (given.length === 0) return rows;
  const keys = rows.map(({ method, pattern }) => formatKey(method, pattern));
  // Reversed, since of two rows with one key the first answers.
  const known = new Map(rows.map(({ to }, index) => [keys[index], to] as const).reverse());
  const byKey = new Map(
    given.map(([key, handler]) => {
      const whereKey = `${where}, handler of ${quote(key)}`;
      const { method, pattern } = parseKey(key, whereKey);
      const written = formatKey(method, pattern);
      const to = known.get(written);
      if (to === undefined) {
        const advice = 'write the key as in the table';
        throw new WaymarkError('bad-table', whereKey, 'the table lacks this key', advice);
      }
      if (isReserved(pattern) && pattern !== DEFAULT_CONTROLLER) {
        throw settingAsPattern(whereKey, pattern);
      }
      if (to === '') throw handlerOfBlock(whereKey);
      return [written, checkHandler(whereKey, handler)];
    }),
  );
  return rows.map((row, index) => {
    return { ...row, handler: byKey.get(keys[index]) ?? row.handler };
  });
}

/**
 * Lists the mistakes that are certain but change no answer: a block that was given no pattern, and a
 * table without rows.
 * @param autoRoute whether paths need no route
 */
export function mistakesIn(
  { rows, mistakes }: TableContents,
  autoRoute: boolean,
  where: string,
): WaymarkError[] {
  const isUsed = autoRoute || rows.some(({ pattern }) => !isReserved(pattern));
  if (isUsed) return [...mistakes];
  const problem = `the table has ${rows.length === 0 ? 'no rows' : 'settings and no rows'}`;
  const advice =
    'import the route file before Route.map(), or pass its function to Route.collect()';
  return [...mistakes, new WaymarkError('bad-table', where, problem, advice)];
}

/**
 * The rows whose destination names an action: those without a handler, a redirect or a block. A
 * default controller that nobody wrote is none of them.
 */
export function actionRows({ rows }: TableContents): Row[] {
  return rows.filter(({ pattern, to, handler }) => {
    if (to === '' || isRedirect(to) || handler !== undefined || isSwitch(pattern)) return false;
    return pattern !== DEFAULT_CONTROLLER || isHomeWritten(rows);
  });
}

/** The error for options without a table, for example if the table itself was passed. */
export function noRoutes(where: string): WaymarkError {
  const advice = `pass the table as an option: ${where}({ routes: Route.map() })`;
  return new WaymarkError('bad-argument', where, 'the options have no routes', advice);
}

function checkTable(table: unknown, where: string): asserts table is SuppliedTable {
  if (typeof table === 'object' && table !== null && RECORDED in table) {
    const problem = 'the table is one of a bundle, which only waymark/compiled can read';
    throw new WaymarkError('bad-table', where, problem, 'call it in a test or in the build');
  }
  if (!isRecord(table)) {
    const advice = "pass a plain object of strings, such as { 'posts/(:num)': 'posts/show/$1' }";
    throw new WaymarkError('bad-table', where, `the table is ${describe(table)}`, advice);
  }
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

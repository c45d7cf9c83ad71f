/** Makes tables of definitions: of all of the process, or of those that one piece of code makes. */
import { badArgument, readText } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, tableKey } from '../errors/show.ts';
import { expandPlaceholders } from '../pattern/placeholder.ts';
import {
  DEFAULT_CONTROLLER,
  formatKey,
  isIntegerLike,
  METHODS,
  type Method,
  plainRow,
  type Row,
} from '../table/row.ts';
import {
  mayBeTable,
  namesIn,
  type RouteTable,
  readTable,
  type SuppliedTable,
  writeTable,
} from '../table/table.ts';
import { nothingDefined, registry, runInScope, TOP } from './registry.ts';

/** A row of the table, with the method-specific rows that come directly before it. */
interface Slot {
  row: Row;
  readonly before: Map<Method, Row>;
}

/**
 * Makes the route table by replaying every definition, in order, over the supplied table. Requests
 * of each method get what CodeIgniter gives when the same calls run in PHP during such a request.
 * As in PHP's arrays, assigning to an existing key changes its destination and keeps its position.
 * @param method if given, the result is the table that PHP has during a request of this method
 * @param defaultHome the default controller if the table has none, from a class that may not be
 *   TypeScript
 * @param source the definitions to replay (by default, the registry's), and the call to name in errors
 * @throws {WaymarkError} if the table or the method is wrong
 */
export function mapTable(
  table: SuppliedTable,
  method: Method | undefined,
  defaultHome: unknown,
  source: { readonly definitions?: readonly Row[]; readonly where?: string } = {},
): RouteTable {
  const { names: known, mistakes } = registry();
  const { definitions = registry().definitions, where = 'Route.map' } = source;
  if (method !== undefined && !METHODS.includes(method)) {
    throw badArgument('Route.map', 'method', `one of ${METHODS.join(', ')}`, method);
  }
  const builder = new TableBuilder();
  const read = readTable(table, where, true);
  for (const row of read.rows) builder.supply(row, where);
  const home = readText(where, 'defaultHome', defaultHome) ?? '';
  const controller = builder.defaultController(home);
  for (const row of definitions) {
    const to = row.to.replaceAll('{default_controller}', () => controller);
    builder.define(to === row.to ? row : { ...row, to });
  }
  return writeTable({
    rows: method === undefined ? builder.rows() : builder.rowsOf(method),
    names: new Map([...read.names, ...known]),
    isHomeWritten: read.isHomeWritten,
    mistakes: [...read.mistakes, ...mistakes],
  });
}

/**
 * Refuses the name that the default controller has in PHP.
 * @param type what a call was made on, usually a class
 */
export function checkHome(where: string, type: unknown): void {
  if (!('default_home' in Object(type))) return;
  const problem = 'the class has a property default_home, which nothing reads';
  throw new WaymarkError('bad-argument', where, problem, 'name it defaultHome');
}

class TableBuilder {
  private readonly slots: Slot[] = [];
  /** The slots that can match, by the canonical form of their key. */
  private readonly live = new Map<string, Slot>();

  /** Adds a row of the supplied table, keeping its key as written. */
  supply(row: Row, where: string): void {
    const { key, method } = row;
    const pattern = expandPlaceholders(row.pattern, tableKey(where, key), registry().placeholders);
    const asSpelled = pattern === row.pattern && !isIntegerLike(key);
    this.add(
      asSpelled ? row : { ...row, key: formatKey(method, pattern), pattern, parsed: undefined },
    );
  }

  /** Returns the default controller, setting it first if it is missing. */
  defaultController(missing: string): string {
    const key = DEFAULT_CONTROLLER;
    const slot = this.live.get(key);
    if (slot !== undefined) return slot.row.to;
    this.add({ ...plainRow(key, { method: null, pattern: key }, missing), isFilledIn: true });
    return missing;
  }

  define(row: Row): void {
    const { method, pattern } = row;
    if (method === null) return this.defineForAll(row);
    const own = this.live.get(row.key);
    const bare = this.live.get(formatKey(null, pattern));
    if (own !== undefined) own.row = replaced(own.row, row);
    else if (bare !== undefined) bare.before.set(method, replaced(bare.before.get(method), row));
    else this.add(row);
  }

  rows(): Row[] {
    return this.slots.flatMap(({ row, before }) => [...before.values(), row]);
  }

  rowsOf(method: Method): Row[] {
    return this.rows()
      .filter((row) => row.method === null || row.method === method)
      .map((row) => ({ ...row, method: null, key: formatKey(null, row.pattern) }));
  }

  private defineForAll(row: Row): void {
    for (const method of METHODS) {
      const own = this.live.get(formatKey(method, row.pattern));
      if (own !== undefined) own.row = replaced(own.row, row);
    }
    const bare = this.live.get(row.key);
    if (bare === undefined) return this.add(row);
    bare.row = replaced(bare.row, row);
    for (const [method, before] of bare.before) bare.before.set(method, replaced(before, row));
  }

  private add(row: Row): void {
    const slot: Slot = { row, before: new Map() };
    this.slots.push(slot);
    const canonical = formatKey(row.method, row.pattern);
    // A supplied key that is shadowed by an earlier one is kept, but never matches.
    if (this.live.has(canonical) || this.live.has(formatKey(null, row.pattern))) return;
    this.live.set(canonical, slot);
  }
}

/**
 * Merges a redefined row: it keeps the old key and, unless it has its own, the old name, since its
 * URL is the same.
 */
function replaced(before: Row | undefined, row: Row): Row {
  if (before === undefined) return row;
  const { key, method } = before;
  return { ...row, key, method, name: row.name ?? before.name };
}

/** Export of a route file: a function that calls `Route`, synchronously. */
export type RouteFile = () => void;

/** The arguments of `Route.collect`: an optional table to start from, then route files. */
export type Collected = readonly RouteFile[] | readonly [SuppliedTable, ...RouteFile[]];

/** Restores the process's registry when it returns or throws. */
export function collectTable(defaultHome: string, ...given: Collected): RouteTable {
  const [first] = given;
  const base = mayBeTable(first) ? first : {};
  given.forEach(checkArgument);
  const table = apart(() => {
    given.forEach((file, index) => {
      if (typeof file === 'function') {
        runInScope(`Route.collect, argument ${index + 1}`, TOP, file, undefined);
      }
    });
    return mapTable(base, undefined, defaultHome, { where: 'Route.collect' });
  });
  registry().collected = namesIn(table, 'Route.collect');
  return table;
}

/** Collects a function's definitions, in the order of its calls, without touching the registry. */
export function collectFrom(where: string, file: RouteFile): readonly Row[] {
  const { definitions, mistakes } = apart(() => {
    runInScope(where, TOP, file, undefined);
    return { ...registry() };
  });
  registry().mistakes.push(...mistakes);
  return definitions;
}

/** The import in progress. There is only one registry, so concurrent imports would mix. */
let busy: Promise<unknown> | undefined;

/**
 * Imports a file and moves everything defined during the import out of the registry. This includes
 * definitions by other code that runs meanwhile. Names and placeholders stay. Imports run one after
 * another.
 * @throws whatever the import throws; then its definitions are lost
 */
export function collectImport(
  load: () => Promise<unknown>,
): Promise<{ readonly definitions: readonly Row[]; readonly module: unknown }> {
  const collected = Promise.resolve(busy).then(() => importApart(load));
  busy = collected.catch(() => undefined);
  return collected;
}

async function importApart(load: () => Promise<unknown>) {
  const state = registry();
  const { definitions: before } = state;
  const definitions: Row[] = [];
  state.definitions = definitions;
  try {
    return { definitions, module: await load() };
  } finally {
    state.definitions = before;
  }
}

/** Runs a function with a registry that contains only the process's placeholders. */
function apart<T>(run: () => T): T {
  const state = registry();
  const before = { ...state };
  Object.assign(state, nothingDefined(), { placeholders: new Map(before.placeholders) });
  try {
    return run();
  } finally {
    Object.assign(state, before);
  }
}

const LATE_TABLE = 'a table, and only the first may be one';

/** Advice on objects that are often taken for route files. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  [LATE_TABLE, 'write Route.collect({ ...first, ...second }, photos)'],
  ['an array', 'write Route.collect(...files)'],
  ['a Module', 'pass what the file exports: photos.default'],
  ['a Promise', "await the import first: Route.collect((await import('./photos.ts')).default)"],
]);

function checkArgument(value: unknown, index: number): void {
  if (typeof value === 'function' || (index === 0 && mayBeTable(value))) return;
  const name = `argument ${index + 1}`;
  const kind = mayBeTable(value) ? LATE_TABLE : describe(value);
  const advice = ADVICE.get(kind);
  if (advice !== undefined) {
    throw new WaymarkError('bad-argument', 'Route.collect', `${name} is ${kind}`, advice);
  }
  const wanted =
    "a function that defines routes, such as a route file's export (export default () => …)";
  const table = index === 0 ? ', or the table to start from' : '';
  throw badArgument('Route.collect', name, `${wanted}${table}`, value);
}

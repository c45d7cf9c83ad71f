/** Makes the table of definitions, by replaying them over another table. */
import { badArgument, readString } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { tableKey } from '../errors/show.ts';
import { expandPlaceholders } from '../pattern/placeholder.ts';
import { isMethod, METHODS, type Method } from '../table/methods.ts';
import {
  DEFAULT_CONTROLLER,
  formatKey,
  isIntegerLike,
  plainRow,
  type Row,
  USUAL_HOME,
} from '../table/row.ts';
import { type RouteTable, readTable, type SuppliedTable, writeTable } from '../table/table.ts';
import { type Definitions, registry } from './registry.ts';

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
 * @param home the default controller of a table that sets none; see {@link readHome}
 * @throws {WaymarkError} if the table or the method is wrong
 */
export function mapTable(
  table: SuppliedTable,
  method: Method | undefined,
  home: string,
  { rows, names, placeholders, mistakes } = registry().current,
  where = 'Route.map',
): RouteTable {
  if (method !== undefined && !isMethod(method)) {
    throw badArgument(where, 'method', `one of ${METHODS.join(', ')}`, method);
  }
  const builder = new TableBuilder();
  const read = readTable(table, where);
  for (const row of read.rows) builder.supply(row, where, placeholders);
  const controller = builder.defaultController(home);
  for (const row of rows) {
    const to = row.to.replaceAll('{default_controller}', () => controller);
    builder.define(to === row.to ? row : { ...row, to });
  }
  return writeTable({
    rows: method === undefined ? builder.rows() : builder.rowsOf(method),
    names: new Map([...read.names, ...names]),
    mistakes: [...read.mistakes, ...mistakes],
  });
}

/**
 * Reads the default controller of `Route` or of a subclass, and refuses the name that it has in PHP.
 * @param type the class, which may not be TypeScript
 */
export function readHome(where: string, type: unknown): string {
  const own = Object(type);
  if ('default_home' in own) {
    const problem = 'the class has a property default_home, which nothing reads';
    throw new WaymarkError('bad-argument', where, problem, 'name it defaultHome');
  }
  return readString(where, 'defaultHome', own.defaultHome ?? USUAL_HOME) ?? '';
}

class TableBuilder {
  private readonly slots: Slot[] = [];
  /** The slots that can match, by the canonical form of their key. */
  private readonly live = new Map<string, Slot>();

  /** Adds a row of the supplied table, keeping its key as written. */
  supply(row: Row, where: string, placeholders: Definitions['placeholders']): void {
    const { key, method } = row;
    const pattern = expandPlaceholders(row.pattern, tableKey(where, key), placeholders);
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
    return this.slots.flatMap(({ row, before }) => [...before.values(), marked(row)]);
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

/** Marks a default controller that was supplied or defined as written. */
function marked(row: Row): Row {
  return row.pattern === DEFAULT_CONTROLLER ? { isFilledIn: false, ...row } : row;
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

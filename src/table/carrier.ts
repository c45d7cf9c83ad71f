/**
 * What a table carries besides its strings. It is a property of the table whose key is a symbol, so JSON
 * and `Object.keys` still see plain strings. If a row has a handler, meta, schemas or a source, the
 * property is enumerable, so copies (`{ ...table }`, `Object.assign`) keep it. A copy without it would
 * run other code, or lose meta that a guard relies on. Otherwise the property isn't enumerable, so the
 * table compares and prints as its strings. Tables with different keys have different symbols, so a
 * merge (`{ ...one, ...other }`) keeps the rows of both.
 */
import type { WaymarkError } from '../errors/error.ts';
import type { Row } from './row.ts';

/** The contents of a table: its rows, in order, and what no string says. */
export interface TableContents<Rows = readonly Row[]> {
  readonly rows: Rows;
  /** The pattern of each name, including names whose row another definition has replaced. */
  readonly names: ReadonlyMap<string, string>;
  /** Mistakes in the definitions that changed nothing in the table. */
  readonly mistakes: readonly WaymarkError[];
}

/** What a table carries: its contents, with the rows by key. */
export type Carrier = TableContents<ReadonlyMap<string, Row>>;

/**
 * The start of every symbol. Symbols are registered, so that two copies of the package share them.
 * Increment the number when {@link Carrier} changes.
 */
const PREFIX = 'waymark.rows.6 ';

/** Attaches rows to a table. */
export function carry<Table extends object>(table: Table, carrier: Carrier): Table {
  const isEnumerable = Array.from(carrier.rows.values()).some(hasMore);
  return Object.defineProperty(table, symbolFor(carrier.rows.keys()), {
    value: carrier,
    enumerable: isEnumerable,
    configurable: true,
    writable: true,
  });
}

/** The members of a row that its strings and its pattern don't contain. Omitting one doesn't compile. */
const CARRIED = Object.keys({
  handler: true,
  meta: true,
  schemas: true,
  source: true,
} satisfies Record<
  keyof Omit<Row, 'key' | 'method' | 'pattern' | 'to' | 'name' | 'parsed' | 'isFilledIn'>,
  true
>) as readonly (keyof Row)[]; // the cast: the record's keys

/** Whether a row has anything that a copy of the table must keep. */
function hasMore(row: Row): boolean {
  return CARRIED.some((name) => row[name] !== undefined);
}

/** Everything that a table carries. After a merge, the last table comes first. */
export function carriersOf(table: object): Carrier[] {
  const symbols = Object.getOwnPropertySymbols(table);
  return symbols
    .filter((symbol) => Symbol.keyFor(symbol)?.startsWith(PREFIX))
    .map((symbol) => Reflect.get(table, symbol) as Carrier) // the cast: `carry` alone writes these
    .reverse();
}

/** A hash of the keys, so that two tables of the same definitions are equal. */
function symbolFor(keys: Iterable<string>): symbol {
  let low = 0;
  let high = 0;
  for (const key of keys) {
    for (let at = 0; at <= key.length; at++) {
      // NaN, at the end of a key, counts as 0.
      const code = key.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x5bd1e995) + 1;
    }
  }
  return Symbol.for(PREFIX + (low >>> 0).toString(36) + (high >>> 0).toString(36));
}

/** The names of all carriers; those of the first win. */
export function mergeNames([first, ...others]: readonly Carrier[]): TableContents['names'] {
  if (first === undefined) return new Map();
  if (others.length === 0) return first.names;
  return new Map([first, ...others].reverse().flatMap(({ names }) => [...names]));
}

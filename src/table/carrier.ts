/**
 * How a table carries what its strings can't say. The table stays plain data: JSON and `Object.keys`
 * see strings alone. A table whose rows have handlers or meta shows one member more, under a symbol,
 * so that a copy (`{ ...table }`, `Object.assign`) keeps them; losing them would change who answers,
 * or open what a guard closes. So does a table whose rows have the place of their definition. Tables of other rows have other symbols, so a merge (`{ ...one, ...other }`)
 * keeps the rows of both. Any other table hides the member, and compares and prints as its strings.
 */
import type { Row } from './row.ts';

/** What a table carries besides its strings. */
export interface Carrier {
  readonly rows: ReadonlyMap<string, Row>;
  /** The pattern of each name, also of names whose row another definition has replaced. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the default controller was written, and not only filled in. */
  readonly isHomeWritten: boolean;
}

/**
 * How the symbols start. They are registered, so that two copies of the package agree. The number grows
 * when {@link Carrier} changes.
 */
const PREFIX = 'waymark.rows.2 ';

/** Lets a table carry its rows. */
export function carry<Table extends object>(table: Table, carrier: Carrier): Table {
  const matters = Array.from(carrier.rows.values()).some(
    ({ handler, meta, source }) => handler ?? meta ?? source,
  );
  return Object.defineProperty(table, symbolFor(carrier.rows.keys()), {
    value: carrier,
    enumerable: matters,
    configurable: true,
    writable: true,
  });
}

/** Everything that a table carries. In a merge, the last table comes first. */
export function carriersOf(table: object): Carrier[] {
  const symbols = Object.getOwnPropertySymbols(table);
  return symbols
    .filter((symbol) => Symbol.keyFor(symbol)?.startsWith(PREFIX))
    .map((symbol) => Reflect.get(table, symbol) as Carrier) // the cast: nothing else writes such a symbol
    .reverse();
}

/** The same for the same keys, so that two tables of the same definitions are equal. */
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

import type { Handler, RouteTable, SuppliedTable } from '../../src/index.ts';
import { readTable, writeTable } from '../../src/table/table.ts';

/** A table whose rows of some keys have a handler, as if `Route` had made it. */
export function withHandler(
  table: SuppliedTable,
  keys: readonly string[],
  handler: Handler = () => new Response(),
): RouteTable {
  const rows = readTable(table, 'test');
  return writeTable(
    rows.map((row) => (keys.includes(row.key) ? { ...row, handler } : row)),
    new Map(),
    true,
  );
}

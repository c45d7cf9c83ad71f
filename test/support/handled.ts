import type { Handler, RouteTable, SuppliedTable } from '../../src/index.ts';
import { readTable, writeTable } from '../../src/table/table.ts';

/** A table with a handler on some keys, as `Route` would make it. */
export function withHandler(
  table: SuppliedTable,
  keys: readonly string[],
  handler: Handler = () => new Response(),
): RouteTable {
  const read = readTable(table, 'test');
  const rows = read.rows.map((row) => (keys.includes(row.key) ? { ...row, handler } : row));
  return writeTable({ ...read, rows });
}

/** The names that a table's routes have. Apart from the URLs, which bring path-to-regexp along. */
import { readTable, type SuppliedTable } from '../table/table.ts';
import type { Named } from './registry.ts';

/** The names of tables, read once. */
const known = new WeakMap<object, Map<string, Named>>();

/**
 * The names of a table's routes.
 *
 * @param table any table; one from JSON, or a copy, has no names
 * @param where the call, for errors
 * @throws {WaymarkError} where it is not a table
 *
 * @example
 * namesOf(Route.map(), '').get('user')?.from; // 'api/users/(:num)'
 */
export function namesOf(table: SuppliedTable, where: string): Map<string, Named> {
  const before = known.get(table);
  if (before !== undefined) return before;
  const named = readTable(table, where).flatMap(({ name, pattern }) =>
    name === undefined ? [] : [[name, { from: pattern }] as const],
  );
  const names = new Map<string, Named>(named);
  known.set(table, names);
  return names;
}

/**
 * Keeps the names of a table for {@link namesOf}.
 *
 * @param table the table
 * @param names its names, and further ones of its patterns
 *
 * @example
 * keepNames(table, namesOf(table, ''));
 */
export function keepNames(table: SuppliedTable, names: Map<string, Named>): void {
  known.set(table, names);
}

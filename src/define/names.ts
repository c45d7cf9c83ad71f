/** Names without URLs, which bring path-to-regexp along. */
import { readTable, type SuppliedTable } from '../table/table.ts';
import type { Named } from './registry.ts';

const known = new WeakMap<object, Map<string, Named>>();

/**
 * The names of a table's routes, read once; a table from JSON, or a copy, has none.
 * @throws {WaymarkError} where it is not a table
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

/** Keeps the names of a table, and further ones of its patterns, for {@link namesOf}. */
export function keepNames(table: SuppliedTable, names: Map<string, Named>): void {
  known.set(table, names);
}

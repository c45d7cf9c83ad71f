/** URLs of named routes. */
import { Route, type SuppliedTable } from 'waymark';
import type { Looked, Row } from '../answer.ts';
import type { Question } from '../question.ts';
import { messageOf } from './fail.ts';

/**
 * Builds the URL of a named route.
 *
 * @param table the table
 * @param rows its rows
 * @param question the name, or `''` for the first, and the params
 */
export function buildUrl(
  table: SuppliedTable,
  rows: readonly Row[],
  { name, params }: Pick<Question, 'name' | 'params'>,
): Looked['url'] {
  const named = rows.filter((row) => row.name !== null);
  const row = named.find((each) => each.name === name) ?? named[0];
  if (row === undefined) return null;
  const given = Array.from({ length: row.groups }, (_, index) => params[index] ?? '');
  const missing = given.indexOf('');
  if (missing >= 0) return { built: false, text: `Param ${missing + 1} is missing.` };
  try {
    return { built: true, text: Route.url(row.name ?? '', given, { routes: table }) };
  } catch (error) {
    return { built: false, text: messageOf(error) };
  }
}

/**
 * Counts the groups that a pattern captures.
 *
 * @example
 * countGroups('(en|fr)/(:num)'); // 2
 */
export function countGroups(pattern: string): number {
  // The empty alternative always matches, and a placeholder counts as a group.
  return (new RegExp(`(?:${pattern})|`).exec('')?.length ?? 1) - 1;
}

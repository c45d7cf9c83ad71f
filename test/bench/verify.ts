/** Checks a contender's answers against the table's meaning before timing it. */
import type { Contender, Lookup } from './contender.ts';
import type { BenchTable } from './tables.ts';

/**
 * Asks every request of a table once.
 *
 * @returns the mistakes, or `null` if every answer names the expected route
 */
export function findMistakes(
  { indexOf }: Contender,
  lookup: Lookup,
  { routes, requests }: BenchTable,
): string | null {
  const mistakes: string[] = [];
  for (const { method, path, expected } of requests) {
    const index = indexOf(lookup(method, path), method);
    if (index === expected) continue;
    const got = index === undefined ? 'nothing' : (routes[index]?.path ?? `route ${index}`);
    mistakes.push(`${method} ${path} gave ${got} instead of ${routes[expected].path}`);
  }
  if (mistakes.length === 0) return null;
  const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : '';
  return `${mistakes[0]}${more}`;
}

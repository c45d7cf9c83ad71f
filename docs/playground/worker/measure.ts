/** Measures how long a lookup takes. */
import type { SuppliedTable } from 'waymark';
import { createRouter } from 'waymark';
import type { AnswerOf } from '../tools.ts';

/** How many times the lookups are measured, if none of them is slow. */
const ROUNDS = 25;

/** How long a round takes at least, in milliseconds: the clock of a sandbox has steps of 0.1. */
const ROUND = 4;

/** A lookup that takes longer is measured once. */
const SLOW = 20;

/**
 * Measures a lookup.
 *
 * @returns the median of the rounds, and how many lookups there were
 */
export function measure(
  table: SuppliedTable,
  { autoRoute, method, path }: { autoRoute: boolean; method: string; path: string },
): AnswerOf<'timed'> {
  const router = createRouter(table, { autoRoute });
  const run = (lookups: number) => {
    const start = performance.now();
    for (let turn = 0; turn < lookups; turn += 1) router.resolve(method, path);
    return performance.now() - start;
  };
  const first = run(1);
  if (first > SLOW) return { kind: 'timed', nanoseconds: first * 1e6, lookups: 1 };
  let lookups = 1;
  // The first rounds are also those in which the engine compiles the router.
  while (run(lookups) < ROUND && lookups < 1e7) lookups *= 2;
  const rounds = Array.from({ length: ROUNDS }, () => run(lookups) / lookups).sort((a, b) => a - b);
  const median = rounds[Math.floor(ROUNDS / 2)] ?? 0;
  return { kind: 'timed', nanoseconds: median * 1e6, lookups: lookups * ROUNDS };
}

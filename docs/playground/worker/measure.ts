/** Times a lookup. */
import { createRouter, type SuppliedTable } from 'waymark';
import type { AnswerOf } from '../tools.ts';

/** The number of rounds, unless the lookup is slow. */
const ROUNDS = 25;

/** The shortest round, in milliseconds: a sandbox's clock has steps of 0.1. */
const ROUND = 4;

/** The lookup time that counts as slow, in milliseconds. A slow lookup is measured once. */
const SLOW = 20;

/**
 * Times a lookup.
 *
 * @returns the median of the rounds, and the number of lookups
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
  // These rounds also give the engine time to optimise the router.
  while (run(lookups) < ROUND && lookups < 1e7) lookups *= 2;
  const rounds = Array.from({ length: ROUNDS }, () => run(lookups) / lookups).sort((a, b) => a - b);
  const median = rounds[Math.floor(ROUNDS / 2)] ?? 0;
  return { kind: 'timed', nanoseconds: median * 1e6, lookups: lookups * ROUNDS };
}

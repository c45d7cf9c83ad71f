/** Measures the time from a table to the first answer. */
import type { Contender } from './contender.ts';
import { flat } from './fresh.ts';
import type { BenchTable } from './tables.ts';

/**
 * Times building a router and its first lookup, which some routers need for building. Call it once
 * per process: a starting server runs code that isn't optimised yet.
 *
 * @param contender the router
 * @param table its table, whose input form is made before the clock starts
 * @param input the input form, if it exists already
 * @returns microseconds
 */
export function timeFirstAnswer(
  { prepare, build }: Contender,
  { routes, requests }: BenchTable,
  input = prepare(routes),
): number {
  // Prefers requests with a parameter. A literal path might skip the part of a router that takes
  // longest to prepare.
  const withParameters = requests.filter(({ expected }) => routes[expected].path.includes(':'));
  const able = withParameters.length > 0 ? withParameters : requests;
  const { method, path } = able[able.length >> 1];
  const target = flat(path);
  // Collects the previous garbage; a full collection would drop compiled code too.
  globalThis.gc?.({ type: 'minor' });
  const start = process.hrtime.bigint();
  build(input)(method, target);
  return Number(process.hrtime.bigint() - start) / 1e3;
}

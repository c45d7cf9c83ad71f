/** How long it takes from a table to the first answer. */
import type { Contender } from './contender.ts';
import { flat } from './fresh.ts';
import type { BenchTable } from './tables.ts';

/**
 * Times building a router and its first lookup, which some routers leave the building to. Call it
 * once in a process: what a server waits for is code that nothing was optimised for yet.
 *
 * @param contender who builds
 * @param table what of; its input form is made before the time starts
 * @param input that form, if it was made already
 * @returns microseconds
 */
export function timeFirstAnswer(
  { prepare, build }: Contender,
  { routes, requests }: BenchTable,
  input = prepare(routes),
): number {
  // The request has a parameter if the table has any: a literal path may be answered without the
  // part of a router that takes the longest to get ready.
  const withParameters = requests.filter(({ expected }) => routes[expected].path.includes(':'));
  const able = withParameters.length > 0 ? withParameters : requests;
  const { method, path } = able[able.length >> 1];
  const target = flat(path);
  // The garbage of the one before is not this one's; a full collection would drop its code, too.
  globalThis.gc?.({ type: 'minor' });
  const start = process.hrtime.bigint();
  build(input)(method, target);
  return Number(process.hrtime.bigint() - start) / 1e3;
}

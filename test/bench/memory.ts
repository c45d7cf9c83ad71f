/** How much memory a route takes. */
import type { Contender, Lookup } from './contender.ts';
import { flat } from './fresh.ts';
import type { BenchTable } from './tables.ts';

/**
 * Measures what routers keep on the heap once every route was asked for.
 *
 * @param contender whose routers
 * @param tables what they hold: no two may share a string, as V8 would keep one copy of equal keys
 *   and expressions; the first is not counted, as it pays for what all share
 * @returns bytes per route
 * @throws {Error} without `--expose-gc`
 */
export function measureMemory(contender: Contender, tables: readonly BenchTable[]): number {
  const [first, ...rest] = tables;
  const kept: Lookup[] = [use(contender, first)];
  const before = usedHeap();
  for (const table of rest) kept.push(use(contender, table));
  const bytes = usedHeap() - before;
  // Reading them here keeps the routers alive until after the measurement.
  return bytes / (first.routes.length * (kept.length - 1));
}

/** Builds a router and asks it for everything, as some build or compile on demand. */
function use({ prepare, build }: Contender, { routes, requests }: BenchTable): Lookup {
  const lookup = build(prepare(routes));
  for (const { method, path } of requests) lookup(method, flat(path));
  return lookup;
}

function usedHeap(): number {
  if (globalThis.gc === undefined) throw new Error('Run this with --expose-gc.');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Measures memory per route. */
import type { Contender, Lookup } from './contender.ts';
import { flat } from './fresh.ts';
import type { BenchTable } from './tables.ts';

/**
 * Measures the heap that routers use after every route was requested.
 *
 * @param contender the kind of router
 * @param tables their tables. No two may share a string, as V8 keeps one copy of equal keys and
 *   expressions. The first isn't counted, as it pays for shared code.
 * @returns bytes per route
 * @throws {Error} without `--expose-gc`
 */
export function measureMemory(contender: Contender, tables: readonly BenchTable[]): number {
  const [first, ...rest] = tables;
  const kept: Lookup[] = [use(contender, first)];
  const before = usedHeap();
  for (const table of rest) kept.push(use(contender, table));
  const bytes = usedHeap() - before;
  // Read here to keep the routers alive until after the measurement.
  return bytes / (first.routes.length * (kept.length - 1));
}

/** Builds a router and looks up everything, as some routers build or compile on demand. */
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

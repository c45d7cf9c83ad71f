/** How much memory a route takes. */
import type { Contender, Lookup } from './contender.ts';
import { flat } from './fresh.ts';
import { type BenchTable, generateTable } from './tables.ts';

/** How many routes each of the measured routers has. */
export const MEMORY_ROUTES = 1_000;
const ROUTERS = 5;

/**
 * Measures what routers keep on the heap once every route was asked for.
 *
 * @returns bytes per route
 * @throws {Error} without `--expose-gc`
 */
export function measureMemory(contender: Contender): number {
  // No two tables share a module's name: V8 would keep one copy of equal keys and expressions.
  const tables = Array.from({ length: ROUTERS + 1 }, (_, table) => {
    return generateTable(MEMORY_ROUTES, `m${String.fromCharCode(97 + table)}`);
  });
  const [first, ...rest] = tables;
  const kept: Lookup[] = [use(contender, first)];
  const before = usedHeap();
  for (const table of rest) kept.push(use(contender, table));
  const bytes = usedHeap() - before;
  // Reading them here keeps the routers alive until after the measurement.
  return bytes / (MEMORY_ROUTES * (kept.length - 1));
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

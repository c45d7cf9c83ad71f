import { runInChild } from '../child.ts';
import type { Contender, Lookup } from '../contender.ts';
import { CONTENDERS, loadContenders, OWN, PLAIN_PEERS } from '../contenders.ts';
import { least, type Part, type Row } from '../report.ts';
import { flat } from '../rounds.ts';
import type { Figures } from '../statistics.ts';
import {
  type BenchTable,
  generatedName,
  generateTable,
  LARGE,
  loadTable,
  under,
} from '../tables.ts';

const TABLES = [generatedName(1_000), LARGE];

/** Enough routers to outweigh V8's compiled code, which varies between processes. */
const ROUTERS = 20;

/** Memory: bytes per route. */
export const memory: Part = {
  name: 'memory',
  title: 'Memory',
  text: `The heap of twenty routers of a table after a garbage collection, once every route has been resolved.
Compiled code on the heap counts.`,
  forms: [
    {
      unit: 'bytes per route',
      columns: CONTENDERS,
      ratios: [least(`least peer / ${OWN}`, PLAIN_PEERS, OWN)],
    },
  ],
  async measure(tables) {
    const rows: Row[] = [];
    for (const table of TABLES.filter((each) => tables.includes(each))) {
      const figures = await runInChild(import.meta.url, measureMemory, table);
      rows.push({ label: table, figures });
    }
    return [rows];
  },
};

/** Measures all contenders in turn: bytes per route. */
export async function measureMemory(name: string): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const contender of await loadContenders()) {
    const tables = Array.from({ length: ROUTERS + 1 }, (_, number) => unlike(name, number));
    try {
      figures[contender.name] = measureHeap(contender, tables);
    } catch {
      // The lookups report why it can't hold the table.
    }
  }
  return figures;
}

/** A table that shares no string with the others: V8 keeps one copy of equal keys and expressions. */
function unlike(name: string, number: number): BenchTable {
  const letter = String.fromCharCode(97 + number);
  const size = /^generated-(\d+)$/.exec(name)?.[1];
  if (size !== undefined) return generateTable(Number(size), `m${letter}`);
  return under(`m${letter}`, loadTable(name));
}

/** The heap per route, once each was requested. The first table pays for shared code. */
function measureHeap(contender: Contender, [first, ...rest]: readonly BenchTable[]): number {
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

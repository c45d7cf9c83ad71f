import { repeat, runInChild } from '../child.ts';
import {
  COMPILED,
  CONTENDERS,
  loadContenders,
  loadStarters,
  OWN,
  PLAIN_PEERS,
  STARTERS,
} from '../contenders.ts';
import { type Form, least, type Part, ratio } from '../report.ts';
import { type Figures, flat, medians, nanoseconds, rotate } from '../rounds.ts';
import type { Contender, Lookup } from '../routers.ts';
import {
  ALL_TABLES,
  type BenchTable,
  generatedName,
  LARGE,
  label,
  loadTable,
  middleRequest,
  under,
} from '../tables.ts';

const PROCESSES = 5;
const SETTLE_MS = 5;
const MAX_BUILDS = 9;
/** Contenders slower than this build no further router. */
const BUDGET_US = 200_000;

const forms: Form[] = ['a fresh process', 'a fresh router'].map((where) => ({
  unit: `µs to the first answer, ${where}`,
  columns: STARTERS,
  ratios: [
    ...[ratio('hono', OWN), ratio('find-my-way', OWN), ratio(OWN, 'memoirist')],
    least(`fastest plain peer / ${COMPILED}`, PLAIN_PEERS, COMPILED),
  ],
  mean: true,
}));

/** First answers: every table, in fresh processes and in fresh routers. */
export const first: Part = {
  name: 'first',
  forms: [...forms, { unit: 'µs to read a compiled table', columns: ['JSON.parse'] }],
  tables: ALL_TABLES,
  async measure(table) {
    // Steps of two: with one process per contender, each would be first once.
    const run = (turn: number) => runInChild(import.meta.url, timeFirstAnswers, table, turn * 2);
    const samples = await repeat(PROCESSES, run);
    return samples[0].map((_, place) => {
      const figures = medians(samples.map((sample) => sample[place]));
      return [{ label: label(table), figures }];
    });
  },
};

/**
 * Times all contenders in one process, starting with the one at `turn`: microseconds of the first
 * router, of a router after others, and of parsing a compiled table.
 */
export async function timeFirstAnswers(name: string, turn: number): Promise<Figures[]> {
  const { routes } = loadTable(name);
  const contenders = rotate(await loadStarters(), turn);
  const json = JSON.stringify(contenders.find((one) => one.name === COMPILED)?.prepare(routes));
  const parse = { 'JSON.parse': nanoseconds(() => JSON.parse(json)) / 1e3 };
  return [...timeBuilds(contenders, name), parse];
}

/** Builds one router per contender, and then more: microseconds to the first answer of both. */
export function timeBuilds(contenders: readonly Contender[], name: string): [Figures, Figures] {
  const table = loadTable(name);
  const inputs = contenders.map(({ prepare }) => prepare(table.routes));
  const first: Record<string, number> = {};
  for (const [place, contender] of contenders.entries()) {
    settle();
    try {
      first[contender.name] = timeFirstAnswer(contender, table, inputs[place]);
    } catch {
      // The lookups report why it can't hold the table.
    }
  }
  const spent = new Map(Object.keys(first).map((each) => [each, 0]));
  const later = Array.from({ length: MAX_BUILDS }, (_, build) => {
    const unseen = under(`t${build}`, table);
    const times: Record<string, number> = {};
    for (const contender of contenders) {
      const before = spent.get(contender.name) ?? Number.POSITIVE_INFINITY;
      if (before > BUDGET_US) continue;
      const time = timeFirstAnswer(contender, unseen, contender.prepare(unseen.routes));
      spent.set(contender.name, before + time);
      times[contender.name] = time;
    }
    return times;
  });
  return [first, medians(later)];
}

/**
 * Lets V8 finish compiling for the previous contender. Keeps the processor busy, since an idle one
 * slows down.
 */
function settle(): void {
  const end = performance.now() + SETTLE_MS;
  while (performance.now() < end);
}

/** Times building a router and its first lookup, which some routers need for building. */
function timeFirstAnswer({ build }: Contender, table: BenchTable, input: unknown): number {
  const { method, path } = middleRequest(table);
  const target = flat(path);
  // Collects the previous garbage; a full collection would drop compiled code too.
  globalThis.gc?.({ type: 'minor' });
  return nanoseconds(() => build(input)(method, target)) / 1e3;
}

/** Enough routers to outweigh V8's compiled code, which varies between processes. */
const ROUTERS = 20;

/** Memory: bytes per route. */
export const memory: Part = {
  name: 'memory',
  forms: [
    {
      unit: 'bytes per route',
      columns: CONTENDERS,
      ratios: [least(`least peer / ${OWN}`, PLAIN_PEERS, OWN)],
    },
  ],
  tables: [generatedName(1_000), LARGE],
  async measure(table) {
    const figures = await runInChild(import.meta.url, measureMemory, table);
    return [[{ label: table, figures }]];
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
  const word = `m${String.fromCharCode(97 + number)}`;
  return name === LARGE ? under(word, loadTable(name)) : loadTable(name, word);
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

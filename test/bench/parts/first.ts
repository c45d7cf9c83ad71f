import { repeat, runInChild } from '../child.ts';
import type { Contender } from '../contender.ts';
import { COMPILED, loadStarters, OWN, PLAIN_PEERS, STARTERS } from '../contenders.ts';
import { type Form, least, type Part, ratio } from '../report.ts';
import { flat } from '../rounds.ts';
import type { Figures } from '../statistics.ts';
import { medians, mediansOf, rotate } from '../statistics.ts';
import { type BenchTable, label, loadTable, middleRequest, under } from '../tables.ts';

const PROCESSES = 5;
const SETTLE_MS = 5;
const MAX_BUILDS = 9;
/** Contenders slower than this build no further router. */
const BUDGET_US = 200_000;

const ratios = [
  ...[ratio('hono', OWN), ratio('find-my-way', OWN), ratio(OWN, 'memoirist')],
  least(`fastest plain peer / ${COMPILED}`, PLAIN_PEERS, COMPILED),
];

const forms: Form[] = ['a fresh process', 'a fresh router'].map((where) => ({
  unit: `µs to the first answer, ${where}`,
  columns: STARTERS,
  ratios,
  mean: true,
}));

/** First answers: every table, in fresh processes and in fresh routers. */
export const first: Part = {
  name: 'first',
  title: 'From a table to the first answer',
  text: `Building a router and one lookup with a parameter. The libraries are loaded, and the table is in the form
that the router needs. In a fresh process it is the first router, and V8 has not optimised its code. A fresh
router comes after others. Its table is new, since V8 keeps what it compiled for an expression. The data of a
compiled table is parsed before the time starts; the last table has the time of that.`,
  forms: [...forms, { unit: 'µs to read a compiled table', columns: ['JSON.parse'], ratios: [] }],
  async measure(tables) {
    const samples = new Map<string, FirstSample[]>();
    for (const table of tables) {
      // Steps of two: with one process per contender, each would be first once.
      const run = (turn: number) => runInChild(import.meta.url, timeFirstAnswers, table, turn * 2);
      samples.set(label(table), await repeat(PROCESSES, run));
    }
    return (['process', 'router', 'parse'] as const).map((form) =>
      [...samples].map(([label, all]) => ({
        label,
        figures: medians(all.map((one) => one[form])),
      })),
    );
  },
};

/** One process's result, in microseconds. */
interface FirstSample {
  /** The first router of the process. */
  readonly process: Figures;
  /** A router after others, as the median. */
  readonly router: Figures;
  /** The first parse of a compiled table in JSON. */
  readonly parse: Figures;
}

/**
 * Times all contenders in one process.
 *
 * @param name the table
 * @param turn which contender comes first
 */
export async function timeFirstAnswers(name: string, turn: number): Promise<FirstSample> {
  const { routes } = loadTable(name);
  const contenders = rotate(await loadStarters(), turn);
  const json = JSON.stringify(contenders.find((one) => one.name === COMPILED)?.prepare(routes));
  const begun = process.hrtime.bigint();
  JSON.parse(json);
  const parse = { 'JSON.parse': Number(process.hrtime.bigint() - begun) / 1e3 };
  return { parse, ...timeBuilds(contenders, name) };
}

/** Builds one router per contender, and then more: microseconds to the first answer. */
export function timeBuilds(
  contenders: readonly Contender[],
  name: string,
): Pick<FirstSample, 'process' | 'router'> {
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
  const later = new Map(Object.keys(first).map((each): [string, number[]] => [each, []]));
  for (let build = 0; build < MAX_BUILDS; build++) {
    const unseen = under(`t${build}`, table);
    for (const contender of contenders) {
      const times = later.get(contender.name);
      if (times === undefined || times.reduce((sum, us) => sum + us, 0) > BUDGET_US) continue;
      times.push(timeFirstAnswer(contender, unseen, contender.prepare(unseen.routes)));
    }
  }
  return { process: first, router: mediansOf(later) };
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
  const start = process.hrtime.bigint();
  build(input)(method, target);
  return Number(process.hrtime.bigint() - start) / 1e3;
}

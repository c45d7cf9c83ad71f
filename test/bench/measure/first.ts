/** One process of the first answers: one table, one router per contender. */
import { loadStarters } from '../able.ts';
import { COMPILED } from '../build.ts';
import { timeFirstAnswer } from '../first.ts';
import type { Figures } from '../form.ts';
import { median } from '../statistics.ts';
import { loadTable, under } from '../tables.ts';

/** The process's result, in microseconds. */
export interface FirstSample {
  readonly routes: number;
  /** The first router of the process. */
  readonly process: Figures;
  /** A router after others, as the median. */
  readonly router: Figures;
  /** The first parse of a compiled table in JSON. */
  readonly parse: Figures;
}

const SETTLE_MS = 5;
const MAX_BUILDS = 9;
/** Contenders slower than this build no further router. */
const BUDGET_US = 200_000;

const [name, turn] = process.argv.slice(2);
process.send?.(await measure());

async function measure(): Promise<FirstSample> {
  const table = loadTable(name);
  const all = await loadStarters();
  // Each contender comes first in one of the processes.
  const start = Number(turn) % all.length;
  const able = [...all.slice(start), ...all.slice(0, start)];
  const json = JSON.stringify(all.find(({ name }) => name === COMPILED)?.prepare(table.routes));
  const begun = process.hrtime.bigint();
  JSON.parse(json);
  const parseTime = Number(process.hrtime.bigint() - begun) / 1e3;
  const inputs = able.map(({ prepare }) => prepare(table.routes));
  const first = new Map<string, number>();
  for (const [place, contender] of able.entries()) {
    settle();
    try {
      first.set(contender.name, timeFirstAnswer(contender, table, inputs[place]));
    } catch {
      // The lookups report why it can't hold the table.
    }
  }
  const later = new Map([...first.keys()].map((each): [string, number[]] => [each, []]));
  for (let build = 0; build < MAX_BUILDS; build++) {
    const unseen = under(`t${build}`, table);
    for (const contender of able) {
      const times = later.get(contender.name);
      if (times === undefined || times.reduce((sum, us) => sum + us, 0) > BUDGET_US) continue;
      times.push(timeFirstAnswer(contender, unseen));
    }
  }
  return {
    routes: table.routes.length,
    process: Object.fromEntries(first),
    parse: { 'JSON.parse': parseTime },
    router: Object.fromEntries([...later].map(([each, times]) => [each, median(times)])),
  };
}

/**
 * Lets V8 finish compiling for the previous contender. Keeps the processor busy, since an idle one
 * slows down.
 */
function settle(): void {
  const end = performance.now() + SETTLE_MS;
  while (performance.now() < end);
}

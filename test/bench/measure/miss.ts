/** One process of the misses: one table, with its hits and two kinds of miss. */
import { buildAll, loadContenders } from '../able.ts';
import { OWN } from '../build.ts';
import type { Lookup } from '../contender.ts';
import type { Figures } from '../form.ts';
import { toSource } from '../fresh.ts';
import { type Miss, wrongMethods, wrongPaths } from '../misses.ts';
import { createPicker } from '../orders.ts';
import { createLane, timeRounds } from '../rounds.ts';
import { median, medians } from '../statistics.ts';
import { loadTable } from '../tables.ts';

/** The process's result: nanoseconds per lookup. */
export interface MissSample {
  readonly routes: number;
  readonly hit: Figures;
  readonly path: Figures;
  readonly method: Figures;
}

/** Hits and misses take turns, so a slow spell of the machine affects all of them. */
const TURNS = 4;

const [name] = process.argv.slice(2);
const table = loadTable(name);
const { lookups } = buildAll(await loadContenders(), table);
const turns = Array.from({ length: TURNS }, () => ({
  hit: time(table.requests, () => true),
  path: time(wrongPaths(table), answersNothing),
  method: time(wrongMethods(table), answersNothing),
}));
const sample: MissSample = {
  routes: table.routes.length,
  hit: medians(turns.map(({ hit }) => hit)),
  path: medians(turns.map(({ path }) => path)),
  method: medians(turns.map(({ method }) => method)),
};
process.send?.(sample);

type Check = (able: (typeof lookups)[number], requests: readonly Miss[]) => boolean;

function time(requests: readonly Miss[], check: Check): Figures {
  const able = lookups.filter((each) => check(each, requests));
  const lanes = able.map(({ contender, find }) => createLane(contender.name, find));
  const pick = createPicker('random', requests.length);
  const times = timeRounds(lanes, toSource(requests), pick, { warmUpMs: 150, measureMs: 350 });
  return Object.fromEntries([...times].map(([each, values]) => [each, median(values)]));
}

/** True if a router finds nothing, and waymark returns the right status. */
function answersNothing({ contender, find }: (typeof lookups)[number], all: readonly Miss[]) {
  return all.every(({ method, path, status }) => {
    const answer = find(method, path) as ReturnType<Lookup> & { status?: string };
    if (contender.name !== OWN) return contender.indexOf(answer, method) === undefined;
    if (answer.status === status) return true;
    throw new Error(`${OWN} answers ${method} ${path} with ${answer.status}, not ${status}.`);
  });
}

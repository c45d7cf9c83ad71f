/** One process of `--against`: two builds, one table. */
import type { Contender } from './contender.ts';
import { timeFirstAnswer } from './first.ts';
import { toSource } from './fresh.ts';
import { createPicker, ORDERS } from './orders.ts';
import { createLane, timeRounds } from './rounds.ts';
import { median } from './statistics.ts';
import { loadTable } from './tables.ts';
import { findMistakes } from './verify.ts';
import { loadWaymark, OWN_DIST, toFolderUrl } from './waymark.ts';

/** What a process sends: figures in the order of the columns. */
export interface Comparison {
  readonly own: readonly number[];
  readonly other: readonly number[];
  /** The other's time in this build's, the median over the rounds. */
  readonly ratios: readonly number[];
}

const LIMITS = { warmUpMs: 120, measureMs: 500 };

const [what, name, dist, first] = process.argv.slice(2);
const table = loadTable(name);
const folders = { own: OWN_DIST, other: toFolderUrl(dist) };
const order = first === 'own' ? (['own', 'other'] as const) : (['other', 'own'] as const);
const builds: Contender[] = [];
for (const side of order) builds.push(await loadWaymark(side, folders[side]));
process.send?.(what === 'first' ? compareFirst() : compareLookups());

function compareFirst(): Comparison {
  const times = new Map(builds.map((build) => [build.name, timeFirstAnswer(build, table)]));
  const own = times.get('own') ?? Number.NaN;
  const other = times.get('other') ?? Number.NaN;
  return { own: [own], other: [other], ratios: [other / own] };
}

function compareLookups(): Comparison {
  const lookups = builds.map((build) => {
    const find = build.build(build.prepare(table.routes));
    const mistake = findMistakes(build, find, table);
    if (mistake !== null) throw new Error(`${build.name}: ${mistake}`);
    return { name: build.name, find };
  });
  const source = toSource(table.requests);
  const own: number[] = [];
  const other: number[] = [];
  const ratios: number[] = [];
  for (const order of ORDERS) measure(order, 'answer');
  measure('random', 'answer.destination.charCodeAt(0)');
  return { own, other, ratios };

  function measure(order: (typeof ORDERS)[number], use: string): void {
    const lanes = lookups.map((each) => createLane(each.name, each.find, use));
    const times = timeRounds(lanes, source, createPicker(order, table.requests.length), LIMITS);
    const mine = times.get('own') ?? [];
    const theirs = times.get('other') ?? [];
    own.push(median(mine));
    other.push(median(theirs));
    ratios.push(median(mine.map((value, round) => theirs[round] / value)));
  }
}

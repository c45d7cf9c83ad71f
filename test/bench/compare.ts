/** One process of `--against`: two builds, one table. */

import { loadWaymark, OWN_DIST, toFolderUrl } from './build.ts';
import type { Contender } from './contender.ts';
import { timeFirstAnswer } from './first.ts';
import { toSource } from './fresh.ts';
import { createPicker, ORDERS } from './orders.ts';
import { createLane, timeRounds } from './rounds.ts';
import { median, medians } from './statistics.ts';
import { type BenchTable, loadTable, under } from './tables.ts';
import { findMistakes } from './verify.ts';

/** A process's result: figures in the order of the columns. */
export interface Comparison {
  readonly own: readonly number[];
  readonly other: readonly number[];
  /** The other build's time divided by this one's, as the median over the rounds. */
  readonly ratios: readonly number[];
}

const FIRST_MS = 150;
const MAX_BUILDS = 9;
const LIMITS = { warmUpMs: 120, measureMs: 500 };

const [what, name, dist, first] = process.argv.slice(2);
const table = loadTable(name);
const folders = { own: OWN_DIST, other: toFolderUrl(dist) };
const order = first === 'own' ? (['own', 'other'] as const) : (['other', 'own'] as const);
const builds: Contender[] = [];
for (const side of order) builds.push(await loadWaymark(side, folders[side]));
process.send?.(what === 'first' ? compareFirst() : compareLookups());

function compareFirst(): Comparison {
  const cold = timeFirst(table);
  const warm: Record<string, number>[] = [];
  const end = performance.now() + FIRST_MS;
  do warm.push(timeFirst(under(`t${warm.length}`, table)));
  while (performance.now() < end && warm.length < MAX_BUILDS);
  const later = medians(warm);
  const own = [cold.own, later.own];
  const other = [cold.other, later.other];
  return { own, other, ratios: own.map((us, column) => other[column] / us) };
}

function timeFirst(unseen: BenchTable): Record<string, number> {
  return Object.fromEntries(builds.map((build) => [build.name, timeFirstAnswer(build, unseen)]));
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

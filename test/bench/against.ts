/**
 * Compares two builds of waymark, for its developers: `npm run bench -- --against DIR`. DIR is
 * another built checkout, or its `dist`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repeat, runInChild } from './child.ts';
import { type Contender, findMistakes } from './contender.ts';
import { loadWaymark, OWN_DIST } from './contenders.ts';
import { timeFirstAnswer } from './parts/first.ts';
import { createLane, ORDERS, timeRounds } from './rounds.ts';
import { geometricMean, lowerQuartile, median, medians } from './statistics.ts';
import { type BenchTable, loadTable, under } from './tables.ts';

const PROCESSES = 4;
const FIRST_PROCESSES = 10;
const FIRST_MS = 150;
const MAX_BUILDS = 9;
const LIMITS = { warmUpMs: 120, measureMs: 500 };
const COLUMNS = ['random', 'in order', 'read', 'first process', 'first router'];

/** A process's result: figures in the order of the columns. */
interface Comparison {
  readonly own: readonly number[];
  readonly other: readonly number[];
  /** The other build's time divided by this one's, as the median over the rounds. */
  readonly ratios: readonly number[];
}

/**
 * Compares this build with another and prints a line for each table. A ratio above 1 means that
 * this build is faster. For lookups, the builds take turns in a few processes per table. For first
 * answers, each process builds one router of each build in changing order, and then a few more.
 *
 * @param dir the other checkout, or its `dist`
 * @param tables which tables
 * @throws {Error} if there is no build
 */
export async function compareBuilds(dir: string, tables: readonly string[]): Promise<void> {
  const dist = [resolve(dir, 'dist'), resolve(dir)].find((each) => existsSync(`${each}/index.js`));
  if (dist === undefined) throw new Error(`There is no build in ${dir}: run npx tsup there.`);
  if (!existsSync(resolve(dist, '../package.json'))) {
    // Node would treat the modules as CommonJS, which V8 compiles differently: 3 to 4 % were seen.
    throw new Error(`${dist} has no package.json next to it: name a whole checkout.`);
  }
  console.log(`this build against ${dist}; other / this, above 1 where this is faster\n`);
  console.log(line('', COLUMNS), '  this build: ns, and µs');
  const all: number[][] = [];
  for (const table of tables) {
    // Changes the order of loading and building, which decides the layout of memory.
    const lookups = await repeat(PROCESSES, (turn) =>
      runInChild(import.meta.url, compareLookups, table, dist, turn),
    );
    const firsts = await repeat(FIRST_PROCESSES, (turn) =>
      runInChild(import.meta.url, compareFirst, table, dist, turn),
    );
    const columns = [
      ...lookups[0].ratios.map((_, column) => summary(lookups, column)),
      ...firsts[0].ratios.map((_, column) => firstSummary(firsts, column)),
    ];
    all.push(columns.map(({ ratio }) => ratio));
    const figures = columns.map(({ own }) => Math.round(own)).join(', ');
    console.log(
      line(
        table,
        columns.map(({ ratio }) => ratio.toFixed(3)),
      ),
      `  ${figures}`,
    );
  }
  const means = all[0].map((_, column) => geometricMean(all.map((ratios) => ratios[column])));
  console.log(
    line(
      'geometric mean',
      means.map((mean) => mean.toFixed(3)),
    ),
  );
}

/** Compares adjacent turns, so disturbances affect both builds. */
function summary(all: readonly Comparison[], column: number): { own: number; ratio: number } {
  return {
    own: median(all.map(({ own }) => own[column])),
    ratio: median(all.map(({ ratios }) => ratios[column])),
  };
}

/** A first answer has one turn per process; the ratio compares the undisturbed turns. */
function firstSummary(all: readonly Comparison[], column: number): { own: number; ratio: number } {
  const own = lowerQuartile(all.map((each) => each.own[column]));
  return { own, ratio: lowerQuartile(all.map((each) => each.other[column])) / own };
}

function line(head: string, cells: readonly string[]): string {
  return head.padEnd(18) + cells.map((cell) => cell.padStart(15)).join('');
}

/** Both builds; the other one comes first in every second turn. */
async function loadBuilds(dist: string, turn: number): Promise<Contender[]> {
  const own = () => loadWaymark('own', OWN_DIST);
  const other = () => loadWaymark('other', pathToFileURL(`${dist}/`));
  return turn % 2 === 0 ? [await own(), await other()] : [await other(), await own()];
}

/** One process: lookups in both orders, and with the destination read. */
export async function compareLookups(
  name: string,
  dist: string,
  turn: number,
): Promise<Comparison> {
  const table = loadTable(name);
  const lookups = (await loadBuilds(dist, turn)).map((build) => {
    const find = build.build(build.prepare(table.routes));
    const mistake = findMistakes(build, find, table);
    if (mistake !== null) throw new Error(`${build.name}: ${mistake}`);
    return { name: build.name, find };
  });
  const own: number[] = [];
  const other: number[] = [];
  const ratios: number[] = [];
  for (const order of ORDERS) measure(order, 'answer');
  measure('random', 'answer.destination.charCodeAt(0)');
  return { own, other, ratios };

  function measure(order: (typeof ORDERS)[number], use: string): void {
    const lanes = lookups.map((each) => createLane(each.name, each.find, use));
    const times = timeRounds(lanes, table.requests, order, LIMITS);
    const mine = times.get('own') ?? [];
    const theirs = times.get('other') ?? [];
    own.push(median(mine));
    other.push(median(theirs));
    ratios.push(median(mine.map((value, round) => theirs[round] / value)));
  }
}

/** One process: the first router of each build, and a few more. */
export async function compareFirst(name: string, dist: string, turn: number): Promise<Comparison> {
  const table = loadTable(name);
  const builds = await loadBuilds(dist, turn);
  const timeFirst = (unseen: BenchTable): Record<string, number> =>
    Object.fromEntries(builds.map((build) => [build.name, timeFirstAnswer(build, unseen)]));
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

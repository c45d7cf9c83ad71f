/**
 * Compares two builds of waymark, for its developers: `npm run bench -- --against DIR`. DIR is
 * another built checkout, or its `dist`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repeat, runInChild } from './child.ts';
import { buildAll, type Contender } from './contender.ts';
import { loadWaymark, OWN_DIST } from './contenders.ts';
import { timeBuilds } from './parts/first.ts';
import { createLane, ORDERS, READING, timeRounds } from './rounds.ts';
import { geometricMean, lowerQuartile, median } from './statistics.ts';
import { loadTable } from './tables.ts';

const PROCESSES = 4;
const FIRST_PROCESSES = 10;
const LIMITS = { warmUpMs: 120, measureMs: 500 };
const COLUMNS = ['random', 'in order', 'read', 'first process', 'first router'];

/** A figure of both builds. */
interface Pair {
  readonly own: number;
  readonly other: number;
  /** The other build's time divided by this one's; for lookups, the median over the rounds. */
  readonly ratio: number;
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
      ...lookups[0].map((_, column) => summary(lookups.map((pairs) => pairs[column]))),
      ...firsts[0].map((_, column) => firstSummary(firsts.map((pairs) => pairs[column]))),
    ];
    const figures = columns.map(({ own }) => Math.round(own)).join(', ');
    const ratios = columns.map(({ ratio }) => ratio);
    all.push(ratios);
    console.log(line(table, ratios), `  ${figures}`);
  }
  const means = all[0].map((_, column) => geometricMean(all.map((ratios) => ratios[column])));
  console.log(line('geometric mean', means));
}

/** Compares adjacent turns, so disturbances affect both builds. */
function summary(all: readonly Pair[]): Omit<Pair, 'other'> {
  return { own: median(all.map(({ own }) => own)), ratio: median(all.map(({ ratio }) => ratio)) };
}

/** A first answer has one turn per process; the ratio compares the undisturbed turns. */
function firstSummary(all: readonly Pair[]): Omit<Pair, 'other'> {
  const own = lowerQuartile(all.map((each) => each.own));
  return { own, ratio: lowerQuartile(all.map((each) => each.other)) / own };
}

function line(head: string, cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell));
  return head.padEnd(18) + texts.map((text) => text.padStart(15)).join('');
}

/** Both builds; the other one comes first in every second turn. */
async function loadBuilds(dist: string, turn: number): Promise<Contender[]> {
  const own = () => loadWaymark('own', OWN_DIST);
  const other = () => loadWaymark('other', pathToFileURL(`${dist}/`));
  return turn % 2 === 0 ? [await own(), await other()] : [await other(), await own()];
}

/** One process: lookups in both orders, and with the destination read. */
export async function compareLookups(name: string, dist: string, turn: number): Promise<Pair[]> {
  const table = loadTable(name);
  const { lookups, missing } = buildAll(await loadBuilds(dist, turn), table);
  if (lookups.length < 2) throw new Error(Object.entries(missing).join());
  const measure = (order: (typeof ORDERS)[number], use?: string): Pair => {
    const lanes = lookups.map(({ contender, find }) => createLane(contender.name, find, use));
    const times = timeRounds(lanes, table.requests, order, LIMITS);
    const own = times.get('own') ?? [];
    const other = times.get('other') ?? [];
    const ratios = own.map((value, round) => other[round] / value);
    return { own: median(own), other: median(other), ratio: median(ratios) };
  };
  return [...ORDERS.map((order) => measure(order)), measure('random', READING)];
}

/** One process: the first router of each build, and a few more. */
export async function compareFirst(name: string, dist: string, turn: number): Promise<Pair[]> {
  const { process, router } = timeBuilds(await loadBuilds(dist, turn), name);
  return [process, router].map(({ own, other }) => ({ own, other, ratio: other / own }));
}

/**
 * Compares two builds of waymark, for its developers: `npm run bench -- --against DIR`. DIR is
 * another built checkout, or its `dist`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repeat, runInChild } from './child.ts';
import { buildAll, loadWaymark, OWN_DIST } from './contenders.ts';
import { timeBuilds } from './parts/first.ts';
import { type Row, writeTable } from './report.ts';
import { createLane, type Figures, median, ORDERS, READING, timeRounds } from './rounds.ts';
import type { Contender } from './routers.ts';
import { loadTable } from './tables.ts';

const PROCESSES = 4;
const FIRST_PROCESSES = 10;
const LIMITS = { warmUpMs: 120, measureMs: 500 };
const COLUMNS = [...ORDERS, 'read', 'first process', 'first router'];

/**
 * Compares this build with another and prints a line for each table. A ratio above 1 means that
 * this build is faster. For lookups, the builds take turns in a few processes per table. For first
 * answers, each process builds one router of each build in changing order, and then a few more.
 *
 * @param dir the other checkout, or its `dist`
 * @throws {Error} if there is no build
 */
export async function compareBuilds(dir: string, tables: readonly string[]): Promise<void> {
  const dist = [resolve(dir, 'dist'), resolve(dir)].find((each) => existsSync(`${each}/index.js`));
  if (dist === undefined) throw new Error(`There is no build in ${dir}: run npx tsup there.`);
  if (!existsSync(resolve(dist, '../package.json'))) {
    // Node would treat the modules as CommonJS, which V8 compiles differently: 3 to 4 % were seen.
    throw new Error(`${dist} has no package.json next to it: name a whole checkout.`);
  }
  const rows: Row[] = [];
  for (const table of tables) {
    console.error(table);
    // `turn` changes the order of loading and building, which decides the layout of memory.
    const lookups = await repeat(PROCESSES, (turn) =>
      runInChild(import.meta.url, compareLookups, table, dist, turn),
    );
    const firsts = await repeat(FIRST_PROCESSES, (turn) =>
      runInChild(import.meta.url, timeFirst, table, dist, turn),
    );
    const ratios = [...transposed(lookups).map(median), ...transposed(firsts).map(firstRatio)];
    const figures = Object.fromEntries(COLUMNS.map((name, place) => [name, ratios[place]]));
    rows.push({ label: table, figures });
  }
  const ratios = COLUMNS.map((head) => ({ head, of: (figures: Figures) => figures[head] }));
  console.log(`${dist} / this build, above 1 where this is faster\n`);
  console.log(writeTable({ unit: 'table', columns: [], ratios, mean: true }, [rows]));
}

function transposed<T>(rows: readonly (readonly T[])[]): T[][] {
  return rows[0].map((_, column) => rows.map((row) => row[column]));
}

/** Compares the lower quartiles: a first answer has one turn per process, and low is undisturbed. */
function firstRatio(all: readonly Figures[]): number {
  const [own, other] = ['own', 'other'].map(
    (name) => all.map((times) => times[name]).sort((a, b) => a - b)[all.length >> 2],
  );
  return other / own;
}

/** Both builds; the other one comes first in every second turn. */
async function loadBuilds(dist: string, turn: number): Promise<Contender[]> {
  const own = () => loadWaymark('own', OWN_DIST);
  const other = () => loadWaymark('other', pathToFileURL(`${dist}/`));
  return turn % 2 === 0 ? [await own(), await other()] : [await other(), await own()];
}

/** One process: lookups in both orders, and with the destination read. */
export async function compareLookups(name: string, dist: string, turn: number) {
  const table = loadTable(name);
  const { lookups, missing } = buildAll(await loadBuilds(dist, turn), table);
  if (lookups.length < 2) throw new Error(Object.entries(missing).join());
  const measure = (order: (typeof ORDERS)[number], use?: string) => {
    const lanes = lookups.map(({ contender, find }) => createLane(contender.name, find, use));
    const rounds = timeRounds(lanes, table.requests, order, LIMITS);
    // Compares adjacent turns, so disturbances affect both builds.
    return median(rounds.map(({ own, other }) => other / own));
  };
  return [...ORDERS.map((order) => measure(order)), measure('random', READING)];
}

/** One process: the first router of each build, and a few more. */
export async function timeFirst(name: string, dist: string, turn: number): Promise<Figures[]> {
  return timeBuilds(await loadBuilds(dist, turn), name);
}

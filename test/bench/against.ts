/**
 * Compares two builds of waymark, for its developers: `npm run bench -- --against DIR`. DIR is
 * another built checkout, or its `dist`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInChild } from './child.ts';
import type { Comparison } from './compare.ts';
import { geometricMean, lowerQuartile, median } from './statistics.ts';

const PROCESSES = 4;
const FIRST_PROCESSES = 10;
const COLUMNS = ['random', 'in order', 'read', 'first process', 'first router'];

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
    const lookups = await repeat(PROCESSES, 'lookup', table, dist);
    const firsts = await repeat(FIRST_PROCESSES, 'first', table, dist);
    const columns = [
      ...lookups[0].ratios.map((_, column) => summary(lookups, column)),
      ...firsts[0].ratios.map((_, column) => firstSummary(firsts, column)),
    ];
    all.push(columns.map(({ ratio }) => ratio));
    const figures = columns.map(({ own }) => Math.round(own)).join(', ');
    console.log(line(table, columns.map(format)), `  ${figures}`);
  }
  const means = all[0].map((_, column) => geometricMean(all.map((ratios) => ratios[column])));
  console.log(
    line(
      'geometric mean',
      means.map((mean) => format({ ratio: mean })),
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

async function repeat(
  processes: number,
  what: string,
  table: string,
  dist: string,
): Promise<Comparison[]> {
  const results: Comparison[] = [];
  for (let turn = 0; turn < processes; turn++) {
    // Changes the order of loading and building, which decides the layout of memory.
    const first = turn % 2 === 0 ? 'own' : 'other';
    results.push(await runInChild<Comparison>('compare.ts', [what, table, dist, first]));
  }
  return results;
}

function format({ ratio }: { ratio: number }): string {
  return ratio.toFixed(3);
}

function line(head: string, cells: readonly string[]): string {
  return head.padEnd(18) + cells.map((cell) => cell.padStart(15)).join('');
}

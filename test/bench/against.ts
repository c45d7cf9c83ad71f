/**
 * Two builds of waymark next to each other, for whoever works on it: `npm run bench -- --against
 * DIR`, where DIR is another checkout that was built, or its `dist`.
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
 * Compares this build with another and prints a line for each table. A ratio above 1 means that this
 * build is faster. Lookups have a few processes for each table and take turns in each; for the first
 * answer each process builds one router of each, in an order that changes, and then a few more.
 *
 * @param dir the other checkout, or its `dist`
 * @param tables which tables
 * @throws {Error} if there is no build
 */
export async function compareBuilds(dir: string, tables: readonly string[]): Promise<void> {
  const dist = [resolve(dir, 'dist'), resolve(dir)].find((each) => existsSync(`${each}/index.js`));
  if (dist === undefined) throw new Error(`There is no build in ${dir}: run npx tsup there.`);
  if (!existsSync(resolve(dist, '../package.json'))) {
    // Node then takes the modules for CommonJS, which V8 compiles otherwise: 3 to 4 % were seen.
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

/** The ratios are of turns next to each other, so that what disturbs one disturbs both. */
function summary(all: readonly Comparison[], column: number): { own: number; ratio: number } {
  return {
    own: median(all.map(({ own }) => own[column])),
    ratio: median(all.map(({ ratios }) => ratios[column])),
  };
}

/** A first answer has one turn in a process, and the ratio is that of the undisturbed ones. */
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
    // Who is loaded and built first changes, as it decides what is where in memory.
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

/**
 * Two builds of waymark next to each other, for whoever works on it: `npm run bench -- --against
 * DIR`, where DIR is another checkout that was built, or its `dist`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInChild } from './child.ts';
import type { Comparison } from './compare.ts';
import { geometricMean, median } from './statistics.ts';

const PROCESSES = 4;
const FIRST_PROCESSES = 12;

/**
 * Compares this build with another and prints a line for each table. A ratio above 1 means that this
 * build is faster. Lookups have a few processes for each table and take turns in each; for the first
 * answer each process builds one router of each, in an order that changes.
 *
 * @param dir the other checkout, or its `dist`
 * @param tables which tables
 * @throws {Error} where there is no build
 */
export async function compareBuilds(dir: string, tables: readonly string[]): Promise<void> {
  const dist = [resolve(dir, 'dist'), resolve(dir)].find((each) => existsSync(`${each}/index.js`));
  if (dist === undefined) throw new Error(`There is no build in ${dir}: run npx tsup there.`);
  console.log(`this build against ${dist}; other / this, above 1 where this is faster\n`);
  console.log(
    line('', ['random', 'in order', 'read', 'first answer']),
    '  this ns: random, in order, read; µs first',
  );
  const all: number[][] = [];
  for (const table of tables) {
    const lookups = await repeat(PROCESSES, 'lookup', table, dist);
    const firsts = await repeat(FIRST_PROCESSES, 'first', table, dist);
    const first = {
      own: median(firsts.map(({ own }) => own[0])),
      other: median(firsts.map(({ other }) => other[0])),
    };
    const columns = lookups[0].ratios.map((_, column) => {
      return median(lookups.map(({ ratios }) => ratios[column]));
    });
    const own = lookups[0].own.map((_, column) => median(lookups.map((each) => each.own[column])));
    const ratios = [...columns, first.other / first.own];
    all.push(ratios);
    const figures = [...own, first.own].map((value) => Math.round(value)).join(', ');
    console.log(line(table, ratios.map(format)), `  ${figures}`);
  }
  const means = all[0].map((_, column) => geometricMean(all.map((ratios) => ratios[column])));
  console.log(line('geometric mean', means.map(format)));
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

function format(ratio: number): string {
  return ratio.toFixed(3);
}

function line(head: string, cells: readonly string[]): string {
  return head.padEnd(18) + cells.map((cell) => cell.padStart(13)).join('');
}

/**
 * The benchmark's command: `npm run bench -- [PART…] [TABLE…]` measures these parts on these
 * tables; by default, all of both.
 *
 * - `--runs N` measures everything N times, and shows the spread of the ratios
 * - `--write` renews the figures of `docs/measured/bench.md` and `docs/benchmarks.md`, and the chart;
 *   needs all parts, all tables and at least three runs
 * - `--against DIR` compares this build with another checkout's
 */
import { parseArgs } from 'node:util';
import { compareBuilds } from './against.ts';
import { checkPlaces, writePages } from './pages.ts';
import { hostile, tools, url } from './parts/calls.ts';
import { fetchPart } from './parts/fetch.ts';
import { first, memory } from './parts/first.ts';
import { http } from './parts/http.ts';
import { growth, lookup } from './parts/lookup.ts';
import { miss } from './parts/miss.ts';
import { response, size, start, worker } from './parts/start.ts';
import { type Part, type Row, writeTable } from './report.ts';
import { ALL_TABLES } from './tables.ts';

/** The parts. Each of their tables has a place in `docs/measured/bench.md`. */
const PARTS: readonly Part[] = [
  ...[lookup, growth, first, memory, miss, hostile, url],
  ...[fetchPart, http, start, size, response, worker, tools],
];

const FEWEST_RUNS = 3;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    runs: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const names = PARTS.map(({ name }) => name);
const unknown = positionals.filter((each) => ![...names, ...ALL_TABLES].includes(each));
if (unknown.length > 0) {
  throw new Error(
    `There is no ${unknown.join(', ')}. Parts: ${names.join(', ')}. Tables: ${ALL_TABLES.join(', ')}.`,
  );
}
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs takes a number, not ${options.runs}.`);
if (options.write && (positionals.length > 0 || runs < FEWEST_RUNS)) {
  throw new Error(`--write needs a whole run: name no part, no table, and --runs ${FEWEST_RUNS}.`);
}
const tables = wanted(ALL_TABLES);
if (options.against !== undefined) await compareBuilds(options.against, tables);
else await measure(PARTS.filter(({ name }) => wanted(names).includes(name)));

/** The requested names of one kind, or all if none of the kind was requested. */
function wanted(all: readonly string[]): readonly string[] {
  const requested = all.filter((name) => positionals.includes(name));
  return requested.length > 0 ? requested : all;
}

/** Measures parts, and prints their tables. A slow spell of the machine spoils one run of a part. */
async function measure(parts: readonly Part[]): Promise<void> {
  if (options.write) checkPlaces(parts.flatMap(({ forms }) => forms.map(({ unit }) => unit)));
  const results = parts.map((): Row[][][] => []);
  for (let run = 1; run <= runs; run++) {
    for (const [place, part] of parts.entries()) {
      console.error(`${part.name}, run ${run} of ${runs}`);
      const rows = part.forms.map((): Row[] => []);
      for (const table of part.tables?.filter((each) => tables.includes(each)) ?? ['']) {
        for (const [form, more] of (await part.measure(table)).entries()) rows[form].push(...more);
      }
      results[place].push(rows);
    }
  }
  const written = parts.flatMap(({ forms }, place) =>
    forms.map((form, index) =>
      writeTable(
        form,
        results[place].map((rows) => rows[index]),
      ),
    ),
  );
  console.log(written.filter((table) => table !== '').join('\n'));
  if (options.write) writePages(written, runs);
}

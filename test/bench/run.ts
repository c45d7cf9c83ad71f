/**
 * The benchmark's command: `npm run bench -- [PART…] [TABLE…]` measures these parts on these
 * tables; by default, all of both.
 *
 * - `--runs N` measures everything N times, and shows the spread of the ratios
 * - `--write` rewrites `docs/measured/bench.md`, and from it `docs/benchmarks.md` and its chart;
 *   needs all parts, all tables and at least three runs
 * - `--against DIR` compares this build with another checkout's
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareBuilds } from './against.ts';
import { renewFindings } from './findings.ts';
import { fetchPart } from './parts/fetch.ts';
import { first } from './parts/first.ts';
import { hostile } from './parts/hostile.ts';
import { http } from './parts/http.ts';
import { growth, lookup } from './parts/lookup.ts';
import { memory } from './parts/memory.ts';
import { miss } from './parts/miss.ts';
import { response, worker } from './parts/response.ts';
import { start } from './parts/start.ts';
import { tools } from './parts/tools.ts';
import { url } from './parts/url.ts';
import { type Part, type Section, writePage, writeSection } from './report.ts';
import { ALL_TABLES } from './tables.ts';

/** The parts, in the order of the page. To add one, export a `Part` from a module in `parts`. */
const PARTS: readonly Part[] = [
  ...[lookup, growth, first, memory, miss, hostile, url],
  ...[fetchPart, http, start, response, worker, tools],
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
else {
  const sections = await measure(PARTS.filter(({ name }) => wanted(names).includes(name)));
  for (const { title, body } of sections) console.log(`## ${title}\n\n${body}\n`);
  if (options.write) write(sections);
}

/** The requested names of one kind, or all if none of the kind was requested. */
function wanted(all: readonly string[]): readonly string[] {
  const requested = all.filter((name) => positionals.includes(name));
  return requested.length > 0 ? requested : all;
}

type Results = Awaited<ReturnType<Part['measure']>>[];

async function measure(parts: readonly Part[]): Promise<Section[]> {
  const measured = new Map(parts.map((part): [Part, Results] => [part, []]));
  for (let run = 1; run <= runs; run++) {
    for (const [part, all] of measured) {
      console.error(`${part.name}, run ${run} of ${runs}`);
      all.push(await part.measure(tables));
    }
  }
  return [...measured].map(([part, all]) => writeSection(part, all));
}

function write(sections: readonly Section[]): void {
  const docs = new URL('../../docs/', import.meta.url);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL('measured/bench.md', docs), writePage(sections, date, runs));
  renewFindings();
}

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
import type { Part, Row } from './form.ts';
import { type Section, writePage } from './page.ts';
import { PARTS } from './parts.ts';
import { writeMissing, writeTable } from './report.ts';
import { ALL_TABLES } from './tables.ts';

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
const parts = PARTS.filter(({ name }) => isWanted(name, names));
const tables = ALL_TABLES.filter((name) => isWanted(name, ALL_TABLES));
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs takes a number, not ${options.runs}.`);
if (options.write && (positionals.length > 0 || runs < FEWEST_RUNS)) {
  throw new Error(`--write needs a whole run: name no part, no table, and --runs ${FEWEST_RUNS}.`);
}
if (options.against === undefined) await measure();
else await compareBuilds(options.against, tables);

/** The results of a part: for each run, the rows of each form. */
type Results = (readonly (readonly Row[])[])[];
type Measured = Map<Part, Results>;

async function measure(): Promise<void> {
  const measured: Measured = new Map(parts.map((part) => [part, []]));
  for (let run = 1; run <= runs; run++) {
    for (const part of parts) {
      console.error(`${part.name}, run ${run} of ${runs}`);
      measured.get(part)?.push(await part.measure(tables));
    }
  }
  const sections = [...measured].map(([part, all]) => toSection(part, all));
  for (const { title, body } of sections) console.log(`## ${title}\n\n${body}\n`);
  if (options.write) write(sections);
}

function toSection({ title, text, forms }: Part, all: Results): Section {
  const tables = forms.map((form, place) => {
    const own = all.map((rows) => rows[place]);
    return own[0].length === 0 ? '' : writeTable(form, own);
  });
  const missing = writeMissing(all.flat());
  const dashes = missing === '' ? '' : `A dash means that there is no figure:\n\n${missing}`;
  return { title, body: [...tables, dashes, text].filter((part) => part !== '').join('\n\n') };
}

function write(sections: readonly Section[]): void {
  const docs = new URL('../../docs/', import.meta.url);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL('measured/bench.md', docs), writePage(sections, date, runs));
  renewFindings();
}

/** True if `name` was requested, or nothing of its kind was. */
function isWanted(name: string, all: readonly string[]): boolean {
  return positionals.includes(name) || !positionals.some((each) => all.includes(each));
}

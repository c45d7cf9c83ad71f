/**
 * The benchmark's command.
 *
 * - `--only <table>` measures one part: a table's name, `generated`, `memory` or `urls`
 * - `--against DIR` compares this build with another checkout's instead, on the tables that are named
 *   or else all
 * - `--quick` measures for a short time, in one process per table
 * - `--write` renews `docs/benchmarks.md` and `docs/benchmarks.svg`; needs a whole run
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareBuilds } from './against.ts';
import { drawChart } from './chart.ts';
import { type Parts, writePage } from './page.ts';
import { peers } from './peers.ts';
import {
  exclusions,
  growthTable,
  lookupTable,
  memoryTable,
  startupTable,
  urlTable,
} from './report.ts';
import { measureInProcesses, type Sample } from './sample.ts';
import { ALL_TABLES, generatedName, SIZES, TABLE_NAMES } from './tables.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (options.against !== undefined) {
  const unknown = positionals.find((name) => !ALL_TABLES.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no table ${unknown}: ${ALL_TABLES.join(', ')}.`);
  await compareBuilds(options.against, positionals.length > 0 ? positionals : ALL_TABLES);
  process.exit();
}
if (options.write && (options.quick || options.only !== undefined)) {
  throw new Error('--write needs a whole run, without --quick and --only.');
}
const parts = [...TABLE_NAMES, 'generated', 'memory', 'urls'];
if (options.only !== undefined && !parts.includes(options.only)) {
  throw new Error(`--only takes one of ${parts.join(', ')}.`);
}

const SMALL = [generatedName(100)];

const names = ['waymark', ...peers.map(({ name }) => name)];
const effort = options.quick ? { processes: 1, budgetMs: 500 } : { processes: 3, budgetMs: 1_500 };

const tables = await measureAll(TABLE_NAMES.filter(isWanted));
const generated = await measureAll(isWanted('generated') ? SIZES.map(generatedName) : []);
const all = new Map([...tables, ...generated]);
const memory = isWanted('memory') ? await measureInProcesses('memory', effort) : null;
const urls = isWanted('urls') ? await measureInProcesses('urls', effort) : null;

/** The tables that waymark is compared on: the real ones, and the generated ones of a real size. */
const compared = new Map([...all].filter(([name]) => !SMALL.includes(name)));

const written: Parts = {
  lookup: compared.size > 0 ? lookupTable(compared, names) : '',
  startup: all.size > 0 ? startupTable(all, names) : '',
  growth: generated.size > 0 ? growthTable(generated, names) : '',
  memory: memory === null ? '' : memoryTable(memory, names),
  urls: urls === null ? '' : urlTable(urls),
  excluded: exclusions(all),
};
console.log(
  Object.values(written)
    .filter((part) => part !== '')
    .join('\n\n'),
);
if (options.write) await writeDocs();

function isWanted(part: string): boolean {
  return options.only === undefined || options.only === part;
}

async function measureAll(wanted: readonly string[]): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample>();
  for (const name of wanted) {
    console.error(`Measuring ${name}`);
    samples.set(name, await measureInProcesses(name, effort));
  }
  return samples;
}

async function writeDocs(): Promise<void> {
  const docs = new URL('../../docs/', import.meta.url);
  mkdirSync(docs, { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL('benchmarks.md', docs), writePage(written, date));
  writeFileSync(new URL('benchmarks.svg', docs), await drawChart(tables, names));
}

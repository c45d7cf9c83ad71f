/**
 * `npm run mutation`, or `npm run mutation path url` for some folders of src. Stryker makes one
 * change at a time in a folder, and runs the tests of the same folder. Writes
 * docs/measured/mutation.md, keeping the figures of other folders.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePage } from './page.ts';
import { measuredCommit } from './program.ts';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { status: string }[] }>>;
}

/** All folders except the tools, which take hours. */
const LIBRARY =
  'compiled define errors fetch hmvc http modules path pattern resolve table url'.split(' ');

const STATUSES = ['Killed', 'Timeout', 'Survived', 'NoCoverage'];
const HEADER = [
  'folder',
  'measured',
  'of',
  'killed',
  'out of time',
  'survived',
  'not reached',
  'score',
];

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = `${root}docs/measured/mutation.md`;
const today = new Date().toISOString().slice(0, 10);
const commit = measuredCommit();
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : LIBRARY;

/** The statuses of mutants, by folder. */
function mutate(folder: string): Map<string, string[]> {
  // A fixed seed and few runs of the properties make scores repeatable.
  const env = { ...process.env, MUTATED: folder, FUZZ_RUNS: '25', FUZZ_SEED: '1' };
  const args = ['stryker', 'run', '--mutate', `src/${folder}/**/*.ts`];
  execFileSync('npx', args, { cwd: root, env, stdio: 'inherit' });
  const { files }: Report = JSON.parse(readFileSync(`${root}coverage/mutation.json`, 'utf8'));
  const found = new Map<string, string[]>();
  for (const [path, { mutants }] of Object.entries(files)) {
    const own = mutants.map(({ status }) => status);
    found.set(dirname(path), [...(found.get(dirname(path)) ?? []), ...own]);
  }
  return found;
}

function row(folder: string, statuses: readonly string[]): readonly [string, ...string[]] {
  const counts = STATUSES.map((status) => statuses.filter((one) => one === status).length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const score = total === 0 ? '–' : `${((100 * (counts[0] + counts[1])) / total).toFixed(1)} %`;
  return [`\`${folder}\``, today, commit, ...counts.map(String), score];
}

/** The page's rows, by folder, except those of folders that have moved. */
function measuredBefore(): Map<string, readonly string[]> {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const rows = Array.from(text.matchAll(/^\| (`src.*) \|$/gm), ([, cells]) => cells.split(' | '));
  const kept = rows.filter(([folder]) => existsSync(root + folder.replaceAll('`', '')));
  return new Map(kept.map((row) => [row[0], row]));
}

const rows = measuredBefore();
for (const folder of folders) {
  for (const [name, statuses] of mutate(folder)) {
    const measured = row(name, statuses);
    rows.set(measured[0], measured);
  }
  const sorted = [...rows.values()].sort(([one], [other]) => (one < other ? -1 : 1));
  writePage('mutation', HEADER, sorted);
}

/**
 * Writes docs/measured/mutation.md from Stryker's report, or from those of several parts:
 * `npx tsx test/measured/mutation.ts core.json tools.json`.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writePage } from './page.ts';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { status: string }[] }>>;
}

const root = resolve(import.meta.dirname, '../..');
const given = process.argv.slice(2);
const reports = given.length > 0 ? given : [resolve(root, 'coverage/mutation.json')];
const files = reports.flatMap((path) => {
  const { files }: Report = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(files);
});

const counted = ['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;
const statuses = new Map<string, string[]>();
for (const [path, { mutants }] of files) {
  const folder = path.split('/').slice(0, -1).join('/');
  const own = mutants.map(({ status }) => status);
  statuses.set(folder, [...(statuses.get(folder) ?? []), ...own]);
}
const all = [...statuses.values()].flat();

function row(name: string, own: readonly string[]): (string | number)[] {
  const counts = counted.map((status) => own.filter((one) => one === status).length);
  const caught = counts[0] + counts[1];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return [name, ...counts, total === 0 ? '–' : `${((100 * caught) / total).toFixed(1)} %`];
}

const folders = [...statuses].sort(([one], [other]) => (one < other ? -1 : 1));
writePage(
  'mutation',
  ['folder', 'killed', 'out of time', 'survived', 'not reached', 'score'],
  [...folders.map(([folder, own]) => row(`\`${folder}\``, own)), row('all', all)],
);

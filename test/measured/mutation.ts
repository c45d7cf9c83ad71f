/** Writes docs/measured/mutation.md from Stryker's report. */
import { readFileSync } from 'node:fs';
import { writePage } from './page.ts';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { status: string }[] }>>;
}

const report = new URL('../../coverage/mutation.json', import.meta.url);
const { files }: Report = JSON.parse(readFileSync(report, 'utf8'));

const counted = ['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;
const statuses = new Map<string, string[]>();
for (const [path, { mutants }] of Object.entries(files)) {
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

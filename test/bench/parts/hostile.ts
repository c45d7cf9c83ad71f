import { runInChild } from '../child.ts';
import { loadBuild } from '../contenders.ts';
import type { Part, Row } from '../report.ts';
import { median } from '../statistics.ts';

/** The lengths of the dashes in a path. */
const LENGTHS = [1_000, 2_000];
const ROUNDS = 31;
const BATCH = 10;

/** Ordinary patterns that take a backtracking engine seconds. */
const HOSTILE = [
  '(:any)-(:any)(?:-(:any))?',
  '(en|fr)/(:any)-(:any)-(:any)',
  '(:any)-(:any)-(:any)\\.(html|json)',
  '(:any)-(:any)-(:any)(?:/(:num))?',
  '(?!admin)(:any)-(:any)-(:any)',
];

/** Paths designed to be slow. */
export const hostile: Part = {
  name: 'hostile',
  title: 'A hostile path',
  text: `A path of dashes, then \`/x\`, which the pattern does not match. A backtracking engine takes seconds for 2,000
dashes with each of these patterns.`,
  forms: [{ unit: 'µs per lookup', columns: LENGTHS.map(column), ratios: [] }],
  async measure() {
    return [await runInChild(import.meta.url, timeHostile)];
  },
};

/** Times lookups that match nothing: a row for each pattern. */
export async function timeHostile(): Promise<Row[]> {
  const { createRouter } = await loadBuild();
  return HOSTILE.map((pattern) => {
    const router = createRouter({ [pattern]: 'x' }, { maxPathLength: 10_000 });
    const start = pattern.startsWith('(en') ? '/en/' : '/';
    const figures: Record<string, number> = {};
    for (const length of LENGTHS) {
      const path = `${start}${'-'.repeat(length)}/x`;
      const times = Array.from({ length: ROUNDS }, () => {
        const begin = process.hrtime.bigint();
        for (let turn = 0; turn < BATCH; turn++) {
          const { status } = router.resolve('GET', path);
          if (status !== 'not-found') throw new Error(`${pattern} gives ${status}`);
        }
        return Number(process.hrtime.bigint() - begin) / BATCH / 1_000;
      });
      figures[column(length)] = median(times);
    }
    return { label: `\`${pattern.replaceAll('|', '\\|')}\``, figures };
  });
}

function column(length: number): string {
  return `${length.toLocaleString('en')} dashes`;
}

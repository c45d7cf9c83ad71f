import { runInChild } from '../child.ts';
import type { Figures, Part } from '../form.ts';

/** The lengths of the dashes in a path. */
export const LENGTHS = [1_000, 2_000] as const;

/** Ordinary patterns that take a backtracking engine seconds. */
export const HOSTILE: readonly string[] = [
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
  forms: [
    {
      unit: 'µs per lookup',
      columns: LENGTHS.map((length) => `${length.toLocaleString('en')} dashes`),
      ratios: [],
    },
  ],
  async measure() {
    const times = await runInChild<Figures[]>('measure/hostile.ts', []);
    return [
      HOSTILE.map((pattern, place) => ({
        label: `\`${pattern.replaceAll('|', '\\|')}\``,
        figures: times[place],
      })),
    ];
  },
};

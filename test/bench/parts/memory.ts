import { runInChild } from '../child.ts';
import { least, type Part, type Row } from '../form.ts';
import type { MemorySample } from '../measure/memory.ts';
import { CONTENDERS, OWN, PLAIN_PEERS } from '../names.ts';
import { generatedName, LARGE } from '../tables.ts';

const TABLES = [generatedName(1_000), LARGE];

/** Memory: bytes per route. */
export const memory: Part = {
  name: 'memory',
  title: 'Memory',
  text: `The heap of twenty routers of a table after a garbage collection, once every route has been resolved.
Compiled code on the heap counts.`,
  forms: [
    {
      unit: 'bytes per route',
      columns: CONTENDERS,
      ratios: [least(`least peer / ${OWN}`, PLAIN_PEERS, OWN)],
    },
  ],
  async measure(tables) {
    const rows: Row[] = [];
    for (const table of TABLES.filter((each) => tables.includes(each))) {
      const figures = await runInChild<MemorySample>('measure/memory.ts', [table]);
      rows.push({ label: table, figures });
    }
    return [rows];
  },
};

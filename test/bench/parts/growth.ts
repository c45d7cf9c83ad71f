import { runInChild } from '../child.ts';
import { type Part, type Ratio, type Row, ratio } from '../form.ts';
import type { GrowthSample } from '../measure/growth.ts';
import { CONTENDERS } from '../names.ts';
import { generatedName, label, MAX_REQUESTS, SIZES } from '../tables.ts';

const [SMALL, , LARGE] = SIZES;

/** The sizes of tables, with the number of requests to each. */
const CASES = [
  { head: label(generatedName(SMALL), SMALL), size: SMALL, requests: SMALL },
  { head: label(generatedName(LARGE), LARGE), size: LARGE, requests: MAX_REQUESTS },
  { head: `${label(generatedName(LARGE), LARGE)}, every route`, size: LARGE, requests: LARGE },
];

const [small, large, every] = CASES.map(({ head }) => head);

/** The cost of a lookup in a large and a small table, with one router per process. */
export const growth: Part = {
  name: 'growth',
  title: 'Growth',
  text: `Random requests to the generated tables. Each router has its own process, as on a server. In the tables
above, ten routers of 10,000 routes share the processor's caches, and most of a lookup is spent waiting for
memory. The table of 10,000 routes gets a thousand different requests, spread over the whole table. In the
column "every route", it gets one for each route. A router that can't hold these tables is left out.`,
  forms: [
    {
      unit: 'ns per lookup, alone',
      columns: [small, large, every],
      ratios: [
        { ...ratio(large, small), head: '10,000 / 100' } satisfies Ratio,
        { ...ratio(every, small), head: '10,000, every route / 100' } satisfies Ratio,
      ],
    },
  ],
  async measure(tables) {
    const wanted = CASES.filter(({ size }) => tables.includes(generatedName(size)));
    const rows: Row[] = [];
    for (const name of CONTENDERS) {
      const figures: Record<string, number> = {};
      for (const { head, size, requests } of wanted) {
        const args = [name, String(size), String(requests)];
        const { ns } = await runInChild<GrowthSample>('measure/growth.ts', args);
        if (ns !== null) figures[head] = ns;
      }
      if (Object.keys(figures).length > 0) rows.push({ label: name, figures });
    }
    return [rows];
  },
};

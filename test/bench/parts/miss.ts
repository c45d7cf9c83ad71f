import { runInChild } from '../child.ts';
import { least, type Part, type Row } from '../form.ts';
import type { MissSample } from '../measure/miss.ts';
import { CONTENDERS, OWN, PLAIN_PEERS } from '../names.ts';
import { generatedName, LARGE, label } from '../tables.ts';

const TABLES = ['hono', 'github', 'parse', 'gplus', 'static', LARGE, generatedName(1_000)];

/** The name of a row's hit, which has no column but is the base of the ratio. */
const HIT = 'hit';

/** Misses: no route for the path, or none for the method. */
export const miss: Part = {
  name: 'miss',
  title: 'A miss',
  text: `Requests that a table does not answer. In half of the rows no route has the path, which differs from a
route's path at its start or end. In the others, a path of the table is requested with a method that it
lacks: waymark then finds the methods of the path, and its peers answer "nothing" to both. A hit is one of
the table's own requests.`,
  forms: [
    {
      unit: 'ns per lookup',
      columns: CONTENDERS,
      ratios: [
        { head: `miss / hit of ${OWN}`, of: (figures) => figures[OWN] / figures[HIT] },
        least(`fastest peer / ${OWN}`, PLAIN_PEERS, OWN),
      ],
    },
  ],
  async measure(tables) {
    const rows: Row[] = [];
    for (const table of TABLES.filter((each) => tables.includes(each))) {
      const sample = await runInChild<MissSample>('measure/miss.ts', [table]);
      const name = label(table, sample.routes);
      const hit = { [HIT]: sample.hit[OWN] };
      rows.push({ label: `${name}, a hit`, figures: { ...sample.hit, ...hit } });
      rows.push({ label: `${name}, no such path`, figures: { ...sample.path, ...hit } });
      rows.push({ label: `${name}, other method`, figures: { ...sample.method, ...hit } });
    }
    return [rows];
  },
};

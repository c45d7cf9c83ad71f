import { runInChild } from '../child.ts';
import { type Form, least, type Part, type Row, ratio } from '../form.ts';
import type { FirstSample } from '../measure/first.ts';
import { COMPILED, OWN, PLAIN_PEERS, STARTERS } from '../names.ts';
import { medians } from '../statistics.ts';
import { label } from '../tables.ts';

const PROCESSES = 5;

const ratios = [
  ...[ratio('hono', OWN), ratio('find-my-way', OWN), ratio(OWN, 'memoirist')],
  least(`fastest plain peer / ${COMPILED}`, PLAIN_PEERS, COMPILED),
];

const forms: Form[] = ['a fresh process', 'a fresh router'].map((where) => ({
  unit: `µs to the first answer, ${where}`,
  columns: STARTERS,
  ratios,
  mean: true,
}));

/** First answers: every table, in fresh processes and in fresh routers. */
export const first: Part = {
  name: 'first',
  title: 'From a table to the first answer',
  text: `Building a router and one lookup with a parameter. The libraries are loaded, and the table is in the form
that the router needs. In a fresh process it is the first router, and V8 has not optimised its code. A fresh
router comes after others. Its table is new, since V8 keeps what it compiled for an expression. The data of a
compiled table is parsed before the time starts; the last table has the time of that.`,
  forms: [...forms, { unit: 'µs to read a compiled table', columns: ['JSON.parse'], ratios: [] }],
  async measure(tables) {
    const process: Row[] = [];
    const router: Row[] = [];
    const parse: Row[] = [];
    for (const table of tables) {
      const samples: FirstSample[] = [];
      for (let turn = 0; turn < PROCESSES; turn++) {
        // Steps of two: with one process per contender, each would be first once.
        const args = [table, String(turn * 2)];
        samples.push(await runInChild<FirstSample>('measure/first.ts', args));
      }
      const name = label(table, samples[0].routes);
      process.push({ label: name, figures: medians(samples.map((each) => each.process)) });
      router.push({ label: name, figures: medians(samples.map((each) => each.router)) });
      parse.push({ label: name, figures: medians(samples.map((each) => each.parse)) });
    }
    return [process, router, parse];
  },
};

import { runInChild } from '../child.ts';
import { type Form, type Part, type Row, ratio } from '../form.ts';
import type { FirstSample } from '../measure/first.ts';
import { CONTENDERS, OWN } from '../names.ts';
import { medians } from '../statistics.ts';
import { label } from '../tables.ts';

const PROCESSES = 5;

const ratios = [ratio('hono', OWN), ratio('find-my-way', OWN), ratio(OWN, 'memoirist')];

const forms: Form[] = ['a fresh process', 'a fresh router'].map((where) => ({
  unit: `µs to the first answer, ${where}`,
  columns: CONTENDERS,
  ratios,
  mean: true,
}));

/** First answers: every table, in fresh processes and in fresh routers. */
export const first: Part = {
  name: 'first',
  title: 'From a table to the first answer',
  text: `Building a router and one lookup with a parameter, with the libraries loaded. Nobody is charged for
bringing the table into its form. In a fresh process it is the first router, of code that V8 has not
optimised; a fresh router comes after others, with a table that V8 has not seen, as it keeps what it
compiled for an expression.`,
  forms,
  async measure(tables) {
    const process: Row[] = [];
    const router: Row[] = [];
    for (const table of tables) {
      const samples: FirstSample[] = [];
      for (let turn = 0; turn < PROCESSES; turn++) {
        // Turns of two: with as many processes as there are contenders each would be first once.
        const args = [table, String(turn * 2)];
        samples.push(await runInChild<FirstSample>('measure/first.ts', args));
      }
      const name = label(table, samples[0].routes);
      process.push({ label: name, figures: medians(samples.map((each) => each.process)) });
      router.push({ label: name, figures: medians(samples.map((each) => each.router)) });
    }
    return [process, router];
  },
};

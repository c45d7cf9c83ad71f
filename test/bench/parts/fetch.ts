import { runInChild } from '../child.ts';
import type { FetchFigures } from '../fetch/measure.ts';
import { type Part, type Ratio, ratio } from '../form.ts';
import { median } from '../statistics.ts';

const OWN = 'waymark, controller';
const PEER = 'hono';
const COLUMNS = [OWN, 'waymark, handler', PEER, 'h3', 'itty-router'];
const HIT = 'JSON';
const PROCESSES = 3;
const BUDGET_MS = 1_000;

/** The time of a row relative to the JSON answer, which each row has as an extra figure. */
const ofHit: Ratio = ratio(OWN, HIT);

/** Requests through `fetch` to the same small application. */
export const fetchPart: Part = {
  name: 'fetch',
  title: 'A request',
  text: `A request through \`fetch\` of the same small application, in one process and without a server. A dash
means a different answer: itty-router's to HEAD, and all peers' to a wrong method. On Node, h3 makes a
response only when it is read or sent, so compare h3 in the row where the body is read.`,
  forms: [
    {
      unit: 'µs per request',
      columns: COLUMNS,
      ratios: [ratio(OWN, PEER), { ...ofHit, head: `${OWN}, of its JSON` }],
    },
  ],
  async measure() {
    const samples: FetchFigures[] = [];
    for (let turn = 0; turn < PROCESSES; turn++) {
      samples.push(await runInChild<FetchFigures>('fetch/measure.ts', [String(BUDGET_MS)]));
    }
    const figure = (task: string, name: string) => median(samples.map((one) => one[task][name]));
    const hit = figure(HIT, OWN);
    const rows = Object.keys(samples[0]).map((task) => {
      const names = Object.keys(samples[0][task]);
      const figures = Object.fromEntries(names.map((name) => [name, figure(task, name)]));
      return { label: task, figures: { ...figures, [HIT]: hit } };
    });
    return [rows];
  },
};

import { runInChild } from '../child.ts';
import { type Figures, least, type Part } from '../form.ts';
import { OWN } from '../names.ts';
import { medians } from '../statistics.ts';

const PEERS = ['hono client', 'path-to-regexp'];
const PROCESSES = 3;

/** URLs: built from a name and a param. */
export const url: Part = {
  name: 'url',
  title: 'A URL',
  text: `Building \`/users/7/posts\` from a name and an id. waymark also matches the path against its pattern before it
returns it.`,
  forms: [
    {
      unit: 'ns per URL',
      columns: [OWN, ...PEERS],
      ratios: [least(`fastest peer / ${OWN}`, PEERS, OWN)],
    },
  ],
  async measure() {
    const samples: Figures[] = [];
    for (let turn = 0; turn < PROCESSES; turn++) {
      samples.push(await runInChild<Figures>('measure/url.ts', []));
    }
    return [[{ label: 'from a name and an id', figures: medians(samples) }]];
  },
};

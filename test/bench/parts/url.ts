import { Hono } from 'hono';
import { hc } from 'hono/client';
import { compile } from 'path-to-regexp';
import { repeat, runInChild } from '../child.ts';
import { loadBuild, OWN } from '../contenders.ts';
import { least, type Part } from '../report.ts';
import type { Figures } from '../statistics.ts';
import { createRandom, medians, mediansOf, shuffle } from '../statistics.ts';

const PEERS = ['hono client', 'path-to-regexp'];
const PROCESSES = 3;
const BATCH = 2_000;
const ROUNDS = 60;

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
    const samples = await repeat(PROCESSES, () => runInChild(import.meta.url, timeUrls));
    return [[{ label: 'from a name and an id', figures: medians(samples) }]];
  },
};

/** Times each builder once per round, in changing order: nanoseconds per URL. */
export async function timeUrls(): Promise<Figures> {
  const { Route } = await loadBuild();
  Route.reset();
  Route.get('users/(:num)/posts', 'posts/of/$1', { as: 'posts' });
  const app = new Hono().get('/users/:id/posts', (context) => context.text(''));
  const client = hc<typeof app>('http://localhost');
  const fill = compile<{ id: string }>('/users/:id/posts');
  const builders = new Map<string, (id: number) => unknown>([
    [OWN, (id) => Route.url('posts', [id])],
    ['hono client', (id) => client.users[':id'].posts.$url({ param: { id: String(id) } }).pathname],
    ['path-to-regexp', (id) => fill({ id: String(id) })],
  ]);
  for (const [name, build] of builders) {
    if (build(7) !== '/users/7/posts') throw new Error(`${name} builds ${String(build(7))}`);
  }
  const random = createRandom(1);
  const times = new Map([...builders.keys()].map((name): [string, number[]] => [name, []]));
  let kept: unknown;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, build] of shuffle([...builders], random)) {
      const start = process.hrtime.bigint();
      for (let turn = 0; turn < BATCH; turn++) kept = build(round * BATCH + turn);
      times.get(name)?.push(Number(process.hrtime.bigint() - start) / BATCH);
    }
  }
  if (kept === undefined) throw new Error('nothing was built');
  return mediansOf(times);
}

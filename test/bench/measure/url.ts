/** One process of the URLs: times building one, next to Hono's client and path-to-regexp. */
import { Hono } from 'hono';
import { hc } from 'hono/client';
import { compile } from 'path-to-regexp';
import { loadBuild, OWN } from '../build.ts';
import type { Figures } from '../form.ts';
import { createRandom, median, shuffle } from '../statistics.ts';

const { Route } = await loadBuild();

const BATCH = 2_000;
const ROUNDS = 60;

process.send?.(timeUrls());

/** Builds the URL of one user's posts. The result is kept, but unused. */
type Build = (id: number) => unknown;

function builders(): Map<string, Build> {
  Route.reset();
  Route.get('users/(:num)/posts', 'posts/of/$1', { as: 'posts' });
  const app = new Hono().get('/users/:id/posts', (context) => context.text(''));
  const client = hc<typeof app>('http://localhost');
  const fill = compile<{ id: string }>('/users/:id/posts');
  return new Map<string, Build>([
    [OWN, (id) => Route.url('posts', [id])],
    ['hono client', (id) => client.users[':id'].posts.$url({ param: { id: String(id) } }).pathname],
    ['path-to-regexp', (id) => fill({ id: String(id) })],
  ]);
}

/**
 * Times the builders in rounds. Each has one turn per round, in changing order.
 *
 * @returns nanoseconds per URL, the median of the rounds, by name
 */
function timeUrls(): Figures {
  const random = createRandom(1);
  const all = builders();
  const expected = '/users/7/posts';
  for (const [name, build] of all) {
    if (build(7) !== expected) throw new Error(`${name} builds ${String(build(7))}`);
  }
  const times = new Map([...all.keys()].map((name) => [name, [] as number[]]));
  let kept: unknown;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, build] of shuffle([...all], random)) {
      const start = process.hrtime.bigint();
      for (let turn = 0; turn < BATCH; turn++) kept = build(round * BATCH + turn);
      times.get(name)?.push(Number(process.hrtime.bigint() - start) / BATCH);
    }
  }
  if (kept === undefined) throw new Error('nothing was built');
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each)]));
}

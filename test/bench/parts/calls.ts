/** Single calls: a hostile path, a URL, and the tools for a table. */
import { Hono } from 'hono';
import { hc } from 'hono/client';
import { compile } from 'path-to-regexp';
import type { RouteTable } from 'waymark';
import { check, diff, examples } from 'waymark-tools/inspect';
import { repeat, runInChild } from '../child.ts';
import { loadBuild, OWN } from '../contenders.ts';
import { least, type Part, type Row } from '../report.ts';
import { createRandom, type Figures, median, medians, nanoseconds, takeTurns } from '../rounds.ts';

const PROCESSES = 3;

const HOSTILE_LENGTHS = [1_000, 2_000];
const HOSTILE_ROUNDS = 31;
const HOSTILE_BATCH = 10;

/** Ordinary patterns that take a backtracking engine seconds. */
const HOSTILE = [
  '(:any)-(:any)(?:-(:any))?',
  '(en|fr)/(:any)-(:any)-(:any)',
  '(:any)-(:any)-(:any)\\.(html|json)',
  '(:any)-(:any)-(:any)(?:/(:num))?',
  '(?!admin)(:any)-(:any)-(:any)',
];

const dashes = (length: number) => `${length.toLocaleString('en')} dashes`;

/** Paths designed to be slow. */
export const hostile: Part = {
  name: 'hostile',
  forms: [{ unit: 'µs per lookup', columns: HOSTILE_LENGTHS.map(dashes) }],
  async measure() {
    return [await runInChild(import.meta.url, timeHostile)];
  },
};

/** Times lookups that match nothing: a row for each pattern. */
export async function timeHostile(): Promise<Row[]> {
  const { createRouter } = await loadBuild();
  return HOSTILE.map((pattern) => {
    const router = createRouter({ [pattern]: 'x' }, { maxPathLength: 10_000 });
    const start = pattern.startsWith('(en') ? '/en/' : '/';
    const times = HOSTILE_LENGTHS.map((length) => {
      const path = `${start}${'-'.repeat(length)}/x`;
      const batch = () => {
        for (let turn = 0; turn < HOSTILE_BATCH; turn++) {
          const { status } = router.resolve('GET', path);
          if (status !== 'not-found') throw new Error(`${pattern} gives ${status}`);
        }
      };
      const rounds = Array.from({ length: HOSTILE_ROUNDS }, () => nanoseconds(batch));
      return [dashes(length), median(rounds) / HOSTILE_BATCH / 1e3];
    });
    return { label: `\`${pattern.replaceAll('|', '\\|')}\``, figures: Object.fromEntries(times) };
  });
}

const URL_PEERS = ['hono client', 'path-to-regexp'];
const URL_BATCH = 2_000;
const URL_ROUNDS = 60;

/** URLs: built from a name and a param. */
export const url: Part = {
  name: 'url',
  forms: [
    {
      unit: 'ns per URL',
      columns: [OWN, ...URL_PEERS],
      ratios: [least(`fastest peer / ${OWN}`, URL_PEERS, OWN)],
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
  const { users } = hc<typeof app>('http://localhost');
  const fill = compile<{ id: string }>('/users/:id/posts');
  const builders: { readonly name: string; build(id: number): unknown }[] = [
    { name: OWN, build: (id) => Route.url('posts', [id]) },
    {
      name: 'hono client',
      build: (id) => users[':id'].posts.$url({ param: { id: String(id) } }).pathname,
    },
    { name: 'path-to-regexp', build: (id) => fill({ id: String(id) }) },
  ];
  for (const { name, build } of builders) {
    if (build(7) !== '/users/7/posts') throw new Error(`${name} builds ${String(build(7))}`);
  }
  const random = createRandom(1);
  let kept: unknown;
  const rounds = Array.from({ length: URL_ROUNDS }, (_, round) =>
    takeTurns(builders, random, ({ build }) => {
      const batch = () => {
        for (let turn = 0; turn < URL_BATCH; turn++) kept = build(round * URL_BATCH + turn);
      };
      return nanoseconds(batch) / URL_BATCH;
    }),
  );
  if (kept === undefined) throw new Error('nothing was built');
  return medians(rounds);
}

/** The sizes of tables, with each tool's time limit in milliseconds. */
const LIMITS = [
  { routes: 1_200, most: 3_000 },
  { routes: 10_000, most: 30_000 },
];

const TOOLS: Readonly<Record<string, (table: RouteTable) => unknown>> = {
  check: (table) => check(table),
  // A middle row has another destination; `diff` must prove the rest equal.
  diff: (table) => diff(table, { ...table, [middleOf(table)]: 'elsewhere/index' }),
  examples: (table) => examples(table),
};

/** Listing and checking a table: each tool in its own processes, as on the command line. */
export const tools: Part = {
  name: 'tools',
  forms: [{ unit: 'ms', columns: [...Object.keys(TOOLS), 'at most'] }],
  async measure() {
    const rows: Row[] = [];
    for (const { routes, most } of LIMITS) {
      const figures: Record<string, number> = { 'at most': most };
      for (const tool of Object.keys(TOOLS)) {
        const run = () => runInChild(import.meta.url, timeTool, tool, routes);
        figures[tool] = median(await repeat(PROCESSES, run));
      }
      rows.push({ label: `${routes.toLocaleString('en')} routes`, figures });
    }
    return [rows];
  },
};

/** Times a tool on a table of this size, once: milliseconds. */
export async function timeTool(tool: string, size: number): Promise<number> {
  const table = tableOf(size);
  const start = performance.now();
  await TOOLS[tool](table);
  return performance.now() - start;
}

/** Resources, each with a block and a nested resource, and a final row for everything else. */
function tableOf(size: number): RouteTable {
  const ids = ['(:num)', '(:any)', '([a-z-]+)', '([A-Z]{2}[0-9]+)'];
  const rows: [string, string][] = [];
  for (let number = 0; rows.length < size; number++) {
    const name = `resource${number}`;
    const id = ids[number % ids.length];
    rows.push(
      [`${name}/secret`, ''],
      [`GET ${name}`, `${name}/index`],
      [`GET ${name}/new`, `${name}/create_new`],
      [`GET ${name}/${id}/edit`, `${name}/edit/$1`],
      [`GET ${name}/${id}`, `${name}/show/$1`],
      [`POST ${name}`, `${name}/create`],
      [`PUT ${name}/${id}`, `${name}/update/$1`],
      [`DELETE ${name}/${id}`, `${name}/delete/$1`],
      [`${name}/${id}/items/(:num)`, `items/show/$1/$2`],
      [`(:num)/${name}/(.+)`, `${name}/under/$1/$2`],
    );
  }
  return Object.fromEntries([...rows.slice(0, size - 1), ['(.+)', 'pages/show/$1']]);
}

function middleOf(table: RouteTable): string {
  const keys = Object.keys(table);
  return keys[keys.length >> 1];
}

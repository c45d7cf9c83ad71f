/** Files for platforms with frequent starts: everything in one minified file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Format, type Plugin } from 'esbuild';
import { installRuntime } from '../../runtimes/runtimes.ts';
import { freePort } from '../../support/gateway.ts';
import { plugin as waymark } from '../../support/plugin.ts';
import { workerdConfig } from '../../support/workerd.ts';
import { repeat, runBundle } from '../child.ts';
import { COMPILED, loadStarters, OWN, OWN_DIST, PLAIN_PEERS, STARTERS } from '../contenders.ts';
import { type Form, least, type Part, type Row, ratio } from '../report.ts';
import { medians } from '../rounds.ts';
import * as routers from '../routers.ts';
import {
  type BenchRoute,
  type BenchTable,
  generatedName,
  label,
  loadTable,
  middleRequest,
} from '../tables.ts';

const STARTS = 7;
const RESPONSES = 200;
const WORKERS = 30;
const TABLES = ['hono', 'github', generatedName(1_000)];

/** Start: from a bundle's source text, table included, to the first answer. */
export const start: Part = {
  name: 'start',
  forms: [
    {
      unit: 'µs from source text to the first answer',
      columns: STARTERS,
      ratios: [OWN, COMPILED].map((own) => least(`fastest peer / ${own}`, PLAIN_PEERS, own)),
      mean: true,
    },
  ],
  tables: TABLES,
  async measure(name) {
    const bundles = await bundleRouters(loadTable(name));
    const time = async (file: string) => (await firstAnswer(file)).microseconds;
    return [[{ label: label(name), ...(await timeBundles(bundles, STARTS, time, true)) }]];
  },
};

/** The size of a bundle of each router. */
export const size: Part = {
  name: 'size',
  forms: [{ unit: 'bytes, minified and gzipped', columns: STARTERS }],
  async measure() {
    const bundles = await bundleRouters({ routes: [], requests: [] });
    const sizes = bundles.map(({ name, code }) => [name, gzipSync(code, { level: 9 }).length]);
    return [[{ label: 'a bundle without a table', figures: Object.fromEntries(sizes) }]];
  },
};

const OWN_RESPONSE = 'waymark, compiled';
const PEER = 'hono';

const responseForm = (unit: string): Form => ({
  unit,
  columns: [OWN_RESPONSE, PEER],
  ratios: [ratio(PEER, OWN_RESPONSE)],
  mean: true,
});

/** A route that needs a regular expression in every router, and a path for it. */
const EXPRESSION = {
  method: 'GET',
  pattern: 'years/(\\d{2,4})',
  path: '/years/:a{\\d{2,4}}',
  asked: '/years/2026',
};

/** The first response of a whole application. */
export const response: Part = {
  name: 'response',
  forms: [responseForm('µs from source text to the first response')],
  tables: TABLES,
  async measure(name) {
    const { routes } = loadTable(name);
    const last = await timeOnNode(routes, lastPath(routes));
    const expression = await timeOnNode([...routes, EXPRESSION], EXPRESSION.asked);
    return [
      [
        { label: `${label(name)}, last row`, ...last },
        { label: `${label(name)}, expression`, ...expression },
      ],
    ];
  },
};

/** The first response of a worker. */
export const worker: Part = {
  name: 'worker',
  forms: [responseForm('ms of processor time to the first response')],
  tables: TABLES,
  async measure(name) {
    const [workerd] = installRuntime('workerd');
    const { routes } = loadTable(name);
    const bundles = await bundleApplications(routes, 'esm');
    const time = (file: string) => timeWorker(workerd, file, lastPath(routes));
    return [[{ label: label(name), ...(await timeBundles(bundles, WORKERS, time)) }]];
  },
};

/** A request to the last route with a parameter. */
function lastPath(routes: readonly BenchRoute[]): string {
  const last = routes.findLast(({ method, path }) => method === 'GET' && path.includes(':'));
  return (last?.path ?? '/').replace(/:\w+/g, 'abc');
}

async function timeOnNode(routes: readonly BenchRoute[], path: string) {
  const bundles = await bundleApplications(routes, 'cjs');
  const bodies = new Set<string>();
  const times = await timeBundles(bundles, RESPONSES, async (file) => {
    const { microseconds, status, body = '' } = await firstAnswer(file, `http://localhost${path}`);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    bodies.add(body);
    return microseconds;
  });
  if (bodies.size > 1) throw new Error(`${path}: ${[...bodies].join(' or ')}`);
  return times;
}

/** The CPU time of workerd up to the first response, in milliseconds. */
async function timeWorker(workerd: string, file: string, path: string): Promise<number> {
  const port = await freePort();
  const cwd = dirname(file);
  writeFileSync(join(cwd, 'workerd.capnp'), workerdConfig(basename(file), port));
  const child = spawn(workerd, ['serve', 'workerd.capnp'], { cwd, stdio: 'ignore' });
  try {
    const response = await requested(`http://127.0.0.1:${port}${path}`, child);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return processorTime(child);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Requests a URL from a process that may not listen yet. */
async function requested(url: string, child: ChildProcess): Promise<Response> {
  while (child.exitCode === null) {
    try {
      return await fetch(url);
    } catch {
      await pause(5);
    }
  }
  throw new Error(`workerd ended with code ${child.exitCode}.`);
}

/** CPU time of all threads of a process, in milliseconds. */
function processorTime({ pid }: ChildProcess): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  });
  return threads.reduce((sum, each) => sum + each, 0);
}

/** What `bundled.js` sends: the status and the body are those of a response. */
interface Answer {
  readonly microseconds: number;
  readonly failure?: string;
  readonly status?: number;
  readonly body?: string;
}

/** Runs a bundle in a fresh process, and requests a URL from it if there is one. */
async function firstAnswer(file: string, ...url: string[]): Promise<Answer> {
  const answer = await runBundle<Answer>(file, ...url);
  if (answer.failure !== undefined) throw new Error(answer.failure);
  return answer;
}

/**
 * Times bundles in turns, each in a file of its own.
 *
 * @param mayFail whether a peer may lack a time
 * @returns the median of each bundle's times, or the reason that it has none
 */
async function timeBundles(
  bundles: readonly { readonly name: string; readonly code: string }[],
  turns: number,
  time: (file: string) => Promise<number>,
  mayFail = false,
): Promise<Pick<Row, 'figures' | 'missing'>> {
  const missing: Record<string, string> = {};
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  const fileOf = (place: number) => join(folder, `${place}.js`);
  try {
    for (const [place, { code }] of bundles.entries()) writeFileSync(fileOf(place), code);
    const rounds = await repeat(turns, async () => {
      const times: Record<string, number> = {};
      for (const [place, { name }] of bundles.entries()) {
        try {
          times[name] = await time(fileOf(place));
        } catch (error) {
          if (!mayFail || Object.hasOwn(OWN_CREATE, name)) throw error;
          missing[name] = (error as Error).message.slice(0, 100); // the cast: `time` throws errors
        }
      }
      return times;
    });
    const figures = Object.entries(medians(rounds)).filter(([name]) => !(name in missing));
    return { figures: Object.fromEntries(figures), missing };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bundles files that build a router from its input form of a table and answer a request. */
export async function bundleRouters(table: BenchTable) {
  const { method, path } = middleRequest(table);
  const request = `${JSON.stringify(method)}, ${JSON.stringify(path)}`;
  return Promise.all(
    (await loadStarters()).map(async ({ name, prepare }) => {
      const input = JSON.stringify(prepare(table.routes));
      const answer = `module.exports = contender.build(${input})(${request});`;
      return { name, code: await bundle(`${sourceOf(name)}\n${answer}`, 'cjs') };
    }),
  );
}

/** Code that defines `contender`, for a bundle. */
function sourceOf(name: string): string {
  const [created, entry, args] = OWN_CREATE[name] ?? [];
  if (created !== undefined) {
    return `import { ${created} as create } from '${entry}';
import { asContender } from './routers.ts';
const contender = asContender('', (table) => create(${args}));`;
  }
  const exported = Object.entries(routers).find(([, each]) => 'name' in each && each.name === name);
  return `import { ${exported?.[0]} as contender } from './routers.ts';`;
}

/** The function that creates a router of waymark, its module, and its arguments. */
const OWN_CREATE: Readonly<Record<string, readonly string[]>> = {
  [OWN]: ['createRouter', 'waymark', 'table'],
  [COMPILED]: ['loadRouter', 'waymark/internal', 'table, [], {}'],
};

/**
 * Bundles an application of each contender, with a route for each of `routes`.
 *
 * @param format ES modules export a Worker's object, CommonJS its `fetch`
 */
export async function bundleApplications(routes: readonly BenchRoute[], format: Format) {
  const end = format === 'esm' ? 'export default { fetch };' : 'module.exports = fetch;';
  return [
    {
      name: OWN_RESPONSE,
      code: await bundle(`${writeOwn(routes)}\n${end}`, format, waymark.esbuild({ check: false })),
    },
    { name: PEER, code: await bundle(`${writePeer(routes)}\n${end}`, format) },
  ];
}

/** Writes an application, which the plugin compiles. */
function writeOwn(routes: readonly BenchRoute[]): string {
  const table = JSON.stringify(routers.toTable(routes));
  const handlers = Object.keys(routers.toTable(routes)).map(
    (key, at) => `${JSON.stringify(key)}: ({ params }) => ({ route: ${at}, params })`,
  );
  return `import { createFetchHandler } from 'waymark/fetch';
const fetch = createFetchHandler({ routes: ${table}, handlers: {${handlers}} });`;
}

function writePeer(routes: readonly BenchRoute[]): string {
  const calls = routes.map(({ method, path }, at) => {
    const answer = `(c) => c.json({ route: ${at}, params: Object.values(c.req.param()) })`;
    return `app.on(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${answer});`;
  });
  return `import { Hono } from 'hono';
const app = new Hono();
${calls.join('\n')}
const fetch = (request) => app.fetch(request);`;
}

/** Drops the packages of the other contenders from the bundle of one. */
const oneRouter: Plugin = {
  name: 'one router',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ path, importer, pluginData, ...options }) => {
      if (pluginData === oneRouter || !importer.endsWith('routers.ts')) return undefined;
      const found = await resolve(path, { ...options, importer, pluginData: oneRouter });
      return { ...found, sideEffects: false };
    });
  },
};

/** Bundles and minifies a module that the benchmark's folder might hold. */
async function bundle(
  contents: string,
  format: Format,
  plugin: Plugin = oneRouter,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    alias:
      plugin === oneRouter
        ? {
            waymark: fileURLToPath(new URL('index.js', OWN_DIST)),
            'waymark/internal': fileURLToPath(new URL('internal.js', OWN_DIST)),
          }
        : {},
    plugins: [plugin],
    bundle: true,
    minify: true,
    // Nothing is written, but the plugin runs the program as if it stood there.
    outfile: fileURLToPath(new URL('../bundle.js', import.meta.url)),
    write: false,
    platform: 'node',
    format,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

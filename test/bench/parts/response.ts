import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Format } from 'esbuild';
import { installRuntime } from '../../runtimes/runtimes.ts';
import { freePort } from '../../support/free-port.ts';
import { workerdConfig } from '../../support/workerd.ts';
import { BUNDLED, bundle, inFolder } from '../bundle.ts';
import { runBundle } from '../child.ts';
import type { BenchRoute } from '../contender.ts';
import { loadBuild } from '../contenders.ts';
import { type Form, type Part, type Row, ratio } from '../report.ts';
import { toTable } from '../routers.ts';
import type { Figures } from '../statistics.ts';
import { mediansOf } from '../statistics.ts';
import { label, loadTable } from '../tables.ts';

const OWN = 'waymark, compiled';
const PEER = 'hono';
const PROCESSES = 200;
const WORKERS = 30;

/** A route that needs a regular expression in every router. */
const EXPRESSION = {
  method: 'GET',
  pattern: 'years/(\\d{2,4})',
  path: '/years/:a{\\d{2,4}}',
  asked: '/years/2026',
};

const form = (unit: string): Form => ({
  unit,
  columns: [OWN, PEER],
  ratios: [ratio(PEER, OWN)],
  mean: true,
});

/** The first response of a whole application. */
export const response: Part = {
  name: 'response',
  title: 'The first response',
  text: `A whole application in one file, bundled and minified, from source text to its first response: the median
of ${PROCESSES} processes, which take turns. Each route has a function that answers with JSON. waymark's table is
compiled ahead of time. Its handler does everything that it does otherwise, such as checks, errors and HEAD.`,
  forms: [form('µs from source text to the first response')],
  async measure(tables) {
    const rows: Row[] = [];
    for (const name of BUNDLED.filter((each) => tables.includes(each))) {
      const { routes } = loadTable(name);
      const more = [...routes, EXPRESSION];
      const last = await timeOnNode(routes, lastPath(routes));
      const expression = await timeOnNode(more, EXPRESSION.asked);
      rows.push({ label: `${label(name)}, last row`, figures: last });
      rows.push({ label: `${label(name)}, expression`, figures: expression });
    }
    return [rows];
  },
};

/** The first response of a worker. */
export const worker: Part = {
  name: 'worker',
  title: 'A worker',
  text: `The processor time of workerd, the runtime of Cloudflare Workers, from the start of its process to the
first response: the median of ${WORKERS} processes, which take turns. The applications are those of the first
response.`,
  forms: [form('ms of processor time to the first response')],
  async measure(tables) {
    const [workerd] = installRuntime('workerd');
    const rows: Row[] = [];
    for (const name of BUNDLED.filter((each) => tables.includes(each))) {
      const { routes } = loadTable(name);
      const figures = await timeOnWorkerd(workerd, routes, lastPath(routes));
      rows.push({ label: label(name), figures });
    }
    return [rows];
  },
};

/** A request to the last route with a parameter. */
function lastPath(routes: readonly BenchRoute[]): string {
  const last = routes.findLast(({ method, path }) => method === 'GET' && path.includes(':'));
  return (last?.path ?? '/').replace(/:\w+/g, 'abc');
}

/** What `bundled.js` sends. */
interface Answer {
  readonly microseconds: number;
  readonly status: number;
  readonly body: string;
  readonly failure?: string;
}

async function timeOnNode(routes: readonly BenchRoute[], path: string): Promise<Figures> {
  const bodies = new Set<string>();
  const figures = await takeTurns(routes, 'cjs', PROCESSES, async (folder) => {
    const url = `http://localhost${path}`;
    const answer = await runBundle<Answer>(join(folder, 'bundle.js'), url);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.failure ?? answer.status}`);
    bodies.add(answer.body);
    return answer.microseconds;
  });
  if (bodies.size > 1) throw new Error(`${path}: ${[...bodies].join(' or ')}`);
  return figures;
}

async function timeOnWorkerd(
  workerd: string,
  routes: readonly BenchRoute[],
  path: string,
): Promise<Figures> {
  return takeTurns(routes, 'esm', WORKERS, async (folder) => {
    const port = await freePort();
    writeFileSync(join(folder, 'workerd.capnp'), workerdConfig('bundle.js', port));
    const child = spawn(workerd, ['serve', 'workerd.capnp'], { cwd: folder, stdio: 'ignore' });
    try {
      const socket = await connected(child, port);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      socket.destroy();
      if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(`${path}: ${answer}`);
      return processorTime(child);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
}

/** Connects once workerd listens. */
async function connected(child: ChildProcess, port: number): Promise<Socket> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      // Not listening yet.
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

/**
 * Times an application of each contender in turns, with a route for each of `routes`.
 *
 * @param format ES modules export a Worker's object, CommonJS its `fetch`
 * @param time times the application in the folder's `bundle.js`
 * @returns the median of each contender's times
 */
async function takeTurns(
  routes: readonly BenchRoute[],
  format: Format,
  turns: number,
  time: (folder: string) => Promise<number>,
): Promise<Figures> {
  const end = format === 'esm' ? 'export default { fetch };' : 'module.exports = fetch;';
  const bundles = [
    { name: OWN, code: await bundle(`${await writeOwn(routes)}\n${end}`, format) },
    { name: PEER, code: await bundle(`${writePeer(routes)}\n${end}`, format) },
  ];
  const times = new Map(bundles.map(({ name }): [string, number[]] => [name, []]));
  await inFolder(async (folder) => {
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, code } of bundles) {
        writeFileSync(join(folder, 'bundle.js'), code);
        times.get(name)?.push(await time(folder));
      }
    }
  });
  return mediansOf(times);
}

/** Writes an application as the plugin does. Engines parse JSON faster than an object literal. */
async function writeOwn(routes: readonly BenchRoute[]): Promise<string> {
  const { compileTable } = await loadBuild();
  const table = toTable(routes);
  const handlers = Object.keys(table).map(
    (key, at) => `${JSON.stringify(key)}: ({ params }) => ({ route: ${at}, params })`,
  );
  return `import { createCompiledFetchHandler, createCompiledRouter } from 'waymark/compiled';
const table = JSON.parse(${JSON.stringify(JSON.stringify(compileTable(table)))});
const router = createCompiledRouter(table, { handlers: {${handlers}} });
const fetch = createCompiledFetchHandler({ router });`;
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

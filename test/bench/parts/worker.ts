import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installRuntime } from '../../runtimes/runtimes.ts';
import { freePort } from '../../support/free-port.ts';
import { type Part, type Row, ratio } from '../form.ts';
import { median } from '../statistics.ts';
import { generatedName, label, loadTable } from '../tables.ts';
import { bundleWhole, OWN, PEER } from '../whole.ts';

const TABLES = ['hono', 'github', generatedName(1_000)];
const PROCESSES = 30;

/** The first response of a worker. */
export const worker: Part = {
  name: 'worker',
  title: 'A worker',
  text: `The processor time of workerd, the runtime of Cloudflare Workers, from the start of its process to the
first response: the median of ${PROCESSES} processes, which take turns. The applications are those of the first
response.`,
  forms: [
    {
      unit: 'ms of processor time to the first response',
      columns: [OWN, PEER],
      ratios: [ratio(PEER, OWN)],
      mean: true,
    },
  ],
  async measure(tables) {
    const [file] = installRuntime('workerd');
    const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
    try {
      const rows: Row[] = [];
      for (const name of TABLES.filter((each) => tables.includes(each))) {
        rows.push(await time(file, folder, name));
      }
      return [rows];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function time(workerd: string, folder: string, name: string): Promise<Row> {
  const { routes } = loadTable(name);
  const last = routes.findLast(({ method, path }) => method === 'GET' && path.includes(':'));
  const path = (last?.path ?? '/').replace(/:\w+/g, 'abc');
  const bundles = new Map(await bundleWhole(routes, 'esm'));
  const times = new Map(Array.from(bundles.keys(), (each): [string, number[]] => [each, []]));
  for (let turn = 0; turn < PROCESSES; turn++) {
    for (const [contender, all] of times) {
      writeFileSync(join(folder, 'worker.js'), String(bundles.get(contender)));
      all.push(await timeFirst(workerd, folder, path));
    }
  }
  const figures = [...times].map(([contender, all]) => [contender, median(all)]);
  return { label: label(name, routes.length), figures: Object.fromEntries(figures) };
}

const CONFIG = (port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01"
);
`;

async function timeFirst(workerd: string, folder: string, path: string): Promise<number> {
  const port = await freePort();
  writeFileSync(join(folder, 'workerd.capnp'), CONFIG(port));
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

/**
 * `npm run runtimes`: packs the package, installs it, and runs one suite on every runtime. Writes
 * the results to docs/measured/runtimes.md.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writePage } from '../measured/page.ts';
import { end, freePort, listen } from '../support/gateway.ts';
import { pack } from '../support/pack.ts';
import { workerdConfig } from '../support/workerd.ts';
import { buildApplication, buildBundle, type Format } from './build.ts';
import { runCommand } from './command.ts';
import { runExample } from './example.ts';
import { adaptersOf, runHttp } from './http/requests.ts';
import { type Installed, installRuntimes, type Runtime } from './runtimes.ts';
import { all, type Result, type Suite } from './suite.ts';

type Results = Suite & {
  readonly example?: Result;
  readonly http?: Result;
  readonly tools?: Result;
};

/** The time limit for a process, in milliseconds. */
const PATIENCE = 120_000;

/** The time for a killed process to end, in milliseconds. */
const GRACE = 10_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const app = mkdtempSync(join(tmpdir(), 'waymark-runtimes-'));

/** Packages that serve an application on Node, or inside another framework. */
const ADAPTERS = ['srvx', 'hono', '@hono/node-server', 'express'];

function prepare(): void {
  const { library, tools } = pack(app);
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = [library, tools, ...ADAPTERS.map((name) => `${name}@${devDependencies[name]}`)];
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], {
    cwd: app,
  });
}

/** Starts a command, and ends it after the work or at the time limit. */
async function withProcess<T>(
  [file, ...args]: Runtime['command'],
  work: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  const child = spawn(file, args, {
    cwd: app,
    env: { ...process.env, PORT: '0' },
    timeout: PATIENCE,
  });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`it ended with ${code}: ${errors.slice(0, 2000)}`);
  });
  try {
    return await Promise.race([work(child), ended]);
  } finally {
    child.kill('SIGKILL');
    // A browser's own processes write to the folder until they end, and hold its pipes.
    await Promise.race([ended.catch(() => undefined), pause(GRACE, undefined, { ref: false })]);
  }
}

async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const text of child.stdout ?? []) {
    output += text;
    const found = pattern.exec(output);
    if (found !== null) return found[1];
  }
  throw new Error(`it printed ${output}`);
}

/** Sends the path as is over HTTP, since a URL would normalise it. */
const sendTo = (origin: string) => (method: string, path: string) =>
  fetch(origin + path, { method, redirect: 'manual' });

async function inProcess({ name, command }: Runtime, format: Format): Promise<Results> {
  const file = format === 'cjs' ? 'suite.cjs' : 'suite.js';
  const suite = await withProcess([...command, file], (child) => printed(child, /^({.*})\n/m));
  // The example is ES modules.
  if (format === 'cjs') return JSON.parse(suite);
  const example = await withProcess([...command, 'example/server.js'], async (child) => {
    const origin = await printed(child, /at (http:\/\/\S+)\n/);
    return runExample(sendTo(origin.replace('localhost', '127.0.0.1')));
  });
  const served: Result[] = [];
  for (const adapter of adaptersOf(name)) {
    const { checks, failed } = await withProcess([...command, 'http.js', adapter], async (child) =>
      runHttp(await printed(child, /(http:\/\/\S+)\n/)),
    );
    served.push({ checks, failed: failed.map((one) => `${adapter}, ${one}`) });
  }
  const tools = runCommand(command, app);
  return { ...JSON.parse(suite), example, http: all(served), tools };
}

async function inWorker({ command }: Runtime, format: Format): Promise<Results> {
  await buildBundle('worker.ts', app, join(app, 'worker.js'), format);
  const port = await freePort();
  writeFileSync(join(app, 'workerd.capnp'), workerdConfig('worker.js', port));
  return withProcess([...command, 'serve', 'workerd.capnp'], async () => {
    const send = sendTo(`http://127.0.0.1:${port}`);
    await untilAnswered(() => send('GET', '/health'));
    const example = await runExample(send);
    // The suite comes last: it leaves an empty registry, without the example's names.
    const suite = (await (await send('GET', '/--suite')).json()) as Suite; // worker.ts answers with it
    return { ...suite, example };
  });
}

async function untilAnswered(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      return await send();
    } catch {
      // Not listening yet. If it never does, the process's end or the time limit stops the wait.
      await pause(50);
    }
  }
}

async function inPage({ command }: Runtime, format: Format): Promise<Results> {
  await buildBundle('page.ts', app, join(app, 'page.js'), format);
  const server = createServer();
  const results = new Promise<Results>((resolve) => {
    server.on('request', async (request, response) => {
      if (request.url === '/result') resolve(JSON.parse(await text(request)));
      const isScript = request.url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript
          ? readFileSync(join(app, 'page.js'))
          : '<script type="module" src="/page.js"></script>',
      );
    });
  });
  const port = await listen(server);
  const profile = `--user-data-dir=${join(app, 'profile')}`;
  const page = [profile, '--remote-debugging-port=0', `http://127.0.0.1:${port}/`];
  try {
    return await withProcess([...command, ...page], () => results);
  } finally {
    end(server);
  }
}

const RUN = { process: inProcess, worker: inWorker, page: inPage };

const HEADER = [
  'runtime',
  'version',
  "CodeIgniter's recorded answers",
  'hostile paths',
  'both, from compiled tables',
  'all of these, from the CommonJS build',
  'requests to the example (over HTTP; in the page for Chromium)',
  'requests below a base, through each adapter',
  'commands, from the installed package',
];

/** A runtime's row, and if everything passed. */
async function rowOf(runtime: Installed): Promise<{ row: string[]; passed: boolean }> {
  if ('missing' in runtime) {
    console.error(`${runtime.name}: it can't be installed: ${runtime.missing}`);
    return { row: [runtime.name, 'missing', ...HEADER.slice(2).fill('')], passed: false };
  }
  const [file] = runtime.command;
  const text = execFileSync(file, ['--version'], { encoding: 'utf8' });
  const version = /\d+(?:[.-]\d+)+/.exec(text)?.[0] ?? text.trim();
  try {
    const { golden, hostile, compiled, example, http, tools } = await RUN[runtime.kind](
      runtime,
      'esm',
    );
    const required = await RUN[runtime.kind](runtime, 'cjs');
    const commonjs = all([required.golden, required.hostile, required.compiled]);
    const parts = [golden, hostile, compiled, commonjs, all(example ? [example] : [])];
    const optional = [http, tools];
    parts.push(...optional.filter((part) => part !== undefined));
    for (const { failed } of parts)
      for (const name of failed) console.error(`${runtime.name}: ${name}`);
    const cells = parts.map(({ checks, failed }) => `${checks - failed.length} of ${checks}`);
    while (cells.length < HEADER.length - 2) cells.push('');
    const passed = parts.every(({ checks, failed }) => checks > 0 && failed.length === 0);
    return { row: [runtime.name, version, ...cells], passed };
  } catch (error) {
    console.error(`${runtime.name}: ${error}`);
    return { row: [runtime.name, version, 'failed', ...HEADER.slice(3).fill('')], passed: false };
  }
}

try {
  const runtimes = installRuntimes();
  prepare();
  mkdirSync(join(app, 'example'));
  await buildApplication(app);
  const rows = [];
  for (const runtime of runtimes) {
    const row = await rowOf(runtime);
    console.log(row.row.join(', '));
    rows.push(row);
  }
  writePage(
    'runtimes',
    HEADER,
    rows.map(({ row }) => row),
  );
  if (rows.some(({ passed }) => !passed)) process.exitCode = 1;
} finally {
  try {
    rmSync(app, { recursive: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    // The system will empty the folder; the results stand.
    console.error(`${app} is left behind: ${error}`);
  }
}

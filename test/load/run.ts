/**
 * Runs the example behind real HTTP under good and hostile requests. Fails if a response has the
 * wrong status, if one is lost, or if the heap has grown.
 *
 * LOAD_SECONDS sets the duration, 60 by default.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { writePage } from '../measured/page.ts';
import { REQUESTS } from './requests.ts';

const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
const WARM_UP_SECONDS = 10;
const CONNECTIONS = 20;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** The allowed change of the heap from after warm-up to the end, as a share. */
const TOLERANCE = 0.05;

const server = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
  execArgv: ['--expose-gc', '--import', 'tsx'],
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});

try {
  const url = await addressOf(server);
  await fire(url, WARM_UP_SECONDS);
  const before = await heapOf(server);
  const { wrong, answered, result } = await fire(url, SECONDS);
  const after = await heapOf(server);

  const growth = after / before - 1;
  const { errors, timeouts, resets } = result;
  const lost = result.requests.sent - answered;
  const figures = {
    seconds: SECONDS,
    'kinds of request': REQUESTS.length,
    responses: answered,
    'responses a second': Math.round(answered / SECONDS),
    'wrong status': wrong.size,
    'errors, time-outs, resets': `${errors}, ${timeouts}, ${resets}`,
    'latency, 99th percentile, ms': result.latency.p99,
    'heap after warm-up, MB': (before / 1e6).toFixed(2),
    'heap at the end, MB': (after / 1e6).toFixed(2),
    'heap growth': `${(growth * 100).toFixed(2)} %`,
  };
  console.table(figures);
  for (const line of wrong) console.error(line);
  // Requests still under way at the end have no answer: at most one per connection.
  const ok =
    wrong.size === 0 &&
    errors + timeouts + resets === 0 &&
    lost <= CONNECTIONS &&
    Math.abs(growth) <= TOLERANCE;
  console.log(ok ? 'All held.' : 'Something did not hold.');
  if (ok) writePage('load', ['', 'figure'], Object.entries(figures));
  process.exitCode = ok ? 0 : 1;
} finally {
  server.kill('SIGKILL');
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of stdout ?? []) {
    output += chunk;
    const port = /http:\/\/localhost:(\d+)\n/.exec(output)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`the example ended: ${output}`);
}

async function heapOf(process: ChildProcess): Promise<number> {
  process.send('heap');
  const [bytes] = await once(process, 'message');
  return bytes;
}

async function fire(url: string, duration: number) {
  const wrong = new Set<string>();
  let answered = 0;
  const result = await autocannon({
    url,
    duration,
    connections: CONNECTIONS,
    requests: REQUESTS.map(({ method, path, status, body }) => ({
      // The cast: autocannon's type lists its methods, which include these.
      method: method as 'GET',
      path,
      ...(body !== undefined && { body, headers: FORM }),
      onResponse(received: number) {
        answered++;
        if (received !== status) wrong.add(`${method} ${path}: ${received}, not ${status}`);
      },
    })),
  });
  return { wrong, answered, result };
}

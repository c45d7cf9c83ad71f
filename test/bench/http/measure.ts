/** Measures a server's CPU time per HTTP request, with each server in its own process. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

const CONNECTIONS = 10;
const WARM_UP = 4_000;
const BODY = JSON.stringify({ id: '7', title: 'The beach' });

/** A running server. */
export interface Running {
  /** Sends requests, and returns the CPU time of each in microseconds. */
  measure(requests: number): Promise<number>;
  stop(): void;
}

/**
 * Starts a server in its own process, checks its answer, and warms it up.
 *
 * @param name a name of `servers.ts`
 * @throws {Error} if its answer differs from the others'
 */
export async function start(name: string): Promise<Running> {
  const child = fork(new URL('server.ts', import.meta.url), [name], {
    execArgv: ['--import', 'tsx'],
  });
  const [port] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}/photos/7`;
  try {
    const response = await fetch(url);
    const type = response.headers.get('content-type');
    const body = await response.text();
    if (body !== BODY || !type?.startsWith('application/json')) {
      throw new Error(`${name} answers ${body} as ${type}`);
    }
    await fire(url, WARM_UP);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    async measure(requests) {
      const before = await cpuOf(child);
      await fire(url, requests);
      return ((await cpuOf(child)) - before) / requests;
    },
    // On any other signal, srvx waits for keep-alive connections.
    stop: () => child.kill('SIGKILL'),
  };
}

async function fire(url: string, amount: number): Promise<void> {
  const { errors, timeouts, non2xx } = await autocannon({ url, amount, connections: CONNECTIONS });
  if (errors + timeouts + non2xx > 0) throw new Error(`${url}: requests failed`);
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [microseconds] = await once(child, 'message');
  return microseconds;
}

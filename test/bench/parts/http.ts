import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve as serveHono } from '@hono/node-server';
import autocannon from 'autocannon';
import fastify from 'fastify';
import { FastResponse, serve as serveSrvx } from 'srvx';
import { startInChild } from '../child.ts';
import { type Part, ratio } from '../report.ts';
import { type Fetch, ofControllers, ofH3, ofHono, photo } from './fetch.ts';

const ROUNDS = 15;
const REQUESTS = 10_000;
const WARM_UP = 4_000;
const CONNECTIONS = 10;

/** Starts a server and resolves to its port. */
type Start = () => Promise<number>;

const Fast = FastResponse as typeof Response; // the cast: it is used as one

const JSON_HEADERS = { headers: { 'content-type': 'application/json' } };

/** A function that always sends the same bytes. */
const bytes = (Class: typeof Response) => (): Fetch => () =>
  new Class(JSON.stringify(photo('7')), JSON_HEADERS);

/** A function that reads the parameter. */
const bare = (Class: typeof Response) => (): Fetch => (request) => {
  const [, id = ''] = /^\/photos\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
  return new Class(JSON.stringify(photo(id)), JSON_HEADERS);
};

/** The servers: those of a row send the same bytes, each column through another framework. */
const SERVERS: Readonly<Record<string, Readonly<Record<string, Start>>>> = {
  srvx: {
    bytes: onSrvx(bytes(Fast)),
    bare: onSrvx(bare(Fast)),
    waymark: onSrvx(() => ofControllers({ Response: Fast })),
    h3: onSrvx(ofH3),
  },
  '@hono/node-server': {
    bytes: onHono(bytes(Response)),
    bare: onHono(bare(Response)),
    waymark: onHono(ofControllers),
    hono: onHono(ofHono),
  },
  'a server of its own': {
    fastify: async () => {
      const app = fastify();
      app.get<{ Params: { id: string } }>('/photos/:id', async ({ params }) => photo(params.id));
      return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    },
    'node:http': async () => {
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(photo('7')));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return (server.address() as AddressInfo).port; // the cast: the server listens on a port
    },
  },
};

function onSrvx(make: () => Fetch): Start {
  return async () => {
    const server = serveSrvx({ fetch: make(), port: 0, hostname: '127.0.0.1', silent: true });
    await server.ready();
    return Number(new URL(String(server.url)).port);
  };
}

function onHono(make: () => Fetch): Start {
  return () =>
    new Promise((resolve) => {
      // Created before serving, as an application does.
      const fetch = make();
      serveHono({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port));
    });
}

/** Requests over HTTP on Node. */
export const http: Part = {
  name: 'http',
  forms: [
    {
      unit: 'µs of processor time per request',
      columns: ['bytes', 'bare', 'waymark', 'h3', 'hono', 'fastify', 'node:http'],
      ratios: [ratio('waymark', 'bytes'), ratio('waymark', 'bare')],
    },
  ],
  async measure() {
    const running: Running[] = [];
    try {
      for (const [row, servers] of Object.entries(SERVERS)) {
        for (const column of Object.keys(servers)) running.push(await start(row, column));
      }
      for (let round = 0; round < ROUNDS; round++) {
        for (const server of running) server.least = Math.min(server.least, await time(server));
      }
    } finally {
      // On any other signal, srvx waits for keep-alive connections.
      for (const { child } of running) child.kill('SIGKILL');
    }
    return [
      Object.keys(SERVERS).map((label) => {
        const all = running.filter(({ row }) => row === label);
        return { label, figures: Object.fromEntries(all.map((each) => [each.column, each.least])) };
      }),
    ];
  },
};

/** A server in a process of its own, with the lowest CPU time of a request in microseconds. */
type Running = Awaited<ReturnType<typeof start>>;

/** Starts a server, checks its answer, and warms it up. */
async function start(row: string, column: string) {
  const child = startInChild(import.meta.url, serve, row, column);
  try {
    const [port] = await once(child, 'message');
    const url = `http://127.0.0.1:${port}/photos/7`;
    const response = await fetch(url);
    const type = response.headers.get('content-type');
    const body = await response.text();
    if (body !== JSON.stringify(photo('7')) || !type?.startsWith('application/json')) {
      throw new Error(`${column} on ${row} answers ${body} as ${type}`);
    }
    await fire(url, WARM_UP);
    return { row, column, child, url, least: Number.POSITIVE_INFINITY };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Runs a server, which answers messages with its CPU time in microseconds. */
export async function serve(row: string, column: string): Promise<number> {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  return SERVERS[row][column]();
}

/** Sends requests: the CPU time of each in microseconds. */
async function time({ child, url }: Running): Promise<number> {
  const before = await cpuOf(child);
  await fire(url, REQUESTS);
  return ((await cpuOf(child)) - before) / REQUESTS;
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

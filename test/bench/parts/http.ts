import { type Part, ratio } from '../form.ts';
import { type Running, start } from '../http/measure.ts';

/** The names in `http/servers.ts`, by row. */
const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  srvx: {
    bytes: 'srvx, bytes',
    bare: 'srvx, bare',
    waymark: 'srvx, waymark',
    h3: 'srvx, h3',
  },
  '@hono/node-server': {
    bytes: 'node-server, bytes',
    bare: 'node-server, bare',
    waymark: 'node-server, waymark',
    hono: 'node-server, hono',
  },
  'a server of its own': { fastify: 'fastify', 'node:http': 'node:http' },
};

const ROUNDS = 15;
const REQUESTS = 10_000;

/** Requests over HTTP on Node. */
export const http: Part = {
  name: 'http',
  title: 'A request over HTTP',
  text: `The processor time of a server for a JSON answer with one parameter, over HTTP on Node. The load generator
and each server have their own processes, and the servers take turns: ${ROUNDS} rounds of ${REQUESTS.toLocaleString('en')}
requests on 10 connections. The figure is the lowest of the rounds, since other work on the machine can
only add to it. "bytes" is a function that always sends the same bytes, and "bare" a function that reads the
parameter with an expression.`,
  forms: [
    {
      unit: 'µs of processor time per request',
      columns: ['bytes', 'bare', 'waymark', 'h3', 'hono', 'fastify', 'node:http'],
      ratios: [ratio('waymark', 'bytes'), ratio('waymark', 'bare')],
    },
  ],
  async measure() {
    const running = new Map<string, Running>();
    try {
      for (const name of Object.values(ROWS).flatMap((row) => Object.values(row))) {
        running.set(name, await start(name));
      }
      const samples = new Map<string, number[]>();
      for (let round = 0; round < ROUNDS; round++) {
        for (const [name, server] of running) {
          const all = samples.get(name) ?? [];
          samples.set(name, [...all, await server.measure(REQUESTS)]);
        }
      }
      return [
        Object.entries(ROWS).map(([label, names]) => ({
          label,
          figures: Object.fromEntries(
            Object.entries(names).map(([column, name]) => [
              column,
              Math.min(...(samples.get(name) ?? [])),
            ]),
          ),
        })),
      ];
    } finally {
      for (const { stop } of running.values()) stop();
    }
  },
};

/** Serves the application on a free port, through the adapter named by the first argument. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { answer, handle, outside } from './application.ts';

/** Globals of Bun and Deno. */
const runtime = globalThis as {
  readonly Bun?: { serve(options: object): { readonly port: number } };
  readonly Deno?: { serve(options: object, handler: typeof handle): { addr: { port: number } } };
};

/** Functions that start a server and resolve to its port, by adapter. */
const ADAPTERS: Readonly<Record<string, () => Promise<number>>> = {
  async bun() {
    return runtime.Bun?.serve({ fetch: handle, port: 0 }).port ?? 0;
  },
  async deno() {
    return runtime.Deno?.serve({ port: 0, onListen() {} }, handle).addr.port ?? 0;
  },
  srvx: () => bySrvx(handle),
  async fast() {
    const { FastResponse } = await import('srvx');
    globalThis.Response = FastResponse as typeof Response;
    return bySrvx(handle);
  },
  async hono() {
    const { Hono } = await import('hono');
    const hono = new Hono();
    hono.use(async (context, next) => (await answer(context.req.raw)) ?? next());
    hono.notFound(() => outside());
    return bySrvx(async (request) => hono.fetch(request));
  },
  async 'hono-node-server'() {
    const { getRequestListener } = await import('@hono/node-server');
    return listen(getRequestListener(handle));
  },
  express: () => byExpress('/'),
  'express-mounted': () => byExpress('/shop'),
};

async function bySrvx(fetch: (request: Request) => Promise<Response>): Promise<number> {
  const { serve } = await import('srvx');
  const server = await serve({ fetch, port: 0, silent: true }).ready();
  return Number(new URL(server.url ?? '').port);
}

async function byExpress(path: string): Promise<number> {
  const { default: express } = await import('express');
  const { NodeRequest } = await import('srvx/node');
  const server = express();
  server.use(path, async (req, res, next) => {
    const response = await answer(new NodeRequest({ req, res }));
    if (response === null) return next();
    // Follows docs/serving.md.
    res.status(response.status);
    for (const [name, value] of response.headers) res.appendHeader(name, value);
    if (response.body === null) res.end();
    else await pipeline(response.body, res).catch(() => res.destroy());
  });
  server.use((_request, response) => {
    response.status(404).type('text').send('outside');
  });
  return listen(server);
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port; // the server listens on a port
}

console.log(`http://127.0.0.1:${await ADAPTERS[process.argv[2]]()}`);

/** Servers that send the same bytes, each through another framework. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve as serveHono } from '@hono/node-server';
import fastify from 'fastify';
import { H3 } from 'h3';
import { Hono } from 'hono';
import { FastResponse, serve as serveSrvx } from 'srvx';

const bundle = new URL('../../../dist/fetch.js', import.meta.url).href;
const { createFetchHandler } = (await import(bundle)) as typeof import('../../../src/fetch.ts');

type Fetch = (request: Request) => Response | Promise<Response>;

/** Starts a server and resolves to its port. */
type Start = () => Promise<number>;

const photo = (id: string) => ({ id, title: 'The beach' });

const JSON_HEADERS = { headers: { 'content-type': 'application/json' } };

/** The same bytes whatever the path. */
const bytes: Fetch = () => new Response(JSON.stringify(photo('7')), JSON_HEADERS);

/** The same with srvx's own class of responses. */
const fastBytes: Fetch = () => new FastResponse(JSON.stringify(photo('7')), JSON_HEADERS);

/** No router: a function that knows its one route. */
const bare: Fetch = ({ url }) => new Response(JSON.stringify(photo(idIn(url))), JSON_HEADERS);

/** The same with srvx's own class of responses. */
const fastBare: Fetch = ({ url }) =>
  new FastResponse(JSON.stringify(photo(idIn(url))), JSON_HEADERS);

function idIn(url: string): string {
  return /^\/photos\/([^/]+)$/.exec(new URL(url).pathname)?.[1] ?? '';
}

function waymark(options: { readonly Response?: typeof Response } = {}): Fetch {
  return createFetchHandler({
    ...options,
    routes: { 'GET photos/(:any)': 'photos/show/$1' },
    files: { 'application/controllers/photos.ts': () => import('../fetch/photos.ts') },
  });
}

function hono(): Fetch {
  const app = new Hono();
  app.get('/photos/:id', (context) => context.json(photo(context.req.param('id'))));
  return (request) => app.fetch(request);
}

function h3(): Fetch {
  const app = new H3();
  app.get('/photos/:id', ({ context }) => photo(context.params?.id ?? ''));
  return (request) => app.fetch(request);
}

const onSrvx =
  (make: () => Fetch): Start =>
  async () => {
    const server = serveSrvx({ fetch: make(), port: 0, hostname: '127.0.0.1', silent: true });
    await server.ready();
    return Number(new URL(String(server.url)).port);
  };

const onHono =
  (make: () => Fetch): Start =>
  () =>
    new Promise((resolve) => {
      // Created before serving, as an application does.
      const fetch = make();
      serveHono({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port));
    });

/** Every server, by name. */
export const servers: Readonly<Record<string, Start>> = {
  'srvx, bytes': onSrvx(() => fastBytes),
  'srvx, bare': onSrvx(() => fastBare),
  'srvx, waymark': onSrvx(() => waymark({ Response: FastResponse as typeof Response })), // the cast: it is used as one
  'srvx, h3': onSrvx(h3),
  'node-server, bytes': onHono(() => bytes),
  'node-server, bare': onHono(() => bare),
  'node-server, waymark': onHono(() => waymark()),
  'node-server, hono': onHono(hono),
  fastify: async () => {
    const app = fastify();
    app.get<{ Params: { id: string } }>('/photos/:id', async ({ params }) => photo(params.id));
    return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  },
  'node:http': () =>
    new Promise((resolve) => {
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(photo('7')));
      });
      // The cast: the server listens on a port.
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
};

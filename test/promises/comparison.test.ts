/** Checks the comparison of `docs/why.md` by running the other routers over sockets. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { Route } from '../../src/index.ts';
import { ask, end, listen } from '../support/gateway.ts';
import { pageOf, rowsOf } from '../support/pages.ts';

const PAGE = pageOf('docs/why.md');

/** Starts a router with these routes, each of which answers with its name. Returns the server. */
type Start = () => Promise<Server> | Server;

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await listen(server);
  return server;
}

const ALONE = { overrideGlobalObjects: false };

const STARTS: Readonly<Record<string, Start>> = {
  waymark: () => {
    const routes = Route.collect(() => {
      Route.get('users/login', () => 'login');
      Route.get('posts/(:any)', ({ params }) => params[0]);
      Route.get('pages/(:any)', () => 'first');
      Route.get('pages/new', () => 'second');
      Route.get('numbers/([0-9]+)', () => 'number');
      Route.get('files/(.+)', () => 'file');
    });
    return serve(getRequestListener(createFetchHandler({ routes }), ALONE));
  },
  Hono: () => {
    const app = new Hono();
    app.get('/users/login', (context) => context.text('login'));
    app.get('/posts/:id', (context) => context.text(context.req.param('id')));
    app.get('/pages/:id', (context) => context.text('first'));
    app.get('/pages/new', (context) => context.text('second'));
    app.get('/numbers/:id{[0-9]+}', (context) => context.text('number'));
    app.get('/files/:path{.+}', (context) => context.text('file'));
    return serve(getRequestListener(app.fetch, ALONE));
  },
  Express: () => {
    const app = express();
    app.get('/users/login', (_request, response) => void response.send('login'));
    app.get('/posts/:id', (request, response) => void response.send(request.params.id));
    app.get('/pages/:id', (_request, response) => void response.send('first'));
    app.get('/pages/new', (_request, response) => void response.send('second'));
    app.get(/^\/numbers\/[0-9]+$/, (_request, response) => void response.send('number'));
    app.get(/^\/files\/.+$/, (_request, response) => void response.send('file'));
    return serve(app);
  },
  Fastify: async () => {
    const app = fastify();
    app.get('/users/login', async () => 'login');
    app.get('/posts/:id', async (request) => (request.params as { readonly id: string }).id); // as the path says
    app.get('/pages/:id', async () => 'first');
    app.get('/pages/new', async () => 'second');
    app.get('/numbers/:id(^[0-9]+$)', async () => 'number');
    app.get('/files/:path(^.+$)', async () => 'file');
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
};

const servers = new Map<string, Server>();

beforeAll(async () => {
  for (const [name, start] of Object.entries(STARTS)) servers.set(name, await start());
});
afterAll(() => {
  for (const server of servers.values()) end(server);
});

/** Sends a request with its path as it stands. */
function send(router: string, method: string, path: string) {
  const { port } = (servers.get(router) as Server).address() as AddressInfo; // the casts: it listens
  return ask(port, path, { method });
}

const ROUTERS = Object.keys(STARTS);

/** What the page says of a router, in the row of a feature or a request. */
function said(heading: string, row: string, router: string): string {
  const cells = rowsOf(PAGE, [heading, 'waymark', 'Hono', 'Express 5']).find(([of]) => of === row);
  return cells?.[ROUTERS.indexOf(router) + 1] ?? '';
}

describe('the comparison', () => {
  const requests = rowsOf(PAGE, ['request']).map(([path]) => path);

  it.each(requests.flatMap((path) => ROUTERS.map((router) => [path, router])))(
    'says how %s is answered by %s',
    async (path, router) => {
      const { status, text } = await send(router, 'GET', path.replaceAll('`', ''));
      const raw = status === 200 && text === '%FF' ? 'passed on as text' : 'found';
      expect(said('request', path, router)).toBe(status === 200 ? raw : String(status));
    },
  );

  it.each(ROUTERS)('says which of two routes wins in %s', async (router) => {
    const { text } = await send(router, 'GET', '/pages/new');
    const winner = text === 'first' ? 'the first wins' : 'the more specific wins';
    expect(said('feature', 'two routes match', router)).toBe(winner);
  });

  it.each([
    ['wrong method', 'POST'],
    ['`OPTIONS` of a known path', 'OPTIONS'],
  ])('says how each router answers: %s', async (feature, method) => {
    for (const router of ROUTERS) {
      const { status, headers } = await send(router, method, '/users/login');
      const cell = `${status}${headers.allow === undefined ? '' : ' with `Allow`'}`;
      expect([router, said('feature', feature, router)]).toEqual([router, cell]);
    }
  });

  it.each(ROUTERS)('says what an expression may match in %s', async (router) => {
    expect((await send(router, 'GET', '/numbers/7')).text).toBe('number');
    expect((await send(router, 'GET', '/numbers/x')).status).toBe(404);
    const crosses = (await send(router, 'GET', '/files/a/b')).status === 200;
    const cell = said('feature', 'parameters', router);
    expect([cell, !cell.includes('for one segment')]).toEqual([cell, crosses]);
  });

  it('says who refuses a duplicate', () => {
    const app = fastify();
    app.get('/a', async () => 'a');
    expect(() => app.get('/a', async () => 'b')).toThrow(/already declared/);
    expect(said('feature', 'finds unreachable routes', 'Fastify')).toBe('refuses duplicates');
    const hono = new Hono().get('/:any', (context) => context.text('a'));
    expect(() => hono.get('/b', (context) => context.text('b'))).not.toThrow();
    const plain = express().get('/:any', () => undefined);
    expect(() => plain.get('/b', () => undefined)).not.toThrow();
  });

  it.each(['hono', 'express', 'fastify'])('names the version of %s that is installed', (name) => {
    const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
    const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
    const short = version.split('.').slice(0, 2).join('.');
    expect(PAGE.text).toMatch(
      new RegExp(`defaults of .*${name} ${short.replace('.', '\\.')}`, 'i'),
    );
  });
});

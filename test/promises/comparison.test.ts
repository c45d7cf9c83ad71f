/** Checks the comparison of `docs/why.md` by running the other routers over sockets. */
import { readFileSync } from 'node:fs';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { Route } from '../../src/index.ts';

const PAGE = readFileSync(new URL('../../docs/why.md', import.meta.url), 'utf8');

/** The rows of a table of the page by their first cell, each with its cells by heading. */
function rowsOf(heading: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [head = '', , ...lines] = PAGE.slice(PAGE.indexOf(`| ${heading} |`))
    .split('\n\n')[0]
    .split('\n');
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...names] = cells(head);
  return new Map(
    lines.map((line) => {
      const [first = '', ...rest] = cells(line);
      return [first, new Map(names.map((name, at) => [name.split(' ')[0], rest[at] ?? '']))];
    }),
  );
}

/** Starts a router with these routes; each answers with its name. */
type Start = () => Promise<Server> | Server;

const listen = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

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
    return listen(createServer(getRequestListener(createFetchHandler({ routes }))));
  },
  Hono: () => {
    const app = new Hono();
    app.get('/users/login', (context) => context.text('login'));
    app.get('/posts/:id', (context) => context.text(context.req.param('id')));
    app.get('/pages/:id', (context) => context.text('first'));
    app.get('/pages/new', (context) => context.text('second'));
    app.get('/numbers/:id{[0-9]+}', (context) => context.text('number'));
    app.get('/files/:path{.+}', (context) => context.text('file'));
    return listen(createServer(getRequestListener(app.fetch)));
  },
  Express: () => {
    const app = express();
    app.get('/users/login', (_request, response) => void response.send('login'));
    app.get('/posts/:id', (request, response) => void response.send(request.params.id));
    app.get('/pages/:id', (_request, response) => void response.send('first'));
    app.get('/pages/new', (_request, response) => void response.send('second'));
    app.get(/^\/numbers\/[0-9]+$/, (_request, response) => void response.send('number'));
    app.get(/^\/files\/.+$/, (_request, response) => void response.send('file'));
    return listen(createServer(app));
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
  for (const server of servers.values()) server.close();
});

/** Sends a request with its path as it stands, and returns what the page would call the answer. */
function ask(router: string, method: string, path: string) {
  const { port } = (servers.get(router) as Server).address() as AddressInfo; // the casts: it listens
  return new Promise<{ status: number; allow: boolean; text: string }>((resolve, reject) => {
    send({ host: '127.0.0.1', port, method, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      const { statusCode: status = 0, headers } = response;
      response.on('end', () => resolve({ status, allow: headers.allow !== undefined, text }));
    })
      .on('error', reject)
      .end();
  });
}

const ROUTERS = Object.keys(STARTS);
const FEATURES = rowsOf('feature');
const SPELLINGS = rowsOf('request');

describe('the comparison', () => {
  it.each(
    [...SPELLINGS].flatMap(([path, cells]) =>
      ROUTERS.map((router) => [path, router, cells.get(router)] as const),
    ),
  )('says how %s is answered by %s: %s', async (path, router, cell) => {
    const { status, text } = await ask(router, 'GET', path.replaceAll('`', ''));
    const raw = status === 200 && text === '%FF' ? 'passed on as text' : 'found';
    expect(status === 200 ? raw : String(status)).toBe(cell);
  });

  it.each(ROUTERS)('says which of two routes wins in %s', async (router) => {
    const { text } = await ask(router, 'GET', '/pages/new');
    const winner = text === 'first' ? 'the first wins' : 'the more specific wins';
    expect(FEATURES.get('two routes match')?.get(router)).toBe(winner);
  });

  it.each([
    ['wrong method', 'POST'],
    ['`OPTIONS` of a known path', 'OPTIONS'],
  ])('says how each router answers: %s', async (feature, method) => {
    for (const router of ROUTERS) {
      const { status, allow } = await ask(router, method, '/users/login');
      const cell = `${status}${allow ? ' with `Allow`' : ''}`;
      expect([router, FEATURES.get(feature)?.get(router)]).toEqual([router, cell]);
    }
  });

  it.each(ROUTERS)('says what an expression may match in %s', async (router) => {
    expect((await ask(router, 'GET', '/numbers/7')).text).toBe('number');
    expect((await ask(router, 'GET', '/numbers/x')).status).toBe(404);
    const crosses = (await ask(router, 'GET', '/files/a/b')).status === 200;
    const cell = FEATURES.get('parameters')?.get(router) ?? '';
    expect([cell, !cell.includes('for one segment')]).toEqual([cell, crosses]);
  });

  it('says who refuses a duplicate', () => {
    const app = fastify();
    app.get('/a', async () => 'a');
    expect(() => app.get('/a', async () => 'b')).toThrow(/already declared/);
    expect(FEATURES.get('finds unreachable routes')?.get('Fastify')).toBe('refuses duplicates');
    const hono = new Hono().get('/:any', (context) => context.text('a'));
    expect(() => hono.get('/b', (context) => context.text('b'))).not.toThrow();
    const plain = express().get('/:any', () => undefined);
    expect(() => plain.get('/b', () => undefined)).not.toThrow();
  });

  it.each(['hono', 'express', 'fastify'])('names the version of %s that is installed', (name) => {
    const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
    const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
    const short = version.split('.').slice(0, 2).join('.');
    expect(PAGE).toMatch(new RegExp(`defaults of .*${name} ${short.replace('.', '\\.')}`, 'i'));
  });
});

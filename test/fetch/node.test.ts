/** The handler in servers of node:http: called without an adapter, and mounted by Express. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { afterAll, expect, it, vi } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import { Controller, createControllers } from '../../src/hmvc.ts';
import { Route } from '../../src/index.ts';
import { listen } from '../support/gateway.ts';
import { createFetchHandler, createFetchMiddleware, describeBoth } from '../support/handlers.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server's answer to a path, over HTTP. */
async function ask(listener: RequestListener, path: string, init: RequestInit = {}) {
  const server = createServer(listener);
  servers.push(server);
  const port = await listen(server);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { connection: 'close' },
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

class Photos extends Controller {
  show(id: string) {
    return { id, url: this.context.url('photo', [id]) };
  }
}

const options: FetchOptions = {
  routes: Route.collect(() => {
    Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
    Route.get('shop/(:any)', 'inside', {}, ({ params }) => `inside: ${params[0]}`);
  }),
  controllers: createControllers({
    'application/controllers/photos.ts': async () => ({ default: Photos }),
  }),
};

describeBoth('a handler that is called by node:http itself', () => {
  const onError = vi.fn<(error: unknown) => void>();
  const handler = createFetchHandler({ ...options, onError });
  const middleware = createFetchMiddleware({ ...options, onError });

  it.each<[string, RequestListener, RegExp]>([
    [
      'http.createServer(handler)',
      handler as never,
      /^WaymarkError: create(?:Compiled)?FetchHandler: /,
    ],
    [
      'express().use(handler)',
      express().use(handler as never),
      /create(?:Compiled)?FetchHandler: /,
    ],
    ['http.createServer(middleware)', middleware as never, /create(?:Compiled)?FetchMiddleware: /],
  ])('answers, and says what to use instead: %s', async (_what, listener, where) => {
    for (const [method, text] of [
      ['GET', 'Internal Server Error'],
      ['HEAD', ''],
    ]) {
      onError.mockClear();
      const answer = await ask(listener, '/photos/7', { method });
      expect([answer.status, answer.text]).toEqual([500, text]);
      const message = String(onError.mock.calls[0][0]);
      expect(message).toMatch(where);
      expect(message).toContain('a request of node:http, not with a Request. Serve it with srvx');
      expect(message).toContain('getRequestListener(handler)');
    }
  });

  it.each<[string, unknown[]]>([
    ['nothing', []],
    ['what is no response', [{}]],
    ['null', [null]],
  ])(
    'rejects for a value that is no such request, whatever follows it: %s',
    async (_what, rest) => {
      onError.mockClear();
      // The cast passes a value that no fetch server passes.
      const response = await handler(
        { url: '/', method: 'GET', headers: {} } as never,
        ...(rest as []),
      );
      expect(response.status).toBe(500);
      expect(String(onError.mock.calls[0][0])).toContain('TypeError');
    },
  );
});

describeBoth('a middleware that Express mounts below its base', () => {
  const answer = createFetchMiddleware({ ...options, base: '/shop' });
  const bySrvx: express.RequestHandler = async (req, res, next) => {
    const response = await answer(new NodeRequest({ req, res }));
    if (response === null) next();
    else await sendNodeResponse(res, response);
  };
  const listener = getRequestListener(
    async (request, env) => (await answer(request, env)) ?? new Response('missed', { status: 404 }),
    { overrideGlobalObjects: false },
  );
  const byHono: express.RequestHandler = (req, res) => void listener(req, res);
  const adapters = [
    ['srvx', bySrvx],
    ['@hono/node-server', byHono],
  ] as const;

  it.each(
    adapters.flatMap(([name, adapter]) =>
      [
        ['at the base', express().use('/shop', adapter)],
        ['at the top', express().use(adapter)],
        ['in two steps', express().use('/shop', express.Router().use('/', adapter))],
      ].map(([where, app]) => [name, where, app] as const),
    ),
  )('answers below it: %s, %s', async (_name, _where, app) => {
    // The cast: Express's application is a listener.
    const at = (path: string) => ask(app as RequestListener, path);
    const text = '{"id":"7","url":"/shop/photos/7"}';
    expect(await at('/shop/photos/7?a=/shop')).toMatchObject({ status: 200, text });
    expect(await at('/shop/shop/x')).toMatchObject({ status: 200, text: 'inside: x' });
    expect(await at('/photos/7')).toMatchObject({ status: 404 });
    expect(await at('/%2e%2e/shop/shop/%61')).toMatchObject({ status: 200, text: 'inside: a' });
  });

  it('answers as before if the base follows the path of the mount', async () => {
    const app = express().use('/api', bySrvx);
    expect(await ask(app, '/api/shop/shop/x')).toMatchObject({ status: 200, text: 'inside: x' });
  });
});

/** Passes unanswered requests on to the framework around the application. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { Hono } from 'hono';
import { serve } from 'srvx';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import { Controller } from '../../src/hmvc.ts';
import { createFetchMiddleware, describeBoth } from '../support/handlers.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

class Photos extends Controller {
  show(id: string) {
    return { id };
  }
  async update() {
    return `updated ${await this.context.request.text()}`;
  }
  fail() {
    throw new Error('out of film');
  }
  missing() {
    return 'the page for what is missing';
  }
}

const options: FetchOptions = {
  routes: {
    '404_override': 'photos/missing',
    'GET photos/(:num)': 'photos/show/$1',
    'PUT photos/(:num)': 'photos/update',
    'act/(:any)': 'photos/$1',
    'nobody/(:any)': 'nobody/$1',
    blocked: '',
  },
  files: { 'application/controllers/photos.ts': async () => ({ default: Photos }) },
  onError: () => {},
};

describeBoth('createFetchMiddleware', () => {
  const answer = createFetchMiddleware(options);

  it.each([
    ['GET', '/nothing'],
    ['HEAD', '/nothing'],
    ['OPTIONS', '/nothing'],
    ['GET', '/act/nowhere'],
    ['GET', '/act/constructor'],
    ['GET', '/nobody/index'],
  ])('gives null for %s %s, which nothing answers', async (method, path) => {
    expect(await answer(new Request(`http://localhost${path}`, { method }))).toBeNull();
  });

  it.each(['/%', '/photos/%ff', `/photos/${'a'.repeat(2048)}`])(
    'gives null for a malformed request outside its base: %s',
    async (path) => {
      const mounted = createFetchMiddleware({ ...options, base: '/shop' });
      expect(await mounted(new Request(`http://localhost${path}`))).toBeNull();
      expect((await mounted(new Request(`http://localhost/shop${path}`)))?.status).toBe(400);
    },
  );

  it.each([
    ['GET', '/photos/7', 200, '{"id":"7"}'],
    ['GET', '/blocked', 404, 'the page for what is missing'],
    ['GET', '/%62locked', 404, 'the page for what is missing'],
    ['POST', '/photos/7', 405, 'Method Not Allowed'],
    ['OPTIONS', '/photos/7', 204, ''],
    ['GET', '/%', 400, 'Bad Request: malformed percent sequence'],
    ['GET', '/act/fail', 500, 'Internal Server Error'],
  ])('answers %s %s with %i', async (method, path, status, text) => {
    const response = await answer(new Request(`http://localhost${path}`, { method }));
    expect([response?.status, await response?.text()]).toEqual([status, text]);
  });

  it('gives null outside its base', async () => {
    const based = createFetchMiddleware({ ...options, base: '/shop' });
    expect(await based(new Request('http://localhost/photos/7'))).toBeNull();
    expect((await based(new Request('http://localhost/shop/photos/7')))?.status).toBe(200);
  });

  it('hands platform values on', async () => {
    const handlers = {
      a: (_match: unknown, context: { platform: readonly unknown[] }) => context.platform,
    };
    const own = createFetchMiddleware({ routes: { a: 'a' }, handlers });
    expect(await (await own(new Request('http://localhost/a'), 1, 'two'))?.json()).toEqual([
      1,
      'two',
    ]);
  });
});

const frameworks = {
  async Express() {
    const answer = createFetchMiddleware(options);
    const server = createServer(
      express()
        .get('/photos/mine', (_request, response) => {
          response.send('before');
        })
        .use(async (req, res, next) => {
          const response = await answer(new NodeRequest({ req, res }));
          if (response === null) next();
          else await sendNodeResponse(res, response);
        })
        .use((_request, response) => {
          response.status(404).send('after');
        }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { port, close: () => server.close() };
  },
  async Hono() {
    const answer = createFetchMiddleware(options);
    const hono = new Hono()
      .get('/photos/mine', (context) => context.text('before'))
      .use(async (context, next) => (await answer(context.req.raw)) ?? next())
      .notFound((context) => context.text('after', 404));
    const { fetch } = hono;
    const server = await serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true }).ready();
    return { port: Number(new URL(server.url ?? '').port), close: () => server.close(true) };
  },
};

describeBoth('a mounted middleware', () => {
  describe.each(['Express', 'Hono'] as const)('inside %s', (framework) => {
    let mounted: Awaited<ReturnType<(typeof frameworks)[typeof framework]>>;
    beforeAll(async () => {
      mounted = await frameworks[framework]();
    });
    afterAll(() => {
      mounted.close();
    });

    it.each([
      ['GET', '/photos/mine', 200, 'before'],
      ['GET', '/photos/7', 200, '{"id":"7"}'],
      ['HEAD', '/photos/7', 200, ''],
      ['DELETE', '/photos/7', 405, 'Method Not Allowed'],
      ['GET', '/blocked', 404, 'the page for what is missing'],
      ['GET', '/act/fail', 500, 'Internal Server Error'],
      ['GET', '/act/nowhere', 404, 'after'],
      ['GET', '/nothing', 404, 'after'],
      ['POST', '/nothing', 404, 'after'],
    ])('%s %s is answered with %i %s', async (method, path, status, text) => {
      const response = await sendRaw(mounted.port, requestFor(method, path));
      expect([response.status, response.body]).toEqual([status, text]);
    });

    it('the body of a request reaches the action', async () => {
      const head = 'PUT /photos/7 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4';
      const { body } = await sendRaw(mounted.port, `${head}\r\n\r\nDune`);
      expect(body).toBe('updated Dune');
    });
  });
});

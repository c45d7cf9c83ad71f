/** Applications mounted in Express or Hono: middleware, and where a guard holds. */
import { createServer, type Server } from 'node:http';
import express from 'express';
import { Hono } from 'hono';
import { serve } from 'srvx';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Context, Controller, createControllers } from '../../src/hmvc.ts';
import { listen } from '../support/gateway.ts';
import { createFetchHandler, createFetchMiddleware, describeBoth } from '../support/handlers.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

type Answer = (request: Request) => Promise<Response | null>;

/**
 * Mounts an application behind an answer of the framework to all paths below one. Behind it, the
 * framework answers with 404. Returns the port and a way to close it.
 */
const FRAMEWORKS = {
  async Express(answer: Answer, path: string, status: number, text: string) {
    const server: Server = createServer(
      express()
        .use(path, (_request, response) => {
          response.status(status).send(text);
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
    return { port: await listen(server), close: () => server.close() };
  },
  async Hono(answer: Answer, path: string, status: number, text: string) {
    const { fetch } = new Hono()
      .use(`${path}/*`, async () => new Response(text, { status }))
      .use(async (context, next) => (await answer(context.req.raw)) ?? next())
      .notFound((context) => context.text('after', 404));
    const server = await serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true }).ready();
    return { port: Number(new URL(server.url ?? '').port), close: () => server.close(true) };
  },
};
type Framework = keyof typeof FRAMEWORKS;

/** Mounts for the tests of a suite, and returns a way to send requests. */
function mount(framework: Framework, ...given: Parameters<(typeof FRAMEWORKS)['Hono']>) {
  let mounted: Awaited<ReturnType<(typeof FRAMEWORKS)[Framework]>>;
  beforeAll(async () => {
    mounted = await FRAMEWORKS[framework](...given);
  });
  afterAll(() => {
    mounted.close();
  });
  return async (method: string, path: string, sent = '') => {
    const head = requestFor(method, path, `a\r\nContent-Length: ${sent.length}`);
    const { status, body } = await sendRaw(mounted.port, head + sent);
    return [status, body];
  };
}

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

describeBoth('a mounted middleware', () => {
  const answer = createFetchMiddleware({
    routes: {
      '404_override': 'photos/missing',
      'GET photos/(:num)': 'photos/show/$1',
      'PUT photos/(:num)': 'photos/update',
      'act/(:any)': 'photos/$1',
      blocked: '',
    },
    controllers: createControllers({
      'application/controllers/photos.ts': async () => ({ default: Photos }),
    }),
    onError: () => {},
  });

  describe.each(['Express', 'Hono'] as const)('inside %s', (framework) => {
    const ask = mount(framework, answer, '/photos/mine', 200, 'before');

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
      expect(await ask(method, path)).toEqual([status, text]);
    });

    it('the body of a request reaches the action', async () => {
      expect(await ask('PUT', '/photos/7', 'Dune')).toEqual([200, 'updated Dune']);
    });
  });
});

const forbidden = () => new Response('Forbidden', { status: 403 });

class Open extends Controller {
  panel() {
    return 'reached';
  }
}

class Guarded extends Open {
  constructor(context: Context) {
    super(context);
    throw forbidden();
  }
}

/** The controller of one application for each place of a guard. */
const PLACES = {
  'in front alone': Open,
  'in a base controller': class extends Guarded {},
  'in context': Open,
};

const ROUND: Readonly<Record<Framework, readonly string[]>> = {
  Express: ['//admin/panel', '/%61dmin/panel', '/x/../admin/panel', '/admin%2e/../admin/panel'],
  Hono: ['//admin/panel'],
};
const SPELLINGS = [...ROUND.Express, '/./admin/panel', '/admin//panel', '/admin/panel'];

describeBoth('a guard of a mounted application', () => {
  describe.each(['Express', 'Hono'] as const)('inside %s', (framework) => {
    describe.each(Object.entries(PLACES))('that stands %s', (place, controller) => {
      const answer = createFetchHandler({
        routes: { 'admin/panel': 'admin/panel' },
        controllers: createControllers({
          'application/controllers/admin.ts': async () => ({ default: controller }),
        }),
        context() {
          if (place === 'in context') throw forbidden();
          return {};
        },
      });
      const ask = mount(framework, answer, '/admin', 403, 'Forbidden');
      const round = place === 'in front alone' ? ROUND[framework] : [];

      it.each(SPELLINGS.filter((path) => place !== 'in front alone' || path === '/admin/panel'))(
        'refuses %s',
        async (path) => expect(await ask('GET', path)).toEqual([403, 'Forbidden']),
      );

      it.each(round)('is bypassed by %s, which is why it belongs elsewhere', async (path) => {
        expect(await ask('GET', path)).toEqual([200, 'reached']);
      });
    });
  });
});

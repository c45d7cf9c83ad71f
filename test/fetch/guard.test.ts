/** Guards of an application mounted in Express or Hono: where they hold, and where they don't. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import express from 'express';
import { Hono } from 'hono';
import { serve } from 'srvx';
import { toNodeHandler } from 'srvx/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Context, Controller } from '../../src/hmvc.ts';
import { createFetchHandler, describeBoth } from '../support/handlers.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

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

/** One application for each place of a guard. */
const applications = {
  'in front alone': { default: Open },
  'in a base controller': { default: class extends Guarded {} },
  'in context': { default: Open },
};
type Place = keyof typeof applications;

function application(place: Place) {
  return createFetchHandler({
    routes: { 'admin/panel': 'admin/panel' },
    files: { 'application/controllers/admin.ts': async () => applications[place] },
    context() {
      if (place === 'in context') throw forbidden();
      return {};
    },
  });
}

/**
 * Mounts an application behind a guard for `/admin`, and returns its port and a way to close it.
 */
const frameworks = {
  async Express(place: Place) {
    const server: Server = createServer(
      express()
        .use('/admin', (_request, response) => {
          response.status(403).send('Forbidden');
        })
        // srvx also types the handler for HTTP/2, which Express doesn't support.
        .use(toNodeHandler(application(place)) as RequestListener),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { port, close: () => server.close() };
  },
  async Hono(place: Place) {
    const hono = new Hono()
      .use('/admin/*', (context) => Promise.resolve(context.text('Forbidden', 403)))
      .all('*', (context) => application(place)(context.req.raw));
    const options = { fetch: hono.fetch, port: 0, hostname: '127.0.0.1', silent: true };
    const server = await serve(options).ready();
    return { port: Number(new URL(server.url ?? '').port), close: () => server.close(true) };
  },
};

const ROUND: Readonly<Record<keyof typeof frameworks, readonly string[]>> = {
  Express: ['//admin/panel', '/%61dmin/panel', '/x/../admin/panel', '/admin%2e/../admin/panel'],
  Hono: ['//admin/panel'],
};
const SPELLINGS = [...ROUND.Express, '/./admin/panel', '/admin//panel', '/admin/panel'];

describeBoth('a mounted application', () => {
  describe.each(['Express', 'Hono'] as const)('inside %s, a guard', (framework) => {
    const places: Place[] = ['in front alone', 'in a base controller', 'in context'];

    describe.each(places)('that stands %s', (place) => {
      let mounted: Awaited<ReturnType<(typeof frameworks)[typeof framework]>>;
      beforeAll(async () => {
        mounted = await frameworks[framework](place);
      });
      afterAll(() => {
        mounted.close();
      });
      const ask = async (path: string) => {
        const { status, body } = await sendRaw(mounted.port, requestFor('GET', path));
        return [status, body];
      };

      it('refuses /admin/panel', async () => {
        expect(await ask('/admin/panel')).toEqual([403, 'Forbidden']);
      });

      if (place === 'in front alone') {
        it.each(ROUND[framework])(
          'is bypassed by %s, which is why it belongs elsewhere',
          async (path) => {
            expect(await ask(path)).toEqual([200, 'reached']);
          },
        );
      } else {
        it.each(SPELLINGS)('refuses %s as well', async (path) => {
          expect(await ask(path)).toEqual([403, 'Forbidden']);
        });
      }
    });
  });
});

/** Requests and their answers: matching, HEAD, actions, handlers, and thrown responses. */
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FetchOptions, RouteInfo } from '../../src/fetch.ts';
import { Controller, createControllers, type Files } from '../../src/hmvc.ts';
import { html } from '../../src/http.ts';
import { type Handler, Route } from '../../src/index.ts';
import { createFetchHandler, describeBoth, requestTo, shown } from '../support/handlers.ts';

class Photos extends Controller {
  index() {
    return html`<h1>Photos</h1>`;
  }
  show(id: string) {
    return { id, params: this.context.params, route: this.context.route };
  }
  list() {
    return ['beach', 'dunes'];
  }
  nothing() {}
  async later() {
    return 'later';
  }
  response() {
    return new Response('made', { status: 201, statusText: 'Made', headers: { 'x-a': 'b' } });
  }
  method() {
    return this.context.method;
  }
  tell() {
    const { method, request } = this.context;
    return new Response('', { headers: { 'x-method': `${method} of ${request.method}` } });
  }
  fail() {
    throw new Error('the secret is 42');
  }
  circular() {
    const loop: { self?: object } = {};
    loop.self = loop;
    return loop;
  }
  symbol() {
    return Symbol('secret');
  }
  refused() {
    return Response.error();
  }
}

const files: Files = {
  'application/controllers/photos.ts': async () => ({ default: Photos }),
  'framework/controllers/errors.ts': async () => ({
    default: class {
      gone() {
        return new Response('gone', { status: 410 });
      }
    },
  }),
};

const routes = {
  default_controller: 'photos',
  'GET photos/(:num)': 'photos/show/$1',
  'POST photos/(:num)': 'photos/method',
  'POST photos': 'photos/method',
  'GET files/(.+)': 'photos/show/$1',
  'HEAD own': 'photos/response',
  'GET own': 'photos/fail',
  'HEAD closed': '',
  'GET closed': 'photos',
  'OPTIONS asked': 'photos/method',
  'GET asked': 'photos/method',
  'any/method': 'photos/method',
  blocked: '',
  'lost/(:any)': 'photos/$1',
  'nobody/(:any)': 'nobody/$1',
  'act/(:any)': 'photos/$1',
};

const onError = vi.fn<(error: unknown, info: RouteInfo) => void>();
beforeEach(() => {
  Route.reset();
  onError.mockReset();
});

function handle(path: string, init?: RequestInit, options?: Partial<FetchOptions>) {
  const handler = createFetchHandler({
    routes,
    controllers: createControllers(files),
    onError,
    ...options,
  });
  return handler(requestTo(path, init));
}

describeBoth('the fetch handler', () => {
  it.each([
    ['GET', '/', 200, null, '<h1>Photos</h1>'],
    ['GET', '', 200, null, '<h1>Photos</h1>'],
    ['GET', '/photos/7', 200, null, '{"id":"7","params":["7"],"route":"GET photos/(:num)"}'],
    [
      'GET',
      '/photos//7/?page=2#top',
      200,
      null,
      '{"id":"7","params":["7"],"route":"GET photos/(:num)"}',
    ],
    ['GET', '/files/a%2fb', 200, null, '{"id":"a/b","params":["a/b"],"route":"GET files/(.+)"}'],
    ['POST', '/photos/7', 200, null, 'POST'],
    ['BREW', '/any/method', 200, null, 'BREW'],
    ['GET', '/blocked', 404, null, 'Not Found'],
    ['GET', '/%62locked/', 404, null, 'Not Found'],
    ['OPTIONS', '/blocked', 404, null, 'Not Found'],
    ['GET', '/nothing', 404, null, 'Not Found'],
    ['GET', '/photos', 405, 'POST', 'Method Not Allowed'],
    ['DELETE', '/photos/7', 405, 'GET, HEAD, POST', 'Method Not Allowed'],
    ['get', '/photos', 405, 'POST', 'Method Not Allowed'],
    ['PUT', '/own', 405, 'GET, HEAD', 'Method Not Allowed'],
    ['PUT', '/closed', 405, 'GET', 'Method Not Allowed'],
    ['PUT', '/asked', 405, 'GET, HEAD, OPTIONS', 'Method Not Allowed'],
    ['OPTIONS', '/photos/7', 204, 'GET, HEAD, POST', ''],
    ['OPTIONS', '/photos', 204, 'POST', ''],
    ['OPTIONS', '/asked', 200, null, 'OPTIONS'],
    ['OPTIONS', '/nothing', 404, null, 'Not Found'],
    ['GET', '/%', 400, null, 'Bad Request: malformed percent sequence'],
    ['GET', '/%00', 400, null, 'Bad Request: control character'],
    ['POST', '/%FF', 400, null, 'Bad Request: invalid UTF-8'],
  ])('answers %s %s with %i', async (method, path, status, allow, text) => {
    const response = await handle(path, { method });
    expect(response.headers.get('allow')).toBe(allow);
    expect(await shown(response)).toEqual([status, text]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('passes the options of the router on', async () => {
    expect(await (await handle(`/${'a'.repeat(2048)}`)).text()).toBe('Bad Request: too long');
    const options = { maxPathLength: 3, autoRoute: true, routes: {} };
    expect((await handle('/abc', {}, options)).status).toBe(400);
    expect(await (await handle('/photos/later', {}, { autoRoute: true })).text()).toBe('later');
  });

  it('searches the given roots', async () => {
    const options = {
      controllers: createControllers(files, { roots: ['framework'] }),
      routes: { a: 'errors/gone', '(:any)': '$1' },
    };
    expect((await handle('/a', {}, options)).status).toBe(410);
    expect((await handle('/photos', {}, options)).status).toBe(404);
  });

  it.each([
    'nowhere',
    '_helper',
    'constructor',
    'toString',
    '__proto__',
    'context',
    'hasOwnProperty',
    'Index',
    'index%2F..',
  ])('reaches no action %s', async (name) => {
    expect((await handle(`/lost/${name}`)).status).toBe(404);
    expect((await handle(`/nobody/${name}`)).status).toBe(404);
  });
});

describeBoth('HEAD', () => {
  it.each([
    ['/', 200, 'text/html; charset=utf-8'],
    ['/photos/7', 200, 'application/json'],
    ['/any/method', 200, 'text/plain; charset=utf-8'],
    ['/act/nothing', 204, null],
    ['/closed', 404, 'text/plain; charset=utf-8'],
    ['/blocked', 404, 'text/plain; charset=utf-8'],
    ['/nothing', 404, 'text/plain; charset=utf-8'],
    ['/photos', 405, 'text/plain; charset=utf-8'],
    ['/%', 400, 'text/plain; charset=utf-8'],
    ['/act/fail', 500, 'text/plain; charset=utf-8'],
    ['/act/refused', 500, 'text/plain; charset=utf-8'],
  ])('of %s is answered with %i, the headers of GET and no body', async (path, status, type) => {
    const response = await handle(path, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
    expect(response.body).toBeNull();
  });

  it('is answered with a stream that a server may cancel while it reads', async () => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    const handlers = { stream: () => new ReadableStream() };
    const options = { routes: { stream: 'stream' }, handlers };
    const { body } = await handle('/stream', { method: 'HEAD' }, options);
    const reader = body?.getReader();
    const read = reader?.read();
    await reader?.cancel();
    await expect(read).resolves.toEqual({ done: true, value: undefined });
    await pause(5);
    process.off('uncaughtException', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });

  it.each([
    ['a stream', (stream: ReadableStream) => stream],
    ['the body of a Response', (stream: ReadableStream) => new Response(stream)],
  ])('is answered if %s fails while it is cancelled', async (_what, give) => {
    const cancel = vi.fn(() => Promise.reject(new Error('not now')));
    const handlers = { stream: () => give(new ReadableStream({ cancel })) };
    const options = { routes: { stream: 'stream' }, handlers };
    expect(await shown(await handle('/stream', { method: 'HEAD' }, options))).toEqual([200, '']);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('is answered by its own route if there is one', async () => {
    const response = await handle('/own', { method: 'HEAD' });
    expect(response).toMatchObject({ status: 201, statusText: 'Made' });
    expect(response.headers.get('x-a')).toBe('b');
  });

  it('is answered as GET if the path was sent to its own segments', async () => {
    const options = { routes: {}, autoRoute: true };
    expect((await handle('/photos/list', { method: 'HEAD' }, options)).status).toBe(200);
  });

  it.each([
    ['/tell/GET', 'GET'],
    ['/tell/any', 'GET'],
    ['/tell/HEAD', 'HEAD'],
  ])('of %s tells the action that the method is %s', async (path, method) => {
    const table = {
      'GET tell/GET': 'photos/tell',
      'tell/any': 'photos/tell',
      'HEAD tell/HEAD': 'photos/tell',
      'tell/HEAD': 'photos/fail',
    };
    const response = await handle(path, { method: 'HEAD' }, { routes: table });
    expect(response.headers.get('x-method')).toBe(`${method} of HEAD`);
  });
});

describeBoth('what an action returns', () => {
  it.each([
    ['index', 200, 'text/html; charset=utf-8', '<h1>Photos</h1>'],
    ['later', 200, 'text/plain; charset=utf-8', 'later'],
    ['list', 200, 'application/json', '["beach","dunes"]'],
    ['nothing', 204, null, ''],
    ['response', 201, 'text/plain;charset=UTF-8', 'made'],
  ])('%s becomes %i %s', async (name, status, type, text) => {
    const response = await handle(`/act/${name}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
    expect(await response.text()).toBe(text);
  });

  const FAILING: Record<string, Handler> = {
    throws: () => {
      throw new Error('the secret is 42');
    },
    rejects: () => Promise.reject(new Error('the secret is 42')),
    'returns/function': () => () => {},
  };

  it.each([
    ['/act/fail', 'the secret is 42'],
    ['/act/circular', 'circular structure'],
    [
      '/act/symbol',
      "the action of 'photos/symbol', route 'act/(:any)': the returned value is a symbol. " +
        'Expected a Response, a body for one, a string, something for JSON, or nothing.',
    ],
    ['/throws', 'the secret is 42'],
    ['/rejects', 'the secret is 42'],
    ['/returns/function', "the handler of 'returns/function': the returned value is a function"],
  ])('may be an error: 500 without its text, which goes to onError: %s', async (path, message) => {
    const keys = Object.keys(FAILING).map((key) => [key, 'x']);
    const table = { ...routes, ...Object.fromEntries(keys) };
    const response = await handle(path, {}, { routes: table, handlers: FAILING });
    expect(await shown(response)).toEqual([500, 'Internal Server Error']);
    const [error, { request }] = onError.mock.calls[0];
    expect(String(error)).toContain(message);
    expect(request.url).toBe(`http://localhost${path}`);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describeBoth('a thrown Response', () => {
  const thrown = () => {
    throw new Response('this way', { status: 303, headers: { location: '/login' } });
  };
  class Throwing {
    act() {
      return thrown();
    }
  }
  class Guarded {
    constructor() {
      thrown();
    }
    act() {
      return 'reached';
    }
  }

  it.each([
    ['an action', Throwing, {}],
    ["a controller's constructor", Guarded, {}],
    ['context', Guarded, { context: thrown }],
    ['a handler', Guarded, { handlers: { a: thrown } }],
  ] as [string, new () => object, Partial<FetchOptions>][])(
    'by %s is the answer, and not an error',
    async (_what, controller, options) => {
      const own = { 'application/controllers/a.ts': async () => ({ default: controller }) };
      const given = { routes: { a: 'a/act' }, controllers: createControllers(own), ...options };
      for (const [method, text] of [
        ['GET', 'this way'],
        ['HEAD', ''],
      ]) {
        const response = await handle('/a', { method }, given);
        expect(response.headers.get('location')).toBe('/login');
        expect(await shown(response)).toEqual([303, text]);
      }
      expect(onError).not.toHaveBeenCalled();
    },
  );
});

describeBoth("a route's own handler", () => {
  it('may return what is only like a promise, as the queries of some databases are', async () => {
    const rows = Promise.resolve({ id: 7 });
    // biome-ignore lint/suspicious/noThenProperty: it is what the test is about
    const query: PromiseLike<object> = { then: (...given) => rows.then(...given) };
    const handle = createFetchHandler({ routes: Route.collect(() => Route.get('a', () => query)) });
    expect(await (await handle(requestTo('/a'))).json()).toEqual({ id: 7 });
  });

  it('is called with the context alone, in place of a controller', async () => {
    const handler = vi.fn(() => ({ fine: true }));
    Route.get('health/(:num)', 'photos/show/$1', {}, handler);
    const response = await handle('/health/7', {}, { routes: Route.map() });
    expect(await response.json()).toEqual({ fine: true });
    expect(handler).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        ...{ request: expect.any(Request), params: ['7'] },
        route: 'GET health/(:num)',
      }),
    );
  });
});

describeBoth('a function of the application', () => {
  it.each(['context', 'onError', 'onResponse', 'handler', 'page'])(
    'is called without the records of waymark as this: %s',
    async (wanted) => {
      const seen: Record<string, unknown[]> = {};
      const called = <Value>(name: string, value: Value) =>
        function own(this: unknown): Value {
          seen[name] = [...(seen[name] ?? []), this];
          if (name === 'handler') throw new Error('for onError and the page');
          return value;
        };
      const routes = Route.collect(() => Route.get('a', called('handler', '')));
      const onError = called('onError', undefined);
      const handle = createFetchHandler({
        ...{ routes, onError, context: called('context', {}) },
        onResponse: called('onResponse', undefined),
        errorPages: { 500: called('page', 'sorry') },
      });
      vi.spyOn(console, 'error').mockReturnValue();
      await handle(requestTo('/a'));
      expect(new Set(seen[wanted])).toEqual(new Set([undefined]));
    },
  );
});

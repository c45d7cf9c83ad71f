import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Arrival, FetchOptions } from '../../src/fetch.ts';
import { Controller, type Files } from '../../src/hmvc.ts';
import { Route } from '../../src/index.ts';
import { createFetchHandler, describeBoth } from '../support/handlers.ts';

class Photos extends Controller<{ readonly user?: string }> {
  index() {
    return '<h1>Photos</h1>';
  }
  show(id: string) {
    return { id, params: this.context.params, route: this.context.route };
  }
  list() {
    return ['beach', 'dunes'];
  }
  count() {
    return 3;
  }
  shared() {
    return false;
  }
  nothing() {}
  none() {
    return null;
  }
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
  user() {
    return this.context.user;
  }
  async field() {
    const form = await this.context.request.formData();
    return `${this.context.request.method} as ${this.context.method}: ${form.get('title')}`;
  }
  async text() {
    return `${this.context.method}: ${await this.context.request.text()}`;
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

class Errors extends Controller<{ readonly user?: string }> {
  missing() {
    const { method, route, params, user } = this.context;
    return `no ${method} ${route} ${params.length} for ${user}`;
  }
  data() {
    return { missing: true };
  }
  nothing() {}
  gone() {
    return new Response('gone', { status: 410 });
  }
  moved() {
    return new Response(null, { status: 302, headers: { location: '/' } });
  }
  fail() {
    throw new Error('the secret is 42');
  }
}

const files: Files = {
  'application/controllers/photos.ts': async () => ({ default: Photos }),
  'framework/controllers/errors.ts': async () => ({ default: Errors }),
  'framework/core/user.ts': async () => ({ user: 'ada' }),
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

const onError = vi.fn<(error: unknown, request: Request) => void>();
beforeEach(() => {
  Route.reset();
  onError.mockReset();
});

function handle(path: string, init?: RequestInit, options?: Partial<FetchOptions>) {
  const handler = createFetchHandler({ routes, files, onError, ...options });
  return handler(new Request(`http://localhost${path}`, init));
}

/** A response as one value: status, Allow, text. */
async function shown(response: Response) {
  return [response.status, response.headers.get('allow'), await response.text()];
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
    expect(await shown(await handle(path, { method }))).toEqual([status, allow, text]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('passes the options of the router on', async () => {
    expect(await (await handle(`/${'a'.repeat(2048)}`)).text()).toBe('Bad Request: too long');
    const options = { maxPathLength: 3, autoRoute: true, routes: {} };
    expect((await handle('/abc', {}, options)).status).toBe(400);
    expect(await (await handle('/photos/later', {}, { autoRoute: true })).text()).toBe('later');
  });

  it('searches the given roots', async () => {
    const options = { roots: ['framework'], routes: { a: 'errors/gone', '(:any)': '$1' } };
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
    ['/any/method', 200, 'text/html; charset=utf-8'],
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
    const response = await handle('/stream', { method: 'HEAD' }, options);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('is answered by its own route if there is one', async () => {
    const response = await handle('/own', { method: 'HEAD' });
    expect([response.status, response.statusText, response.headers.get('x-a')]).toEqual([
      201,
      'Made',
      'b',
    ]);
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
    ['later', 200, 'text/html; charset=utf-8', 'later'],
    ['list', 200, 'application/json', '["beach","dunes"]'],
    ['count', 200, 'application/json', '3'],
    ['shared', 200, 'application/json', 'false'],
    ['nothing', 204, null, ''],
    ['none', 204, null, ''],
    ['response', 201, 'text/plain;charset=UTF-8', 'made'],
  ])('%s becomes %i %s', async (name, status, type, text) => {
    const response = await handle(`/act/${name}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
    expect(await response.text()).toBe(text);
  });

  it.each([
    ['fail', 'the secret is 42'],
    ['circular', 'circular structure'],
    [
      'symbol',
      "the action of 'photos/symbol', route 'act/(:any)': the returned value is a symbol. " +
        'Expected a Response, a body for one, a string, something for JSON, or nothing.',
    ],
  ])('of %s is an error: 500 without its text, which goes to onError', async (name, message) => {
    expect(await shown(await handle(`/act/${name}`))).toEqual([500, null, 'Internal Server Error']);
    const [error, request] = onError.mock.calls[0];
    expect(String(error)).toContain(message);
    expect(request.url).toBe(`http://localhost/act/${name}`);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describeBoth('a thrown Response', () => {
  const thrown = () => {
    throw new Response('this way', { status: 303, headers: { location: '/login' } });
  };
  const answer = [303, '/login', 'this way'];
  const told = async (response: Response) => [
    response.status,
    response.headers.get('location'),
    await response.text(),
  ];

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
      const response = await handle('/a', {}, { routes: { a: 'a/act' }, files: own, ...options });
      expect(await told(response)).toEqual(answer);
      expect(onError).not.toHaveBeenCalled();
    },
  );

  it('is also the answer to HEAD', async () => {
    const options = { routes: { a: 'a' }, handlers: { a: thrown } };
    const response = await handle('/a', { method: 'HEAD' }, options);
    expect(response.status).toBe(303);
  });
});

describeBoth("a route's own handler", () => {
  it('may return what is only like a promise, as the queries of some databases are', async () => {
    const rows = Promise.resolve({ id: 7 });
    // biome-ignore lint/suspicious/noThenProperty: it is what the test is about
    const query: PromiseLike<object> = { then: (...given) => rows.then(...given) };
    const handle = createFetchHandler({ routes: Route.collect(() => Route.get('a', () => query)) });
    expect(await (await handle(new Request('http://localhost/a'))).json()).toEqual({ id: 7 });
  });

  it('is called with the match and the context, in place of a controller', async () => {
    const handler = vi.fn(() => ({ fine: true }));
    Route.get('health/(:num)', 'photos/show/$1', {}, handler);
    const response = await handle('/health/7', {}, { routes: Route.map() });
    expect(await response.json()).toEqual({ fine: true });
    expect(handler).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ route: 'GET health/(:num)', params: ['7'] }),
      expect.objectContaining({ request: expect.any(Request), params: ['7'] }),
    );
  });

  it('may come with the options, and needs no files', async () => {
    const handlers = { health: () => 'fine' };
    const handler = createFetchHandler({ routes: { health: 'x' }, handlers });
    expect(await (await handler(new Request('http://localhost/health'))).text()).toBe('fine');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('the secret is 42');
      },
      'the secret is 42',
    ],
    ['rejects', () => Promise.reject(new Error('the secret is 42')), 'the secret is 42'],
    [
      'returns a function',
      () => () => {},
      "the handler of 'GET a': the returned value is a function",
    ],
  ])('that %s gives 500', async (_what, handler, message) => {
    Route.get('a', 'a', {}, handler);
    const response = await handle('/a', {}, { routes: Route.map() });
    expect(await shown(response)).toEqual([500, null, 'Internal Server Error']);
    expect(String(onError.mock.calls[0][0])).toContain(message);
  });
});

describeBoth('adds to what a controller receives, and replaces nothing', () => {
  const context = async (_request: Request, { loader }: Arrival) => ({
    ...((await loader.load('core', 'user')) as { readonly user: string }), // the export of the file above
    request: 'never seen',
  });

  it('adds to what a controller is given, and replaces nothing', async () => {
    expect(await (await handle('/act/user', {}, { context })).text()).toBe('ada');
    const init = { method: 'POST', body: 'sent' };
    expect(await (await handle('/act/text', init, { context })).text()).toBe('POST: sent');
  });

  it.each([
    ['/act/later', 1],
    ['/own-handler', 1],
    ['/lost/nowhere', 1],
    ['/nothing', 1],
    ['/photos', 0],
    ['/%', 0],
  ])('is called, for %s, %i times', async (path, times) => {
    const asked = vi.fn(context);
    await handle(
      path,
      {},
      {
        context: asked,
        routes: { ...routes, '404_override': 'errors/missing', 'own-handler': 'x' },
        handlers: { 'own-handler': () => 'fine' },
      },
    );
    expect(asked).toHaveBeenCalledTimes(times);
  });

  it('gives 500 if it throws', async () => {
    const failing = () => Promise.reject(new Error('the secret is 42'));
    const response = await handle('/', {}, { context: failing });
    expect(await shown(response)).toEqual([500, null, 'Internal Server Error']);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describeBoth('the method', () => {
  const table = {
    'GET photos': 'photos/index',
    'POST photos': 'photos/field',
    'PUT photos': 'photos/field',
    'PATCH photos': 'photos/field',
    'DELETE photos': 'photos/field',
    'HEAD photos': 'photos/response',
    'OPTIONS photos': 'photos/response',
    raw: 'photos/text',
  };
  const urlencoded = 'application/x-www-form-urlencoded';
  const form = (fields: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': urlencoded },
    body: `title=Sea&${fields}`,
  });

  it.each([
    ['_method=DELETE', 'DELETE'],
    ['_method=delete', 'DELETE'],
    ['_method=Put', 'PUT'],
    ['_method=PATCH', 'PATCH'],
    ['_method=PUT&_method=DELETE', 'PUT'],
    ['_method=GET', 'POST'],
    ['_method=HEAD', 'POST'],
    ['_method=OPTIONS', 'POST'],
    ['_method=CONNECT', 'POST'],
    ['_method=POST', 'POST'],
    ['_method=', 'POST'],
    ['_method', 'POST'],
    ['_METHOD=DELETE', 'POST'],
    ['_method[]=DELETE', 'POST'],
    ['_method=DELETE%00', 'POST'],
    ['_method=%20DELETE', 'POST'],
    ['_method=__proto__', 'POST'],
    ['_method=constructor', 'POST'],
    ['_method=%FF', 'POST'],
    ['_method=%', 'POST'],
  ])('of a form with %s is %s if methodOverride is on', async (fields, method) => {
    const options = { routes: table, methodOverride: true };
    const response = await handle('/photos', form(fields), options);
    expect(await response.text()).toBe(`POST as ${method}: Sea`);
  });

  it('may come from a form whose type has parameters', async () => {
    const init = form('_method=DELETE');
    const options = { routes: table, methodOverride: true };
    for (const type of [`${urlencoded};charset=utf-8`, `${urlencoded} ; charset=utf-8`]) {
      const response = await handle(
        '/photos',
        { ...init, headers: { 'content-type': type } },
        options,
      );
      expect(await response.text()).toBe('POST as DELETE: Sea');
    }
  });

  it('may come from a multipart form', async () => {
    const body = new FormData();
    body.set('title', 'Sea');
    body.set('_method', 'PUT');
    const options = { routes: table, methodOverride: true };
    const response = await handle('/photos', { method: 'POST', body }, options);
    expect(await response.text()).toBe('POST as PUT: Sea');
  });

  it('never comes from a file of a form', async () => {
    const body = new FormData();
    body.set('title', 'Sea');
    body.set('_method', new File(['DELETE'], 'DELETE'));
    const options = { routes: table, methodOverride: true };
    const response = await handle('/photos', { method: 'POST', body }, options);
    expect(await response.text()).toBe('POST as POST: Sea');
  });

  it.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'never closed'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="_method"\r\n',
    ],
    ['text/plain', '_method=DELETE'],
    ['application/json', '{"_method":"DELETE"}'],
    [`${urlencoded}x`, '_method=DELETE'],
    [`text/plain, ${urlencoded}`, '_method=DELETE'],
  ])('stays POST for a body of %j that is no form: %j', async (type, body) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    const response = await handle('/raw', init, { routes: table, methodOverride: true });
    expect(await response.text()).toBe(`POST: ${body}`);
  });

  it.each([
    ['a body without a type', { method: 'POST', body: new TextEncoder().encode('_method=DELETE') }],
    ['no body', { method: 'POST' }],
  ])('stays POST for %s', async (_what, init) => {
    const response = await handle('/raw', init, { routes: table, methodOverride: true });
    expect(await response.text()).toMatch(/^POST: /);
  });

  it.each(['GET', 'PUT'])('is never overridden from %s', async (method) => {
    const headers = { 'content-type': `${urlencoded}; charset=utf-8` };
    const body = method === 'GET' ? null : '_method=DELETE';
    const options = { routes: table, methodOverride: true };
    const response = await handle('/raw?_method=DELETE', { method, headers, body }, options);
    expect(await response.text()).toBe(`${method}: ${body ?? ''}`);
  });

  it('is the one that was sent, unless methodOverride is on', async () => {
    const response = await handle('/photos', form('_method=DELETE'), { routes: table });
    expect(await response.text()).toBe('POST as POST: Sea');
  });

  it.each([true, false])(
    'ignores headers and queries, methodOverride being %s',
    async (methodOverride) => {
      const headers = {
        'x-http-method-override': 'DELETE',
        'x-http-method': 'DELETE',
        'x-method-override': 'DELETE',
      };
      const init = { method: 'POST', headers };
      const options = { routes: table, methodOverride };
      const response = await handle('/raw?_method=DELETE', init, options);
      expect(await response.text()).toBe('POST: ');
    },
  );
});

describe('createFetchHandler', () => {
  it.each([
    ['a bad table', { routes: { 'a(': 'b' } }, "table key 'a('"],
    ['a bad option', { routes: {}, maxPathLength: 0 }, 'maxPathLength'],
    [
      'two files for one name',
      {
        routes: {},
        files: {
          'application/a.ts': files['framework/core/user.ts'],
          'application/A.ts': files['framework/core/user.ts'],
        },
      },
      'application/A.ts',
    ],
  ])('throws for %s when it is called', (_what, options, message) => {
    expect(() => createFetchHandler(options)).toThrow(message);
  });
});

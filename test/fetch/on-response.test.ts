/** The functions that learn of errors and responses: `onError` and `onResponse`. */
import { expect, expectTypeOf, it, vi } from 'vitest';
import type { FetchOptions, ResponseInfo, RouteInfo } from '../../src/fetch.ts';
import { createMethodOverride } from '../../src/fetch.ts';
import { Controller, createControllers } from '../../src/hmvc.ts';
import { HttpError } from '../../src/http.ts';
import { type Handler, Route } from '../../src/index.ts';
import { ForeignResponse } from '../support/foreign-response.ts';
import {
  createFetchHandler,
  createFetchMiddleware,
  describeBoth,
  requestTo,
  shown,
  spyOnLog,
} from '../support/handlers.ts';

const log = spyOnLog();
/** The logged values. */
const logged = () => log.mock.calls.map((call) => call.at(-1));

class Pages extends Controller {
  index() {
    return 'pages';
  }
}
const files = { 'application/controllers/pages.ts': async () => ({ default: Pages }) };

function routes() {
  return Route.collect({ default_controller: 'pages' }, () => {
    Route.get('photos/(:num)', { as: 'photo', meta: { role: 'any' } }, () => 'photo');
    Route.any('any/(:any)', () => 'any');
    Route.head('head', () => null);
    Route.get('articles/{slug}/{page:num}', () => 'article');
    Route.get('action', 'pages/index');
    Route.get('empty', 'pages/nowhere');
    Route.get('broken/(:num)', () => {
      throw new Error('out of film');
    });
    Route.get('gone', () => {
      throw new HttpError(410);
    });
    Route.get('thrown', () => {
      throw new Response('no', { status: 403 });
    });
    Route.block('closed/(:any)');
  });
}

/** A handler of these routes. */
const handlerOf = (options: Partial<FetchOptions>) =>
  createFetchHandler({ routes: routes(), controllers: createControllers(files), ...options });

const fail: Handler = () => {
  throw new Error('out of film');
};

/** The members of the information about a route. */
const told = ({ method, route, pattern, name, meta, params, status }: RouteInfo) => ({
  ...{ method, route, pattern, name, meta, params, status },
});
const NONE = { method: 'GET', route: null, pattern: null, name: null, meta: {}, params: [] };
const PHOTO = {
  ...{ route: 'GET photos/(:num)', pattern: 'photos/(:num)', params: ['7'] },
  ...{ name: 'photo', meta: { role: 'any' } },
};
const BROKEN = { route: 'GET broken/(:num)', pattern: 'broken/(:num)', params: ['7'], status: 500 };

/** Functions that fail. */
const FAILING: [string, () => unknown][] = [
  [
    'throws',
    () => {
      throw new Error('the log is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
];

describeBoth('onResponse', () => {
  it.each<[string, string, RequestInit, object]>([
    ['a handler', '/photos/7', {}, { ...PHOTO, status: 200 }],
    ['HEAD', '/photos/7', { method: 'HEAD' }, { ...PHOTO, status: 200 }],
    [
      'a route for HEAD',
      '/head',
      { method: 'HEAD' },
      { method: 'HEAD', route: 'HEAD head', pattern: 'head', status: 204 },
    ],
    [
      'a route for every method',
      '/any/a',
      { method: 'PATCH' },
      { method: 'PATCH', route: 'any/(:any)', pattern: 'any/(:any)', params: ['a'], status: 200 },
    ],
    [
      'a route with names',
      '/articles/a/2',
      {},
      {
        ...{ route: 'GET articles/(?<slug>:any)/(?<page>:num)', status: 200 },
        ...{ pattern: 'articles/{slug}/{page:num}', params: { slug: 'a', page: '2' } },
      },
    ],
    ['an action', '/action', {}, { route: 'GET action', pattern: 'action', status: 200 }],
    ['the empty path', '/', {}, { route: 'default_controller', pattern: '', status: 200 }],
    ['a path without a route', '/lost', {}, { status: 404 }],
    ['a missing action', '/empty', {}, { route: 'GET empty', pattern: 'empty', status: 404 }],
    ['a block', '/closed/a', {}, { route: 'closed/(:any)', pattern: 'closed/(:any)', status: 404 }],
    ['a malformed path', '/%', {}, { status: 400 }],
    ['a Host that is not a host', '/', { headers: { host: 'a/b' } }, { status: 400 }],
    ['a wrong method', '/action', { method: 'PUT' }, { method: 'PUT', status: 405 }],
    ['OPTIONS', '/action', { method: 'OPTIONS' }, { method: 'OPTIONS', status: 204 }],
    ['an error', '/broken/7', {}, BROKEN],
    ['an error of the client', '/gone', {}, { route: 'GET gone', pattern: 'gone', status: 410 }],
    ['a thrown response', '/thrown', {}, { route: 'GET thrown', pattern: 'thrown', status: 403 }],
  ])('is called with the response to %s', async (_what, path, init, expected) => {
    for (const errorPages of [undefined, () => 'sorry']) {
      const onResponse = vi.fn<NonNullable<FetchOptions['onResponse']>>();
      const asked = requestTo(path, init);
      const response = await handlerOf({ errorPages, onResponse })(asked);
      expect(onResponse).toHaveBeenCalledOnce();
      const [given, info] = onResponse.mock.calls[0];
      expect(given).toBe(response);
      expect(info.request).toBe(asked);
      expect(told(info)).toEqual({ ...NONE, ...expected });
      expect(info.duration).toBeGreaterThanOrEqual(0);
    }
  });

  it('receives the time until the response, and the arguments of the platform', async () => {
    const onResponse = vi.fn<(response: Response, info: ResponseInfo<[string]>) => void>();
    const handlers = {
      a: () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 20)),
    };
    const handle = createFetchHandler<object, [string]>({
      routes: { a: 'x' },
      handlers,
      onResponse,
    });
    await handle(requestTo('/a'), 'env');
    const [, { duration, platform }] = onResponse.mock.calls[0];
    expect(duration).toBeGreaterThan(10);
    expect(duration).toBeLessThan(5000);
    expect(platform).toEqual(['env']);
  });

  it('is called by a middleware only for its own responses', async () => {
    const onResponse = vi.fn();
    const answer = createFetchMiddleware({ routes: { closed: '' }, onResponse });
    expect(await answer(requestTo('/lost'))).toBeNull();
    await null;
    expect(onResponse).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
    await answer(requestTo('/closed'));
    expect(onResponse).toHaveBeenCalledOnce();
  });

  it.each(FAILING)('that %s is logged, and the response is sent', async (_what, onResponse) => {
    const response = await handlerOf({ onResponse })(requestTo('/photos/7'));
    expect(await response.text()).toBe('photo');
    await null;
    expect(logged()).toEqual([new Error('the log is full')]);
  });

  const SHARED = new Response(null, { status: 410 });
  const setting = (onResponse: FetchOptions['onResponse'], handler: Handler = () => 'a') =>
    createFetchHandler({
      routes: Route.collect(() => {
        Route.get('a', handler);
        Route.redirect('old', 'a');
        Route.block('closed');
      }),
      onResponse,
      onError: () => true,
    });
  async function* rows() {
    yield 'a';
  }

  it.each<[string, string, string, Handler?]>([
    ['a string', 'GET', '/a'],
    ['HEAD', 'HEAD', '/a'],
    ['OPTIONS', 'OPTIONS', '/a'],
    ['a wrong method', 'PUT', '/a'],
    ['a path without a route', 'GET', '/lost'],
    ['a block', 'GET', '/closed'],
    ['a malformed path', 'GET', '/%'],
    ['a row that redirects', 'GET', '/old'],
    ['an error', 'GET', '/a', fail],
    ['nothing', 'GET', '/a', () => null],
    ['a stream', 'GET', '/a', rows],
    ['a Response', 'GET', '/a', () => new Response('a')],
    ['a thrown Response', 'GET', '/a', () => Promise.reject(new Response('a', { status: 403 }))],
    ['an immutable redirect', 'GET', '/a', () => Response.redirect('http://localhost/b', 303)],
    ['a Response of fetch()', 'GET', '/a', () => fetch('data:text/plain,a')],
    ['one for HEAD', 'HEAD', '/a', () => fetch('data:text/plain,a')],
    ['a Response without a body for many requests', 'GET', '/a', () => SHARED],
    ["another package's Response", 'GET', '/a', () => new ForeignResponse('a')],
    [
      'a Response that context.headers adds to',
      'GET',
      '/a',
      ({ headers }) => {
        headers.set('x-own', '1');
        return SHARED;
      },
    ],
  ])('sets a header of the answer to %s', async (_what, method, path, handler) => {
    const handle = setting(({ headers }) => headers.append('x-id', '7'), handler);
    for (let time = 0; time < 2; time++) {
      expect((await handle(requestTo(path, { method }))).headers.get('x-id')).toBe('7');
    }
    expect(log).not.toHaveBeenCalled();
  });

  it('sets a header after a wait, for which the client waits', async () => {
    const handle = setting(async ({ headers }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      headers.set('x-id', '7');
    });
    expect((await handle(requestTo('/a'))).headers.get('x-id')).toBe('7');
  });

  const usedUp = async () => {
    const response = new Response('once');
    await response.text();
    return response;
  };

  it.each<[string, (response: Response) => unknown, [number, string]]>([
    ['another response', () => new Response('other', { status: 203 }), [203, 'other']],
    ['one around the body', ({ body }) => new Response(body, { status: 203 }), [203, 'a']],
    ["another package's", () => new ForeignResponse('other', { status: 203 }), [203, 'other']],
    ['the same response', (response) => response, [200, 'a']],
    ['nothing', () => undefined, [200, 'a']],
    ['the length of a log', () => 12, [200, 'a']],
    ['null', () => null, [200, 'a']],
  ])('that returns %s decides about the answer', async (_what, result, expected) => {
    for (const onResponse of [result, async (response: Response) => result(response)]) {
      const response = await setting(onResponse)(requestTo('/a'));
      expect(response).toBeInstanceOf(Response);
      expect(await shown(response)).toEqual(expected);
    }
    expect(log).not.toHaveBeenCalled();
  });

  it.each<[string, (response: Response) => unknown, [number, string]]>([
    ['returns a Response that was used', usedUp, [200, 'a']],
    ['returns Response.error()', () => Response.error(), [200, 'a']],
    [
      'throws after it has read the body',
      async (response) => {
        await response.text();
        throw new Error('the log is full');
      },
      [500, 'Internal Server Error'],
    ],
  ])('that %s is logged, and the client gets an answer', async (_what, onResponse, expected) => {
    expect(await shown(await setting(onResponse)(requestTo('/a')))).toEqual(expected);
    expect(log).toHaveBeenCalledOnce();
    expect(String(logged()[0])).toMatch(/^Error: the log is full|^WaymarkError: onResponse: /);
  });

  it('that returns another response sends no body for HEAD', async () => {
    const handle = setting(() => new Response('other', { headers: { 'content-length': '5' } }));
    const response = await handle(requestTo('/a', { method: 'HEAD' }));
    expect(response.headers.get('content-length')).toBe('5');
    expect(response.body).toBeNull();
  });

  it('leaves a response that switches protocols as it is', async () => {
    const given = Object.assign(new Response(), { webSocket: {} });
    const onResponse = vi.fn();
    expect(await setting(onResponse, () => given)(requestTo('/a'))).toBe(given);
    expect(onResponse.mock.calls[0][0]).toBe(given);
  });
});

describeBoth('onError', () => {
  it.each<[string, FetchOptions['context'], object]>([
    ['/broken/7', undefined, BROKEN],
    ['/gone', undefined, { route: 'GET gone', pattern: 'gone', status: 410 }],
    ['/photos/7', () => Promise.reject(new Error('no session')), { ...PHOTO, status: 500 }],
  ])('knows the route of %s', async (path, context, expected) => {
    const onError = vi.fn<NonNullable<FetchOptions['onError']>>();
    const asked = requestTo(path);
    await handlerOf({ context, onError })(asked);
    const [, info] = onError.mock.calls[0];
    expect(info.request).toBe(asked);
    expect(told(info)).toEqual({ ...NONE, ...expected });
  });

  it('knows of no route for the error of a page', async () => {
    const onError = vi.fn<NonNullable<FetchOptions['onError']>>();
    const errorPages = () => {
      throw new Error('no page');
    };
    await createFetchHandler({ routes: {}, errorPages, onError })(requestTo('/lost'));
    const infos = onError.mock.calls.map(([, info]) => told(info));
    expect(infos).toContainEqual({ ...NONE, status: 404 });
  });

  const ask = (onError: FetchOptions['onError'], a: Handler = fail) =>
    createFetchHandler({
      routes: { a: 'x' },
      handlers: { a },
      onError,
      errorPages: { 500: ({ route }) => `page of ${route}` },
    })(requestTo('/a'));
  const PAGE = [500, 'page of a'];
  const usedOf = async (used: Response) => {
    await used.text();
    return used;
  };
  const usedForeign = async () => {
    const used = new ForeignResponse('once');
    await used.text();
    throw used;
  };

  it.each<[string, () => unknown, (string | number)[], number]>([
    ['nothing', () => undefined, PAGE, 1],
    ['false', () => false, PAGE, 1],
    ['the id of an error service', () => '2f9c', PAGE, 1],
    ['true', () => true, PAGE, 0],
    ['a Response', () => new Response('sorry', { status: 503 }), [503, 'sorry'], 0],
    ['a success, which stays', () => new Response('fine'), [200, 'fine'], 0],
    ['Response.error()', () => Response.error(), PAGE, 2],
    ['a Response that was used', () => usedOf(new Response('once')), PAGE, 2],
  ])('that returns %s decides about answer and log', async (_what, result, answer, times) => {
    for (const onError of [result, async () => result()]) {
      log.mockClear();
      expect(await shown(await ask(onError))).toEqual(answer);
      expect(log).toHaveBeenCalledTimes(times);
      if (times > 0) expect(logged()).toContainEqual(new Error('out of film'));
    }
  });

  it.each(FAILING)('that %s itself changes no answer, and is logged', async (_what, onError) => {
    expect(await shown(await ask(onError))).toEqual(PAGE);
    expect(logged()).toEqual([new Error('the log is full'), new Error('out of film')]);
  });

  it.each<[string, () => Promise<never>]>([
    ["the runtime's class", async () => Promise.reject(await usedOf(new Response('once')))],
    ["another package's class", usedForeign],
  ])('is called for a thrown Response whose body was used: %s', async (_what, a) => {
    const onError = vi.fn();
    expect(await shown(await ask(onError, a))).toEqual(PAGE);
    expect(String(onError.mock.calls[0][0])).toContain('was used already');
  });

  it('that returns a used Response for a request without a route is told so in the log', async () => {
    const onError = () => usedOf(new Response('once'));
    const request = Object.defineProperty(requestTo('/a'), 'url', {
      get: () => {
        throw new Error('the URL is lost');
      },
    });
    const handler = createFetchHandler({ routes: { a: 'b' }, handlers: { a: () => 'a' }, onError });
    expect((await handler(request)).status).toBe(500);
    expect(String(logged()[0])).toMatch(/^WaymarkError: an answer without a route: the body /);
  });

  it("is not called for a thrown Response of another package's class", async () => {
    const onError = vi.fn();
    const thrown = new ForeignResponse('no', { status: 403 });
    expect(await shown(await ask(onError, () => Promise.reject(thrown)))).toEqual([403, 'no']);
    expect(onError).not.toHaveBeenCalled();
  });

  it('is called for an error that breaks a stream off once it is being sent', async () => {
    const onError = vi.fn();
    async function* rows() {
      yield 'a';
      throw new Error('the disk is gone');
    }
    await expect((await ask(onError, rows)).text()).rejects.toThrow('the disk is gone');
    expect(onError.mock.calls.map(([error]) => error)).toEqual([new Error('the disk is gone')]);
  });

  it.each([
    [400, '/%', {}],
    [404, '/lost', {}],
    [405, '/action', { method: 'PUT' }],
    [413, '/a', { method: 'POST', body: new FormData() }],
  ])('is not called for %i', async (status, path, init) => {
    const onError = vi.fn();
    const more = { methodOverride: createMethodOverride({ maxFormSize: 1 }), onError };
    const table = { ...routes(), 'PUT a': 'pages' };
    const handle = handlerOf({ routes: table, ...more });
    expect((await handle(requestTo(path, init))).status).toBe(status);
    expect(onError).not.toHaveBeenCalled();
  });

  it('leaves errors of clients out of the log', async () => {
    const onError = vi.fn();
    await handlerOf({ onError })(requestTo('/gone'));
    expect(onError).toHaveBeenCalledOnce();
    expect(log).not.toHaveBeenCalled();
  });
});

it.each([
  ['nothing', undefined, 1],
  ['true', true, 0],
])(
  'a probable mistake is logged after onError has returned %s: %s, %i times',
  async (_what, result, times) => {
    const onError = vi.fn(() => result);
    const handle = createFetchHandler({ routes: {}, onError });
    await handle(requestTo('/'));
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
    await null;
    expect(log).toHaveBeenCalledTimes(times);
    if (times > 0) expect(log.mock.calls[0]).toEqual(['waymark: %s', expect.any(String)]);
  },
);

it('the types give both functions the route and the platform', () => {
  createFetchHandler<object, [{ KEY: string }]>({
    routes: {},
    onError(error, info) {
      expectTypeOf(error).toBeUnknown();
      expectTypeOf(info).toEqualTypeOf<RouteInfo<[{ KEY: string }]>>();
      expectTypeOf(info.platform[0]).toEqualTypeOf<{ KEY: string }>();
    },
    onResponse(response, info) {
      expectTypeOf(response).toEqualTypeOf<Response>();
      expectTypeOf(info).toEqualTypeOf<ResponseInfo<[{ KEY: string }]>>();
    },
  });
});

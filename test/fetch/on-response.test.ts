/** The functions that learn of errors and responses: `onError` and `onResponse`. */
import { afterAll, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { FetchOptions, ResponseInfo, RouteInfo } from '../../src/fetch.ts';
import { Controller } from '../../src/hmvc.ts';
import { HttpError } from '../../src/http.ts';
import { type Handler, Route } from '../../src/index.ts';
import { createFetchHandler, createFetchMiddleware, describeBoth } from '../support/handlers.ts';

const log = vi.spyOn(console, 'error');
beforeEach(() => {
  log.mockReset().mockReturnValue();
});
afterAll(() => log.mockRestore());

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

const request = (path: string, init: RequestInit = {}) =>
  new Request(`http://localhost${path}`, init);

/** The members of the information about a route. */
const told = ({ method, route, pattern, name, meta, params, status }: RouteInfo) => ({
  ...{ method, route, pattern, name, meta, params, status },
});
const NONE = { method: 'GET', route: null, pattern: null, name: null, meta: {}, params: [] };

describeBoth('onResponse', () => {
  it.each<[string, string, RequestInit, object]>([
    [
      'a handler',
      '/photos/7',
      {},
      {
        ...{ route: 'GET photos/(:num)', pattern: 'photos/(:num)', params: ['7'], status: 200 },
        ...{ name: 'photo', meta: { role: 'any' } },
      },
    ],
    [
      'HEAD',
      '/photos/7',
      { method: 'HEAD' },
      {
        ...{ route: 'GET photos/(:num)', pattern: 'photos/(:num)', params: ['7'], status: 200 },
        ...{ name: 'photo', meta: { role: 'any' } },
      },
    ],
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
    ['an action', '/action', {}, { route: 'GET action', pattern: 'action', status: 200 }],
    ['the empty path', '/', {}, { route: 'default_controller', pattern: '', status: 200 }],
    ['a path without a route', '/lost', {}, { status: 404 }],
    ['a missing action', '/empty', {}, { route: 'GET empty', pattern: 'empty', status: 404 }],
    ['a block', '/closed/a', {}, { route: 'closed/(:any)', pattern: 'closed/(:any)', status: 404 }],
    ['a malformed path', '/%', {}, { status: 400 }],
    ['a Host that is not a host', '/', { headers: { host: 'a/b' } }, { status: 400 }],
    ['a wrong method', '/action', { method: 'PUT' }, { method: 'PUT', status: 405 }],
    ['OPTIONS', '/action', { method: 'OPTIONS' }, { method: 'OPTIONS', status: 204 }],
    [
      'an error',
      '/broken/7',
      {},
      { route: 'GET broken/(:num)', pattern: 'broken/(:num)', params: ['7'], status: 500 },
    ],
    ['an error of the client', '/gone', {}, { route: 'GET gone', pattern: 'gone', status: 410 }],
    ['a thrown response', '/thrown', {}, { route: 'GET thrown', pattern: 'thrown', status: 403 }],
  ])('is called with the response to %s', async (_what, path, init, expected) => {
    for (const errorPages of [undefined, () => 'sorry']) {
      const onResponse = vi.fn<NonNullable<FetchOptions['onResponse']>>();
      const asked = request(path, init);
      const handle = createFetchHandler({ routes: routes(), files, errorPages, onResponse });
      const response = await handle(asked);
      expect(onResponse).toHaveBeenCalledOnce();
      const [given, info] = onResponse.mock.calls[0];
      expect(given).toBe(response);
      expect(info.request).toBe(asked);
      expect(told(info)).toEqual({ ...NONE, ...expected });
      expect(info.duration).toBeGreaterThanOrEqual(0);
    }
  });

  it('receives the time until the response, and the arguments of the platform', async () => {
    const onResponse = vi.fn<(...given: [Response, ResponseInfo, string]) => void>();
    const handlers = {
      a: () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 20)),
    };
    const handle = createFetchHandler<object, [string]>({
      routes: { a: 'x' },
      handlers,
      onResponse,
    });
    await handle(request('/a'), 'env');
    const [, { duration }, env] = onResponse.mock.calls[0];
    expect(duration).toBeGreaterThan(10);
    expect(duration).toBeLessThan(5000);
    expect(env).toBe('env');
  });

  it('is called by a middleware only for its own responses', async () => {
    const onResponse = vi.fn();
    const answer = createFetchMiddleware({ routes: { closed: '' }, onResponse });
    expect(await answer(request('/lost'))).toBeNull();
    expect(onResponse).not.toHaveBeenCalled();
    await answer(request('/closed'));
    expect(onResponse).toHaveBeenCalledOnce();
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
  ])('that %s is logged, and the response is sent', async (_what, onResponse) => {
    const handle = createFetchHandler({ routes: routes(), files, onResponse });
    expect(await (await handle(request('/photos/7'))).text()).toBe('photo');
    await null;
    expect(log).toHaveBeenCalledExactlyOnceWith(new Error('the log is full'));
  });

  it('does not keep the client waiting', async () => {
    const onResponse = () => new Promise(() => {});
    const handle = createFetchHandler({ routes: routes(), files, onResponse });
    expect((await handle(request('/photos/7'))).status).toBe(200);
  });
});

describeBoth('onError', () => {
  const fail: Handler = () => {
    throw new Error('out of film');
  };

  it.each<[string, FetchOptions['context'], object]>([
    [
      '/broken/7',
      undefined,
      { route: 'GET broken/(:num)', pattern: 'broken/(:num)', params: ['7'], status: 500 },
    ],
    ['/gone', undefined, { route: 'GET gone', pattern: 'gone', status: 410 }],
    [
      '/photos/7',
      () => Promise.reject(new Error('no session')),
      {
        ...{ route: 'GET photos/(:num)', pattern: 'photos/(:num)', params: ['7'], status: 500 },
        ...{ name: 'photo', meta: { role: 'any' } },
      },
    ],
  ])('knows the route of %s', async (path, context, expected) => {
    const onError = vi.fn<NonNullable<FetchOptions['onError']>>();
    const asked = request(path);
    const handle = createFetchHandler({ routes: routes(), files, context, onError });
    await handle(asked);
    const [, given, info] = onError.mock.calls[0];
    expect([given, info.request]).toEqual([asked, asked]);
    expect(told(info)).toEqual({ ...NONE, ...expected });
  });

  it('knows of no route for the error of a page', async () => {
    const onError = vi.fn<NonNullable<FetchOptions['onError']>>();
    const errorPages = () => {
      throw new Error('no page');
    };
    await createFetchHandler({ routes: {}, errorPages, onError })(request('/lost'));
    const infos = onError.mock.calls.map(([, , info]) => told(info));
    expect(infos).toContainEqual({ ...NONE, status: 404 });
  });

  it.each<[string, unknown, boolean]>([
    ['nothing', undefined, true],
    ['false', false, true],
    ['the id of an error service', '2f9c', true],
    ['a Response', new Response('sorry', { status: 503 }), false],
    ['true', true, false],
  ])('that returns %s leaves the log to waymark: %s → %s', async (_what, result, logged) => {
    for (const onError of [() => result, async () => result]) {
      log.mockClear();
      const handle = createFetchHandler({ routes: { a: 'x' }, handlers: { a: fail }, onError });
      await handle(request('/a'));
      expect(log).toHaveBeenCalledTimes(logged ? 1 : 0);
    }
  });

  it('leaves errors of clients out of the log', async () => {
    const onError = vi.fn();
    await createFetchHandler({ routes: routes(), files, onError })(request('/gone'));
    expect(onError).toHaveBeenCalledOnce();
    expect(log).not.toHaveBeenCalled();
  });
});

describe('a probable mistake', () => {
  it.each([
    ['nothing', undefined, 1],
    ['true', true, 0],
  ])('is logged after onError has returned %s: %s, %i times', async (_what, result, times) => {
    const onError = vi.fn(() => result);
    const handle = createFetchHandler({ routes: {}, onError });
    await handle(request('/'));
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
    await null;
    expect(log).toHaveBeenCalledTimes(times);
    if (times > 0) expect(log.mock.calls[0]).toEqual(['waymark: %s', expect.any(String)]);
  });
});

describe('the types', () => {
  it('give both functions the route and the platform', () => {
    createFetchHandler<object, [{ KEY: string }]>({
      routes: {},
      onError(error, request, info, env) {
        expectTypeOf(error).toBeUnknown();
        expectTypeOf(request).toEqualTypeOf<Request>();
        expectTypeOf(info).toEqualTypeOf<RouteInfo>();
        expectTypeOf(env).toEqualTypeOf<{ KEY: string }>();
      },
      onResponse(response, info, env) {
        expectTypeOf(response).toEqualTypeOf<Response>();
        expectTypeOf(info).toEqualTypeOf<ResponseInfo>();
        expectTypeOf(env).toEqualTypeOf<{ KEY: string }>();
      },
    });
  });
});

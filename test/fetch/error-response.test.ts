/** Answers without an action: error pages in controllers, and plain text. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { FetchOptions, RouteInfo } from '../../src/fetch.ts';
import { createMethodOverride } from '../../src/fetch.ts';
import { Controller, createControllers, type Files } from '../../src/hmvc.ts';
import { ForeignResponse } from '../support/foreign-response.ts';
import {
  createFetchHandler,
  describeBoth,
  requestTo,
  shown,
  spyOnLog,
} from '../support/handlers.ts';

interface Added {
  readonly user?: string;
}

class Photos extends Controller {
  index() {
    return 'photos';
  }
  fail() {
    throw new Error('the secret is 42');
  }
}

class Errors extends Controller<Added> {
  show(name = 'nothing') {
    const { method, route, params, user } = this.context;
    return `${name}: ${method} ${route} ${params.length} for ${user}`;
  }
  data() {
    return { missing: true };
  }
  nothing() {}
  gone() {
    return new Response('gone', { status: 410, statusText: 'No Longer Here' });
  }
  moved() {
    return new Response(null, { status: 302, headers: { location: '/' } });
  }
  thrown() {
    throw new Response('thrown', { status: 418 });
  }
  thrownForeign() {
    throw new ForeignResponse('thrown', { status: 418 });
  }
  fail() {
    throw new Error('the page is lost');
  }
  failWithNothing() {
    throw undefined;
  }
  map() {
    return Symbol('a');
  }
  thrownLocked() {
    throw this.locked();
  }
  locked() {
    const response = new Response('once');
    response.body?.getReader();
    return response;
  }
}

const files: Files = {
  'application/controllers/photos.ts': async () => ({ default: Photos }),
  'framework/controllers/errors.ts': async () => ({ default: Errors }),
};

const routes = {
  'GET photos': 'photos',
  'PUT photos': 'photos',
  'PUT put': 'photos',
  'act/(:any)': 'photos/$1',
  'nobody/(:any)': 'nobody/$1',
  blocked: '',
};

const onError = vi.fn<(error: unknown, info: RouteInfo) => unknown>();
spyOnLog();
beforeEach(() => {
  onError.mockReset();
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A request for each status, with its answer in plain text, and what a page knows of its route. */
const CASES: Readonly<
  Record<number, { path: string; init?: RequestInit; plain: string; route?: string }>
> = {
  400: { path: '/%', plain: 'Bad Request: malformed percent sequence' },
  404: { path: '/nothing', plain: 'Not Found' },
  405: { path: '/photos', init: { method: 'DELETE' }, plain: 'Method Not Allowed' },
  413: {
    path: '/photos',
    init: { method: 'POST', headers: FORM, body: 'a=bcdef' },
    plain: 'Content Too Large',
  },
  500: { path: '/act/fail', plain: 'Internal Server Error', route: 'act/(:any) 1' },
};
const STATUSES = Object.keys(CASES).map(Number);

function handlerOf({ routes: more, ...options }: Partial<FetchOptions> = {}) {
  return createFetchHandler({
    routes: { ...routes, ...more },
    controllers: createControllers(files),
    onError,
    methodOverride: createMethodOverride({ maxFormSize: 5 }),
    context: () => ({ user: 'ada' }),
    ...options,
  });
}

const handle = (path: string, init?: RequestInit, options?: Partial<FetchOptions>) =>
  handlerOf(options)(requestTo(path, init));

/** The answer to the request for a status. */
const failing = (status: number, options?: Partial<FetchOptions>) =>
  handle(CASES[status].path, CASES[status].init, options);

/** The options that set a page for a status. */
const pageFor = (status: number, destination: string): Partial<FetchOptions> =>
  status === 404
    ? { routes: { '404_override': destination } }
    : { errorPages: { [status]: destination } };

describeBoth('the page for', () => {
  it.each(STATUSES)('%i answers with that status and the context', async (status) => {
    const { init, route = 'null 0' } = CASES[status];
    const text = `oops: ${init?.method ?? 'GET'} ${route} for ada`;
    const response = await failing(status, pageFor(status, 'errors/show/oops'));
    expect(await shown(response)).toEqual([status, text]);
  });

  it.each([
    ['data', 'data', null, '{"missing":true}'],
    ['nothing', 'nothing', null, ''],
    ['a Response with its own status and name', 'gone', 410, 'gone'],
    ['a redirect', 'moved', 302, ''],
    ['a thrown Response', 'thrown', 418, 'thrown'],
    ["a thrown Response of another package's class", 'thrownForeign', 418, 'thrown'],
  ])('a status may answer with %s', async (_what, action, own, text) => {
    for (const status of STATUSES) {
      const response = await failing(status, pageFor(status, `errors/${action}`));
      expect(response.statusText).toBe(action === 'gone' ? 'No Longer Here' : '');
      if (action === 'data') expect(response.headers.get('content-type')).toBe('application/json');
      expect(await shown(response)).toEqual([own ?? status, text]);
    }
  });

  it.each([
    ['throws', 'errors/fail', 'the page is lost'],
    ['throws nothing', 'errors/failWithNothing', 'undefined'],
    ['returns what can not be sent', 'errors/map', 'the returned value is a symbol'],
    ['returns a body that somebody reads', 'errors/locked', 'locked'],
  ])('a status that %s is replaced by plain text, and reported', async (_what, page, message) => {
    for (const status of STATUSES) {
      onError.mockClear();
      const response = await failing(status, pageFor(status, page));
      expect(await shown(response)).toEqual([status, CASES[status].plain]);
      expect(String(onError.mock.lastCall?.[0])).toContain(message);
      expect(onError).toHaveBeenCalledTimes(status === 500 ? 2 : 1);
    }
  });

  it.each(STATUSES)('%i is plain text without such an action, reported once', async (status) => {
    const handler = handlerOf(pageFor(status, 'errors/nowhere'));
    const { path, init, plain } = CASES[status];
    for (let time = 0; time < 3; time++) {
      expect(await shown(await handler(requestTo(path, init)))).toEqual([status, plain]);
    }
    const told = onError.mock.calls.map(([error]) => String(error));
    expect(told.filter((message) => message.includes('nowhere'))).toEqual([
      `WaymarkError: the page for ${status}, 'errors/nowhere': no action answers to this ` +
        'destination. Name module, controller and a public method of the class. See npx waymark help no-action.',
    ]);
  });

  it.each([
    [400, '/%', {}],
    [400, '/photos', { headers: { host: 'a/b' } }],
    [404, '/nothing', {}],
    [405, '/put', {}],
    [500, '/act/fail', {}],
  ])('%i has no body for HEAD, but its length: %s %j', async (status, path, init) => {
    const head = { method: 'HEAD', ...init };
    const response = await handle(path, head, pageFor(status, 'errors/show/oops'));
    const { length } = `oops: GET ${CASES[status].route ?? 'null 0'} for ada`;
    expect([response.status, response.body]).toEqual([status, null]);
    expect(response.headers.get('content-length')).toBe(String(length));
  });

  it.each([
    'errors/show',
    'errors/moved',
    'errors/fail',
    'errors/thrown',
    'errors/thrownLocked',
    undefined,
  ])('405 keeps Allow when it is %s', async (page) => {
    const response = await failing(405, page === undefined ? {} : pageFor(405, page));
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT');
  });

  it('405 is not made for OPTIONS, which is no error', async () => {
    const response = await handle('/photos', { method: 'OPTIONS' }, pageFor(405, 'errors/gone'));
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT');
    expect(await shown(response)).toEqual([204, '']);
  });

  it.each<[number, string, string, RequestInit]>([
    [400, '/photos', 'null 0', { headers: { host: 'a/b' } }],
    [404, '/nothing', 'null 0', {}],
    [404, '/blocked', 'blocked 0', {}],
    [404, '/act/nowhere', 'act/(:any) 1', {}],
    [404, '/nobody/index', 'nobody/(:any) 1', {}],
  ])('%i answers for %s, with its route', async (status, path, route, init) => {
    const response = await handle(path, init, pageFor(status, 'errors/show'));
    expect(await shown(response)).toEqual([status, `nothing: GET ${route} for ada`]);
  });

  it('one status leaves every other in plain text', async () => {
    for (const status of STATUSES) {
      for (const other of STATUSES) {
        if (other === status) continue;
        const response = await failing(other, pageFor(status, 'errors/show'));
        expect(await shown(response)).toEqual([other, CASES[other].plain]);
      }
    }
  });

  it.each<[string, () => Promise<object>]>([
    ['rejected', () => Promise.reject(new Error('no session'))],
    [
      'threw',
      () => {
        throw new Error('no session');
      },
    ],
  ])('500 has no additions if context %s, and the error is reported once', async (_how, added) => {
    const context = vi.fn(added);
    const response = await handle('/photos', {}, { ...pageFor(500, 'errors/show'), context });
    expect(await shown(response)).toEqual([500, 'nothing: GET GET photos 0 for undefined']);
    expect(context).toHaveBeenCalledOnce();
    expect(onError.mock.calls.map(([error]) => error)).toEqual([new Error('no session')]);
  });

  it.each([400, 404])('500 answers instead of %i if context throws for that', async (status) => {
    const { errorPages, ...first } = pageFor(status, 'errors/show/first');
    const response = await failing(status, {
      ...first,
      errorPages: { ...errorPages, 500: 'errors/show/second' },
      context: () => Promise.reject(new Error('no session')),
    });
    expect(await shown(response)).toEqual([500, 'second: GET null 0 for undefined']);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describeBoth('an error without a page', () => {
  it.each<[accept: string | undefined, isJson: boolean]>([
    ['application/json', true],
    ['application/problem+json, application/json;q=0.9', true],
    ['Application/JSON', true],
    ['text/json', true],
    ['application/json, text/plain, */*', false],
    ['application/json, */*;q=0.1', false],
    ['application/json, text/html', false],
    ['text/html', false],
    ['application/jsonp', false],
    ['application/json-seq', false],
    [undefined, false],
  ])('is JSON for a client that accepts %s: %s', async (accept, isJson) => {
    for (const status of STATUSES) {
      const { path, init, plain } = CASES[status];
      const headers = { ...init?.headers, ...(accept !== undefined && { accept }) };
      const response = await handle(path, { ...init, headers });
      const type = isJson ? 'application/json' : 'text/plain; charset=utf-8';
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('vary')).toBe('accept, content-type');
      const [title, reason] = plain.split(': ');
      const text = isJson ? JSON.stringify({ status, title, reason }) : plain;
      expect(await shown(response)).toEqual([status, text]);
    }
  });

  it('varies by Accept besides what the context says', async () => {
    const { headers } = await failing(500, {
      context: (context) => {
        context.headers.set('vary', 'cookie');
        return {};
      },
    });
    expect(headers.get('vary')).toBe('cookie, accept, content-type');
  });

  it('is reported once if the server passed something other than a request', async () => {
    const event = { method: 'GET', url: '/', headers: { accept: 'text/html' } };
    // The cast passes a value that no server passes.
    const { status } = await createFetchHandler({ routes: { a: '' }, onError })(event as never);
    const told = onError.mock.calls.map(([error]) => error);
    expect([status, told]).toEqual([500, [expect.any(TypeError)]]);
  });
});

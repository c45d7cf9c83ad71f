/** Answers without an action: error pages, onError, and plain text. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FetchOptions } from '../../src/fetch.ts';
import { Controller, type Files } from '../../src/hmvc.ts';
import { ForeignResponse } from '../support/foreign-response.ts';
import { createFetchHandler, describeBoth } from '../support/handlers.ts';

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
  async used() {
    const response = new Response('once');
    await response.text();
    throw response;
  }
  async usedForeign() {
    const response = new ForeignResponse('once');
    await response.text();
    throw response;
  }
  foreign() {
    throw new ForeignResponse('no', { status: 403 });
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
    return new Map();
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
  'act/(:any)': 'photos/$1',
  'nobody/(:any)': 'nobody/$1',
  blocked: '',
};

const onError = vi.fn<(error: unknown, request: Request) => unknown>();
const log = vi.spyOn(console, 'error');
beforeEach(() => {
  onError.mockReset();
  log.mockReset().mockReturnValue();
});
afterAll(() => log.mockRestore());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A request for each status. */
const REQUESTS: Readonly<Record<number, [path: string, init: RequestInit]>> = {
  400: ['/%', {}],
  404: ['/nothing', {}],
  405: ['/photos', { method: 'DELETE' }],
  413: ['/photos', { method: 'POST', headers: FORM, body: 'a=bcdef' }],
  500: ['/act/fail', {}],
};
const PLAIN: Readonly<Record<number, string>> = {
  400: 'Bad Request: malformed percent sequence',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  500: 'Internal Server Error',
};
const STATUSES = [400, 404, 405, 413, 500];
/** The route of such a request, and the number of its params, as the page shows them. */
const routeOf = (status: number) => (status === 500 ? 'act/(:any) 1' : 'null 0');

function handle(
  [path, init]: readonly [string, RequestInit],
  { routes: more, ...options }: Partial<FetchOptions> = {},
) {
  const handler = createFetchHandler({
    routes: { ...routes, ...more },
    files,
    onError,
    methodOverride: true,
    maxFormSize: 5,
    context: () => ({ user: 'ada' }),
    ...options,
  });
  return handler(new Request(`http://localhost${path}`, init));
}

/** The options that set a page for a status. */
const pageFor = (status: number, destination: string): Partial<FetchOptions> =>
  status === 404
    ? { routes: { '404_override': destination } }
    : { errorPages: { [status]: destination } };

async function shown(response: Response) {
  return [response.status, await response.text()];
}

describeBoth('the page for', () => {
  it.each(STATUSES)('%i answers with that status and the context', async (status) => {
    const [path, init] = REQUESTS[status];
    const response = await handle([path, init], pageFor(status, 'errors/show/oops'));
    const text = `oops: ${init.method ?? 'GET'} ${routeOf(status)} for ada`;
    expect(await shown(response)).toEqual([status, text]);
  });

  it.each(STATUSES)('%i may be data', async (status) => {
    const response = await handle(REQUESTS[status], pageFor(status, 'errors/data'));
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await shown(response)).toEqual([status, '{"missing":true}']);
  });

  describe.each([
    ['gone', 410, 'gone'],
    ['moved', 302, ''],
    ['thrown', 418, 'thrown'],
    ['thrownForeign', 418, 'thrown'],
  ])('a status that answers otherwise, as %s does,', (action, expected, text) => {
    it.each(STATUSES)('keeps its own status for %i', async (status) => {
      const response = await handle(REQUESTS[status], pageFor(status, `errors/${action}`));
      expect(await shown(response)).toEqual([expected, text]);
    });
  });

  it.each(STATUSES)('an own status keeps its own name for %i', async (status) => {
    const { statusText } = await handle(REQUESTS[status], pageFor(status, 'errors/gone'));
    expect(statusText).toBe('No Longer Here');
  });

  it.each(STATUSES)('%i may have no body', async (status) => {
    const response = await handle(REQUESTS[status], pageFor(status, 'errors/nothing'));
    expect(await shown(response)).toEqual([status, '']);
  });

  it.each([
    ['throws', 'errors/fail', 'the page is lost'],
    ['throws nothing', 'errors/failWithNothing', 'undefined'],
    ['returns what can not be sent', 'errors/map', 'which has no JSON form'],
    ['returns a body that somebody reads', 'errors/locked', 'locked'],
  ])('a status that %s is replaced by plain text, and reported', async (_what, page, message) => {
    for (const status of STATUSES) {
      onError.mockClear();
      const response = await handle(REQUESTS[status], pageFor(status, page));
      expect(await shown(response)).toEqual([status, PLAIN[status]]);
      expect(String(onError.mock.lastCall?.[0])).toContain(message);
      expect(onError).toHaveBeenCalledTimes(status === 500 ? 2 : 1);
    }
  });

  it('a status without such an action is plain text, and reported once', async () => {
    for (const status of STATUSES) {
      onError.mockReset();
      const handler = createFetchHandler({
        files,
        onError,
        methodOverride: true,
        maxFormSize: 5,
        routes: { ...routes, ...(status === 404 && { '404_override': 'errors/nowhere' }) },
        ...(status !== 404 && { errorPages: { [status]: 'errors/nowhere' } }),
      });
      const [path, init] = REQUESTS[status];
      for (let time = 0; time < 3; time++) {
        const response = await handler(new Request(`http://localhost${path}`, init));
        expect(await shown(response)).toEqual([status, PLAIN[status]]);
      }
      const told = onError.mock.calls.map(([error]) => String(error));
      expect(told.filter((message) => message.includes('nowhere'))).toEqual([
        `WaymarkError: the page for ${status}, 'errors/nowhere': no action answers to this ` +
          'destination. Name module, controller and a public method of the class. See npx waymark help no-action.',
      ]);
    }
  });

  it.each(STATUSES)('%i has no body for HEAD, but its length', async (status) => {
    if (status === 413) return;
    const [path] = REQUESTS[status];
    const request = [status === 405 ? '/put' : path, { method: 'HEAD' }] as const;
    const options = pageFor(status, 'errors/show/oops');
    const response = await handle(request, {
      ...options,
      routes: { ...options.routes, 'PUT put': 'photos' },
    });
    const { length } = `oops: GET ${routeOf(status)} for ada`;
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
    const options = page === undefined ? {} : pageFor(405, page);
    const response = await handle(REQUESTS[405], options);
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT');
  });

  it('405 is not made for OPTIONS, which is no error', async () => {
    const response = await handle(['/photos', { method: 'OPTIONS' }], pageFor(405, 'errors/gone'));
    expect(await shown(response)).toEqual([204, '']);
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT');
  });

  it('400 answers for a Host that is not a host', async () => {
    const request = ['/photos', { headers: { host: 'a/b' } }] as const;
    const response = await handle(request, pageFor(400, 'errors/show'));
    expect(await shown(response)).toEqual([400, 'nothing: GET null 0 for ada']);
  });

  it('400 answers HEAD with such a Host as GET', async () => {
    const init = { method: 'HEAD', headers: { host: 'a/b' } };
    const { status, headers } = await handle(['/photos', init], pageFor(400, 'errors/show'));
    const { length } = 'nothing: GET null 0 for ada';
    expect([status, headers.get('content-length')]).toEqual([400, String(length)]);
  });

  it.each([
    ['/nothing', 'null 0'],
    ['/blocked', 'blocked 0'],
    ['/act/nowhere', 'act/(:any) 1'],
    ['/nobody/index', 'nobody/(:any) 1'],
  ])('404 answers for %s, with its route', async (path, route) => {
    const response = await handle([path, {}], pageFor(404, 'errors/show'));
    expect(await shown(response)).toEqual([404, `nothing: GET ${route} for ada`]);
  });

  it('one status leaves every other in plain text', async () => {
    for (const status of STATUSES) {
      for (const other of STATUSES) {
        if (other === status) continue;
        const response = await handle(REQUESTS[other], pageFor(status, 'errors/show'));
        expect(await shown(response)).toEqual([other, PLAIN[other]]);
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
    const response = await handle(['/photos', {}], { ...pageFor(500, 'errors/show'), context });
    expect(await shown(response)).toEqual([500, 'nothing: GET GET photos 0 for undefined']);
    expect(context).toHaveBeenCalledOnce();
    expect(onError.mock.calls.map(([error]) => error)).toEqual([new Error('no session')]);
  });

  it.each([
    [404, '/nothing'],
    [400, '/%'],
  ])('500 answers instead of %i if context throws for that page', async (status, path) => {
    const pages = { [status]: 'errors/show/first', 500: 'errors/show/second' };
    const { 404: missing, ...errorPages } = pages;
    const response = await handle([path, {}], {
      ...(missing !== undefined && { routes: { '404_override': missing } }),
      errorPages,
      context: () => Promise.reject(new Error('no session')),
    });
    expect(await shown(response)).toEqual([500, 'second: GET null 0 for undefined']);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describeBoth('onError', () => {
  it.each<[string, () => unknown]>([
    ['a Response', () => new Response('sorry', { status: 503 })],
    ['a promise of one', async () => new Response('sorry', { status: 503 })],
  ])('that returns %s answers, before the page for 500', async (_what, answer) => {
    const options = { ...pageFor(500, 'errors/show'), onError: answer };
    expect(await shown(await handle(REQUESTS[500], options))).toEqual([503, 'sorry']);
  });

  it('may answer with success, which stays', async () => {
    const response = await handle(REQUESTS[500], { onError: () => new Response('fine') });
    expect(await shown(response)).toEqual([200, 'fine']);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a string', () => 'sorry'],
    ['Response.error()', () => Response.error()],
    [
      'a Response that was used',
      async () => {
        const response = new Response('once');
        await response.text();
        return response;
      },
    ],
  ])('that returns %s leaves the answer to the page for 500', async (_what, answer) => {
    const options = { ...pageFor(500, 'errors/show'), onError: answer };
    const expected = [500, 'nothing: GET act/(:any) 1 for ada'];
    expect(await shown(await handle(REQUESTS[500], options))).toEqual(expected);
    expect(log.mock.calls.map((call) => call.at(-1))).toContainEqual(new Error('the secret is 42'));
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
  ])('that %s itself changes nothing for the client, and is logged', async (_what, failing) => {
    const response = await handle(REQUESTS[500], { onError: failing });
    expect(await shown(response)).toEqual([500, 'Internal Server Error']);
    expect(log.mock.calls.map((call) => call.at(-1))).toEqual([
      new Error('the log is full'),
      new Error('the secret is 42'),
    ]);
  });

  it("is not called for a thrown Response of another package's class", async () => {
    const response = await handle(['/act/foreign', {}]);
    expect(await shown(response)).toEqual([403, 'no']);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each(['used', 'usedForeign'])(
    'is called for a thrown Response whose body was %s',
    async (action) => {
      const response = await handle([`/act/${action}`, {}]);
      expect(await shown(response)).toEqual([500, 'Internal Server Error']);
      expect(String(onError.mock.calls[0][0])).toContain('was used already');
    },
  );

  it('is called for an error that breaks a stream off once it is being sent', async () => {
    async function* rows() {
      yield 'a';
      throw new Error('the disk is gone');
    }
    const response = await handle(['/rows', {}], {
      routes: { rows: 'x' },
      handlers: { rows },
    });
    await expect(response.text()).rejects.toThrow('the disk is gone');
    expect(onError.mock.calls.map(([error]) => error)).toEqual([new Error('the disk is gone')]);
  });

  it.each([400, 404, 405, 413])('is not called for %i', async (status) => {
    expect((await handle(REQUESTS[status])).status).toBe(status);
    expect(onError).not.toHaveBeenCalled();
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
    const handle = createFetchHandler({
      routes: { 'POST a': 'a' },
      handlers: { 'POST a': () => Promise.reject(new Error('secret')) },
      onError: () => true,
    });
    const ask = async (path: string, method = 'GET') => {
      const headers = accept === undefined ? undefined : { accept };
      const response = await handle(
        new Request(`http://localhost${path}`, { method, ...(headers && { headers }) }),
      );
      expect(response.headers.get('vary')).toBe('accept');
      return [response.headers.get('content-type'), await response.text()];
    };
    const type = isJson ? 'application/json' : 'text/plain; charset=utf-8';
    const as = (text: string, members: object) => [type, isJson ? JSON.stringify(members) : text];
    expect(await ask('/b')).toEqual(as('Not Found', { status: 404, title: 'Not Found' }));
    const wrong = { status: 405, title: 'Method Not Allowed' };
    expect(await ask('/a')).toEqual(as('Method Not Allowed', wrong));
    const failed = { status: 500, title: 'Internal Server Error' };
    expect(await ask('/a', 'POST')).toEqual(as('Internal Server Error', failed));
    const reason = 'malformed percent sequence';
    const bad = { status: 400, title: 'Bad Request', reason };
    expect(await ask('/%')).toEqual(as(`Bad Request: ${reason}`, bad));
  });

  it('varies by Accept besides what the context says', async () => {
    const handle = createFetchHandler({
      routes: { a: 'a' },
      handlers: {
        a: (_match, { headers }) => {
          headers.set('vary', 'cookie');
          throw new Error('secret');
        },
      },
      onError: () => true,
    });
    const { headers } = await handle(new Request('http://localhost/a'));
    expect(headers.get('vary')).toBe('cookie, accept');
  });

  it('is reported once if the server passed something other than a request', async () => {
    const errors: unknown[] = [];
    const handle = createFetchHandler({
      routes: {},
      onError: (error) => {
        errors.push(error);
        return true;
      },
    });
    const event = { method: 'GET', url: '/', headers: { accept: 'text/html' } };
    const { status } = await handle(event as unknown as Request);
    expect([status, errors.filter((error) => error instanceof TypeError).length]).toEqual([500, 1]);
  });
});

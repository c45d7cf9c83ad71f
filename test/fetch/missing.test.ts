/** Requests that a middleware passes on while the rest of its application is unfinished. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFetchHandler,
  createFetchMiddleware as createMiddleware,
  type FetchMiddlewareOptions,
} from '../../src/fetch.ts';
import { Controller, createControllers } from '../../src/hmvc.ts';
import { caught } from '../support/caught.ts';
import { createFetchMiddleware, describeBoth, requestTo, shown } from '../support/handlers.ts';

class Login extends Controller {
  create() {
    return 'logged in';
  }
  gone() {
    throw new Response('gone', { status: 404 });
  }
  broken() {
    throw new Error('out of order');
  }
}

const routes = {
  default_controller: 'welcome',
  '404_override': 'errors/missing',
  'POST login': 'login/create',
  'GET account': 'login/account',
  'POST account': 'login/create',
  'photos/(:num)': 'photos/show/$1',
  'photos/(:num)/(:any)': 'photos/$2/$1',
  'login/(:any)': 'login/$1',
  'unwritten/(:any)': '$1/index',
  handled: 'nowhere/at_all',
  'admin(.*)': '',
  'GET install': '',
  'POST install': 'login/create',
};
const files = {
  'application/controllers/login.ts': async () => ({ default: Login }),
  'application/controllers/halved.ts': async () => {
    throw new Error('a syntax error');
  },
};

let onError: ReturnType<typeof vi.fn<(error: unknown) => void>>;
beforeEach(() => {
  onError = vi.fn();
});

describeBoth("onMissing: 'pass'", () => {
  const send = async (
    method: string,
    path: string,
    options: Partial<FetchMiddlewareOptions> = {},
  ) => {
    const answer = createFetchMiddleware({
      ...{ routes, controllers: createControllers(files), onError },
      handlers: { handled: () => 'by a handler' },
      onMissing: 'pass',
      ...options,
    });
    return shown(await answer(requestTo(path, { method })));
  };

  it.each([
    ['a fixed destination without a controller', 'GET', '/photos/7'],
    ['a destination that the path chooses, without a controller', 'GET', '/photos/7/edit'],
    ['a controller that the path chooses', 'GET', '/unwritten/blog'],
    ['a fixed destination whose class lacks the action', 'GET', '/account'],
    ['an action that the path chooses and the class lacks', 'GET', '/login/reset'],
    ['the default controller', 'GET', '/'],
    ['a page of which only POST was ported', 'GET', '/login'],
    ['HEAD of such a page', 'HEAD', '/login'],
    ['OPTIONS of such a page', 'OPTIONS', '/login'],
    ['a path that no key matches', 'GET', '/blog/archive'],
  ])('passes on %s: %s %s', async (_what, method, path) => {
    expect(await send(method, path)).toBeNull();
    expect(onError).not.toHaveBeenCalled();
  });

  it.each([
    ['an action', 'POST', '/login', 200, 'logged in'],
    ['a handler without a controller', 'GET', '/handled', 200, 'by a handler'],
    ['a thrown 404', 'GET', '/login/gone', 404, 'gone'],
    ['a thrown error', 'GET', '/login/broken', 500, 'Internal Server Error'],
    ['a block', 'GET', '/admin', 404, 'Not Found'],
    ['a block, spelled otherwise', 'GET', '//%61dmin/./users', 404, 'Not Found'],
    ['a block of one method', 'GET', '/install', 404, 'Not Found'],
    ['HEAD of that block', 'HEAD', '/install', 404, ''],
    ['a malformed path', 'GET', '/login/%', 400, 'Bad Request: malformed percent sequence'],
    ['a file that does not load', 'GET', '/unwritten/halved', 500, 'Internal Server Error'],
  ])('answers %s: %s %s', async (_what, method, path, status, text) => {
    expect(await send(method, path)).toEqual([status, text]);
    // The missing page for 404 is not reported.
    if (status === 404) expect(onError).not.toHaveBeenCalled();
  });

  it.each([
    [{ autoRoute: true }, 'POST', '/login/create', [200, 'logged in']],
    [{ autoRoute: true }, 'GET', '/blog/archive', null],
    [{ base: '/shop' }, 'POST', '/shop/login', [200, 'logged in']],
    [{ base: '/shop' }, 'GET', '/shop/login', null],
    [{ routes: { closed: '', handled: 'x' } }, 'GET', '/closed', [404, 'Not Found']],
  ])('works with the option %j', async (options, method, path, answer) => {
    expect(await send(method, path, options)).toEqual(answer);
  });
});

describe('the reports of a middleware at boot', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['a controller that is missing', { a: 'photos/show' }],
    ['a reference without a group in such a row', { a: 'photos/show/$1' }],
    [
      'a table without any controller',
      { a: 'b', default_controller: 'welcome', '404_override': 'e/m' },
    ],
  ])("with onMissing: 'pass' leave out %s", (_what, table) => {
    const error = vi.spyOn(console, 'error');
    createMiddleware({ routes: table, onMissing: 'pass' });
    expect(error).not.toHaveBeenCalled();
  });

  it("with onMissing: 'pass' still name a table without rows", () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    createMiddleware({ routes: {}, controllers: createControllers(files), onMissing: 'pass' });
    expect(error.mock.calls).toEqual([
      ['waymark: %s', expect.stringContaining('the table has no rows')],
    ]);
  });
});

describe('the option onMissing', () => {
  /** The error of a middleware with more options, which are invalid. */
  const refused = (more: object) => caught(() => createMiddleware({ routes: {}, ...more }));

  it.each(['fail', '', true, {}])('may not be %j', (onMissing) => {
    const { code, message } = refused({ onMissing });
    expect(code).toBe('bad-argument');
    expect(message).toContain('createFetchMiddleware: onMissing is ');
    expect(message).toContain("Expected 'pass'");
  });

  it.each([null, undefined])('counts as unset if it is %s', async (onMissing) => {
    const unset = { onMissing } as object; // why: as above
    const answer = createMiddleware({
      routes: { 'POST a': 'login/create' },
      controllers: createControllers(files),
      ...unset,
    });
    expect((await answer(requestTo('/a')))?.status).toBe(405);
  });

  it('belongs to a middleware, which has a framework to pass requests to', () => {
    const options = { routes: {}, onMissing: 'pass' };
    const { message } = caught(() => createFetchHandler(options));
    expect(message).toContain("createFetchHandler: 'onMissing' is not an option of this call");
  });

  it('is listed if another one is unknown', () => {
    expect(refused({ missing: 'pass' }).message).toMatch(/known options: .*onMissing/i);
  });
});

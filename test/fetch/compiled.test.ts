/** Handlers of a compiled router: the parts passed in, and the features missing without them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompiledFetchOptions,
  createCompiledFetchHandler,
  createCompiledFetchMiddleware,
  createCompiledRouter,
  createControllers,
  createMethodOverride,
  routeUrls,
} from '../../src/compiled.ts';
import type { Arrival } from '../../src/fetch.ts';
import { Controller, type Files } from '../../src/hmvc.ts';
import { compileTable, createRouter, type Handler, Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

class Photos extends Controller {
  show(id: string) {
    return { id };
  }
}

const files: Files = { 'application/controllers/photos.ts': async () => ({ default: Photos }) };
const table = compileTable({
  default_controller: 'photos',
  '404_override': 'errors/missing',
  a: 'x',
  'photos/(:num)': 'photos/show/$1',
});
const onError = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  Route.reset();
  onError.mockReset();
});

/** A handler for a table whose route `a` has its own handler. */
function handle(a: Handler, options: Partial<CompiledFetchOptions> = {}) {
  const router = createCompiledRouter(table, { handlers: { a } });
  return createCompiledFetchHandler({ router, onError, ...options });
}

const ask = async (fetch: ReturnType<typeof handle>, path: string, init: RequestInit = {}) => {
  const response = await fetch(new Request(`http://localhost${path}`, init));
  return [response.status, await response.text()];
};

describe('a handler without controllers', () => {
  it('answers from handlers, and with 404 where a route leads to a controller', async () => {
    const fetch = handle(({ route }) => route);
    expect(await ask(fetch, '/a')).toEqual([200, 'a']);
    expect(await ask(fetch, '/photos/7')).toEqual([404, 'Not Found']);
    expect(await ask(fetch, '/')).toEqual([404, 'Not Found']);
  });

  it.each<[string, Handler]>([
    ['load', (_match, { load }) => load.model<object>('photos')],
    ['run', (_match, { run }) => run<(id: number) => string>('photos/show', 7)],
  ])('says what to pass to a handler that reads context.%s', async (_name, a) => {
    expect(await ask(handle(a), '/a')).toEqual([500, 'Internal Server Error']);
    expect(String(onError.mock.calls[0][0])).toContain(
      'createCompiledFetchHandler: there are no controllers. Pass controllers: createControllers(files).',
    );
  });

  it('says so to an option context that reads the loader, and only then', async () => {
    const reading = { context: (_request: Request, { loader }: Arrival) => ({ loader }) };
    expect(
      await ask(
        handle(() => 1, reading),
        '/a',
      ),
    ).toEqual([500, 'Internal Server Error']);
    expect(String(onError.mock.calls[0][0])).toContain('there are no controllers');
    expect(
      await ask(
        handle(() => 1, { context: () => ({}) }),
        '/a',
      ),
    ).toEqual([200, '1']);
  });
});

describe('a handler with controllers', () => {
  it('finds them by destination', async () => {
    const fetch = handle(() => 1, { controllers: createControllers(files) });
    expect(await ask(fetch, '/photos/7')).toEqual([200, '{"id":"7"}']);
  });

  it('searches the roots that it was given', async () => {
    const root = { 'src/controllers/photos.ts': async () => ({ default: Photos }) };
    const fetch = handle(() => 1, { controllers: createControllers(root, { roots: ['src'] }) });
    expect(await ask(fetch, '/photos/7')).toEqual([200, '{"id":"7"}']);
  });

  it('refuses invalid files', () => {
    const wrong = { 'application/a.ts': 7, 'application/A.ts': 7 };
    expect(() => handle(() => 1, { controllers: createControllers(wrong as never) })).toThrow(
      'application/a.ts',
    );
  });

  it('reports a page that leads to no action once, when it is needed', async () => {
    const fetch = handle(() => 1, { controllers: createControllers(files) });
    expect(await ask(fetch, '/x')).toEqual([404, 'Not Found']);
    expect(await ask(fetch, '/x')).toEqual([404, 'Not Found']);
    expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining("the page for 404, 'errors/missing': no action answers"),
    ]);
  });
});

describe('a middleware', () => {
  it('leaves what no key matches to the framework', async () => {
    const router = createCompiledRouter(table, { handlers: { a: () => 'fine' } });
    const answer = createCompiledFetchMiddleware({ router });
    expect(await answer(new Request('http://localhost/x'))).toBe(null);
    expect((await answer(new Request('http://localhost/a')))?.status).toBe(200);
  });
});

describe('context.url', () => {
  it('is an error without routeUrls, which says to pass it', async () => {
    expect(
      await ask(
        handle((_match, { url }) => url('a')),
        '/a',
      ),
    ).toMatchObject([500, {}]);
    expect(String(onError.mock.calls[0][0])).toContain(
      'createCompiledFetchHandler: there are no URLs. Pass routeUrls to the router.',
    );
  });

  it('builds URLs below the base', async () => {
    Route.get('users/(:num)', 'x', { as: 'user' }, (_match, { url }) => url('user', [7]));
    const handlers = Object.fromEntries(
      compileTable(Route.map()).handlers.map((key): [string, Handler] => [
        key,
        (_match, { url }) => url('user', [7]),
      ]),
    );
    const router = createCompiledRouter(compileTable(Route.map()), { handlers, routeUrls });
    const fetch = createCompiledFetchHandler({ router, base: '/shop' });
    expect(await ask(fetch, '/shop/users/1')).toEqual([200, '/shop/users/7']);
  });
});

describe('the options of a handler of a compiled router', () => {
  const router = createCompiledRouter(compileTable({ 'POST a': 'x', 'PUT a': 'x' }), {
    handlers: { 'POST a': () => 'posted', 'PUT a': () => 'put' },
  });
  const makers = [createCompiledFetchHandler, createCompiledFetchMiddleware];
  /** The error for invalid options. */
  const refused = (options: unknown, make: (options: never) => unknown) =>
    caught(() => make(options as never)); // why: the options are invalid

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'router is undefined. Expected a router'],
    ['null', null, 'router is undefined. Expected a router'],
    ['a router in their place', router, "'settings' is not an option. Known options: router, con"],
    ['a table', { routes: {} }, "'routes' is not an option. Known options: router, controllers"],
    ['a table for a router', { router: { a: 'b' } }, 'router is an object. Expected a'],
    ['an inherited router', Object.create({ router }), 'router is undefined'],
    ['files', { router, files }, "'files' is not an option"],
    ['a wrong context', { router, context: {} }, 'context is an object. Expected a function'],
    ['a wrong base', { router, base: 'shop' }, "base is 'shop'. Expected a path such as"],
    ['a base of another type', { router, base: 7 }, "base is 7. Expected a path such as '/shop'"],
    [
      'a flag',
      { router, methodOverride: true },
      'methodOverride is true. Expected createMethodOverride()',
    ],
    ['a function for statuses', { router, errorStatus: Error }, 'errorStatus is a function'],
    [
      'a record of statuses',
      { router, errorStatus: {} },
      'errorStatus is an object. Expected a list such as [[NotFound, 404]]',
    ],
    [
      'an object for controllers',
      { router, controllers: {} },
      'controllers is an object. Expected c',
    ],
    ['a string for Response', { router, Response: 'x' }, "Response is 'x'. Expected a class like"],
    [
      'a Map of pages',
      { router, errorPages: new Map() },
      'errorPages is a Map. Expected an object',
    ],
    [
      'a page for another status',
      { router, errorPages: { 418: () => 1 } },
      'errorPages[418] is a function. Expected a handler or, for another status than 404',
    ],
    ['a number for a page', { router, errorPages: { 500: 7 } }, 'errorPages[500] is 7. Expected a'],
    [
      'an empty page',
      { router, errorPages: { 500: '' } },
      'errorPages[500] is an empty string. Exp',
    ],
    [
      'a destination for 404',
      { router, errorPages: { 404: 'a' } },
      "errorPages[404] is 'a'. Expecte",
    ],
    [
      'a page without a file',
      { router, errorPages: { 500: 'lost/a' }, controllers: createControllers(files) },
      "errorPages[500] is 'lost/a'. Expected a handler or",
    ],
    [
      'a destination without controllers',
      { router, errorPages: { 500: 'photos' } },
      'there are no controllers. Pass controllers: createControllers(files)',
    ],
    [
      'a second page for 404',
      { router: createCompiledRouter(table), errorPages: { 404: () => 1 } },
      'errorPages[404] is a function. Expected a handler or, for another status than 404',
    ],
    [
      'a function for all statuses, beside the page of the table',
      { router: createCompiledRouter(table), errorPages: () => 1 },
      'errorPages[404] is a function. Expected a handler or, for another status than 404',
    ],
    ['a string for onResponse', { router, onResponse: 'x' }, "onResponse is 'x'. Expected a"],
    ['a status of another class', { router, errorStatus: [[Error, 200]] }, 'errorStatus[0] is an'],
    ['__proto__', JSON.parse('{ "__proto__": {} }'), "'__proto__' is not an option"],
  ])('may not be %s', (_what, options, message) => {
    for (const make of makers) {
      const error = refused(options, make);
      expect(error.code).toBe('bad-argument');
      expect(error.message).toContain(`${make.name}: ${message}`);
    }
  });

  it.each([undefined, null])('may be %s, each of them but the router', async (nothing) => {
    const names =
      'controllers context onError onResponse errorPages errorStatus Response base methodOverride'.split(
        ' ',
      );
    const absent = Object.fromEntries(names.map((name) => [name, nothing]));
    const fetch = createCompiledFetchHandler({ ...absent, router });
    expect(await ask(fetch, '/a', { method: 'PUT' })).toEqual([200, 'put']);
  });

  it('take any router', async () => {
    const own = createRouter({ a: 'x' }, { handlers: { a: () => 'fine' } });
    expect(await ask(createCompiledFetchHandler({ router: own }), '/a')).toEqual([200, 'fine']);
  });

  it('have the types of those of createFetchHandler', () => {
    interface AppContext {
      readonly user: string;
    }
    createCompiledFetchHandler<AppContext>({ router, context: () => ({ user: 'ada' }) });
    createCompiledFetchHandler<AppContext, [number]>({
      router,
      context: (_request, _arrival, port) => ({ user: port.toFixed() }),
    });
    // @ts-expect-error: nobody adds a user
    createCompiledFetchHandler<AppContext>({ router });
    // @ts-expect-error: a table has other options than a router
    expect(() => createCompiledFetchHandler({ router, files })).toThrow("'files'");
  });

  it('let a form select the method only if that was passed', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = { method: 'POST', headers, body: '_method=PUT' };
    const methodOverride = createMethodOverride();
    expect(await ask(createCompiledFetchHandler({ router }), '/a', form)).toEqual([200, 'posted']);
    const overriding = createCompiledFetchHandler({ router, methodOverride });
    expect(await ask(overriding, '/a', form)).toEqual([200, 'put']);
    expect(methodOverride.maxFormSize).toBe(1_048_576);
  });
});

/** Reports of the fetch handler about routes without a target, and about named ones. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler, createFetchMiddleware, type RouteInfo } from '../../src/fetch.ts';
import { Controller, checkRoutes, createControllers, type Files } from '../../src/hmvc.ts';
import { Route, type SuppliedTable } from '../../src/index.ts';
import { requestTo } from '../support/handlers.ts';

class Photos extends Controller {
  index() {
    return 'photos';
  }
}

const files: Files = { 'application/controllers/photos.ts': async () => ({ default: Photos }) };

const onError = vi.fn<(error: unknown, info: RouteInfo) => void>();
beforeEach(() => {
  Route.reset();
  onError.mockReset();
});

function send(path: string, routes: SuppliedTable) {
  const handler = createFetchHandler({ routes, controllers: createControllers(files), onError });
  return handler(requestTo(path));
}

describe('a route that leads nowhere', () => {
  it('is an error at once if no file has its controller', () => {
    expect(() =>
      createFetchHandler({ routes: { a: 'Photos/show' }, controllers: createControllers(files) }),
    ).toThrow("createFetchHandler, table key 'a': its destination 'Photos/show' leads to no file");
    expect(() =>
      createFetchHandler({ routes: { a: 'x' }, handlers: { a: () => 1 } }),
    ).not.toThrow();
  });

  it('is reported at the first request that finds no action, and never again', async () => {
    const handler = createFetchHandler({
      routes: { a: 'photos/shw', b: 'photos/lost' },
      controllers: createControllers(files),
      onError,
    });
    const send = async (path: string) => (await handler(requestTo(path))).status;
    expect([await send('/a'), await send('/a'), await send('/b')]).toEqual([404, 404, 404]);
    expect(
      onError.mock.calls.map(([error, { request }]) => [String(error).slice(0, 80), request.url]),
    ).toEqual([
      [
        expect.stringContaining("table key 'a': its destination 'photos/shw'"),
        'http://localhost/a',
      ],
      [
        expect.stringContaining("table key 'b': its destination 'photos/lost'"),
        'http://localhost/b',
      ],
    ]);
  });

  it.each(['default_controller', '/default_controller'])(
    'is reported if the table spells it %s',
    async (key) => {
      await send('/', { [key]: 'photos/shw', a: 'photos/show' });
      const [[error]] = onError.mock.calls;
      expect(String(error)).toContain(`table key '${key}': its destination 'photos/shw'`);
    },
  );

  it('is not reported if a client can vary the destination', async () => {
    const options = {
      routes: { 'lost/(:any)': 'photos/$1', 'nobody/(:any)': 'nobody/$1', 'a/(.+)': '$1' },
    };
    for (const path of ['/lost/nowhere', '/nobody/index', '/a/nobody/x', '/nothing']) {
      expect((await send(path, options.routes)).status).toBe(404);
    }
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a destination without controllers', () => {
  const LACKS = 'createFetchHandler, table key ';
  const ADVICE =
    ", and there are none. Pass controllers: createControllers(files), of 'waymark/hmvc', or give the route a handler.";

  it.each<[string, SuppliedTable, string]>([
    ['a fixed one', { a: 'photos/show' }, "'a': its destination 'photos/show' needs a controller"],
    ['one of a client', { '(:any)': '$1' }, "'(:any)': its destination '$1' needs a controller"],
    [
      'one of three',
      { b: '', a: 'photos', c: 'photos/c', d: 'photos/d' },
      "'a': its destination 'photos' needs a controller, like those of 2 more",
    ],
    [
      'a written default controller',
      { default_controller: 'photos' },
      "'default_controller': its destination 'photos' needs a controller",
    ],
    [
      'a page for 404',
      { '404_override': 'photos' },
      "'404_override': its destination 'photos' needs a controller",
    ],
  ])('is an error at once: %s', async (_what, routes, problem) => {
    expect(() => createFetchHandler({ routes })).toThrow(LACKS + problem + ADVICE);
    const message = (LACKS + problem).replace('createFetchHandler', 'checkRoutes');
    await expect(checkRoutes({ routes })).rejects.toThrow(message + ADVICE);
  });

  it('is passed on by a middleware that passes on what is missing', async () => {
    const routes = { a: 'photos' };
    expect(await createFetchMiddleware({ routes, onMissing: 'pass' })(requestTo('/a'))).toBeNull();
    expect(await checkRoutes({ routes, onMissing: 'pass' })).toEqual([]);
  });

  it('is needed by no block, redirect, handler or filled-in default controller', async () => {
    Route.block('a');
    Route.redirect('b', 'c');
    Route.get('d', () => 'd');
    Route.get('e', 'photos');
    const routes = Route.map();
    expect(await checkRoutes({ routes, handlers: { 'GET e': () => 'e' } })).toEqual([]);
  });

  it('is an error of context.run and context.load when they are called', async () => {
    Route.get('run', ({ run }) => run('photos/index') as Promise<string>);
    Route.get('load', ({ load }) => typeof load);
    const onError = vi.fn();
    const handler = createFetchHandler({ routes: Route.map(), onError });
    for (const path of ['/run', '/load']) {
      expect((await handler(requestTo(path))).status).toBe(500);
      const [error] = onError.mock.lastCall ?? [];
      expect(String(error)).toContain(
        'createFetchHandler: there are no controllers. Pass controllers: createControllers(files).',
      );
    }
  });
});

it('is checked as the table is read, once', () => {
  let reads = 0;
  const routes = {
    get a() {
      reads++;
      return 'photos';
    },
  };
  createFetchHandler({ routes, controllers: createControllers(files) });
  expect(reads).toBe(1);
});

it('is checked for each table that shares the controllers', () => {
  const controllers = createControllers(files);
  for (const to of ['photos/index', 'photos/other']) {
    expect(() => createFetchHandler({ routes: { a: to }, controllers })).not.toThrow();
    const lost = { a: to, translate_uri_dashes: true, b: 'al-bums' };
    expect(() => createFetchHandler({ routes: lost, controllers })).toThrow('controllers/al_bums');
  }
});

it('the name of a route reaches controllers and handlers', async () => {
  Route.get('named', 'names', { as: 'here' });
  Route.get('plain', 'names');
  Route.get('handled', 'x', { as: 'there' }, ({ name = null }) => name);
  class Names extends Controller {
    index() {
      return { name: this.context.name };
    }
  }
  const list = { 'application/controllers/names.ts': async () => ({ default: Names }) };
  const handler = createFetchHandler({ routes: Route.map(), controllers: createControllers(list) });
  const text = async (path: string) => (await handler(requestTo(path))).text();
  expect(await text('/named')).toBe('{"name":"here"}');
  expect(await text('/plain')).toBe('{"name":null}');
  expect(await text('/handled')).toBe('there');
});

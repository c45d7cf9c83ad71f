/** Handlers of compiled tables: what they bundle and check differs from those of tables. */
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createFetchHandler,
  createFetchMiddleware,
  createMethodOverride,
  type FetchOptions,
  Route,
} from '../../src/compiled.ts';
import { createControllers, withModuleRoutes } from '../../src/compiled-hmvc.ts';
import type * as fetchEntry from '../../src/fetch.ts';
import { Controller, checkRoutes, type Files } from '../../src/hmvc.ts';
import type { Handler, RequestContext } from '../../src/index.ts';
import { requestTo, shown } from '../support/handlers.ts';
import { build, forgetCalls, start } from '../support/in-bundle.ts';

forgetCalls();

class Photos extends Controller {
  index() {
    return 'all';
  }
  show(id: string) {
    return { id };
  }
}

const files: Files = { 'application/controllers/photos.ts': async () => ({ default: Photos }) };

/** Makes a handler as a bundle does. */
async function bundled(options: FetchOptions) {
  const make = () => createFetchHandler(options);
  await build(make);
  return await start(make);
}

const ask = async (fetch: fetchEntry.FetchHandler, path: string, init?: RequestInit) =>
  shown(await fetch(requestTo(path, init)));

const fine = () => 'fine';

const returnsTable = async () => ({ default: () => Route.map({ a: 'b' }) });
const makesTable = async () => ({
  default: () => {
    Route.get('own', fine);
    if (Object.keys(Route.map()).length === 2) Route.get('second', fine);
  },
});

describe('a handler without controllers', () => {
  const read = ({ load }: RequestContext) => ({ load });
  const NO_CONTROLLERS = 'there are no controllers. Pass controllers: createControllers(files).';

  it.each<[string, Handler, FetchOptions['context'], string]>([
    ['load', ({ load }) => load.model<object>('photos'), undefined, NO_CONTROLLERS],
    ['run', ({ run }) => run<(id: number) => string>('a', 7), undefined, NO_CONTROLLERS],
    ['load in the option context', fine, read, NO_CONTROLLERS],
  ])('says what to pass to an application that reads %s', async (_what, a, context, message) => {
    const onError = vi.fn<(error: unknown) => void>();
    const fetch = await bundled({ routes: { a: 'x' }, handlers: { a }, context, onError });
    expect(await ask(fetch, '/a')).toEqual([500, 'Internal Server Error']);
    expect(String(onError.mock.calls[0][0])).toContain(`createFetchHandler: ${message}`);
  });

  it('says that a table without names has no URLs', async () => {
    const onError = vi.fn<(error: unknown) => void>();
    const options = { routes: { a: 'x' }, handlers: { a: ({ url }: RequestContext) => url('a') } };
    const make = () => createFetchHandler({ ...options, onError });
    await build(make);
    const fetch = await start(make);
    await fetch(requestTo('/a'));
    expect(String(onError.mock.calls[0][0])).toMatch(/no route has this name/);
  });
});

describe('a handler with controllers', () => {
  it('finds them by destination, in the roots that it was given', async () => {
    const root = { 'src/controllers/photos.ts': async () => ({ default: Photos }) };
    for (const controllers of [
      createControllers(files),
      createControllers(root, { roots: ['src'] }),
    ]) {
      const routes = { 'photos/(:num)': 'photos/show/$1', all: 'photos' };
      const fetch = await bundled({ routes, controllers, autoRoute: true });
      expect(await ask(fetch, '/photos/7')).toEqual([200, '{"id":"7"}']);
      expect(await ask(fetch, '/all')).toEqual([200, 'all']);
    }
  });

  it('finds a file by its exact name, as the build did', async () => {
    const controllers = createControllers({
      'application/controllers/HomePage.ts': files['application/controllers/photos.ts'],
    });
    const fetch = await bundled({ routes: { a: 'HomePage' }, controllers });
    expect(await ask(fetch, '/a')).toEqual([200, 'all']);
  });

  it('answers routes of modules', async () => {
    const all: Files = {
      ...files,
      'application/modules/blog/config/routes.ts': async () => ({
        default: () => Route.get('blog', { as: 'blog' }, ({ url }) => url('blog')),
      }),
      'application/modules/shop/config/routes.ts': async () => ({ routes: { shop: 'shop' } }),
      'application/modules/shop/controllers/shop.ts': async () => ({ default: Photos }),
    };
    const make = async () => {
      Route.placeholder('year', '[0-9]{4}');
      const own = Route.collect(() => Route.get('(:year)', { as: 'year' }, fine));
      const routes = await withModuleRoutes(own, all);
      return createFetchHandler({ routes, controllers: createControllers(all) });
    };
    await build(make);
    const fetch = await start(make);
    expect(await ask(fetch, '/blog')).toEqual([200, '/blog']);
    expect(await ask(fetch, '/shop')).toEqual([200, 'all']);
    expect(await ask(fetch, '/2024')).toEqual([200, 'fine']);
    const url = Route.url as (...args: unknown[]) => string;
    expect([url('year', [2024]), url('blog')]).toEqual(['/2024', '/blog']);
  });

  it.each([
    ['once', () => Route.get('blog', fine)],
    [
      'after a reset',
      () => {
        Route.reset();
        Route.block('secret');
      },
    ],
  ])(
    'refuses a route file of a module that calls Route as it is imported: %s',
    async (_, define) => {
      const path = 'application/modules/blog/config/routes.ts';
      const all: Files = {
        [path]: async () => {
          define();
          return { default: () => {} };
        },
      };
      Route.get('one', fine);
      await expect(withModuleRoutes(Route.map(), all)).rejects.toThrow(
        `${path}: it calls Route as it is imported`,
      );
    },
  );

  it.each([
    ['a table', async () => ({ default: { 'own/a': 'own' } }), null],
    ['nothing', async () => ({}), 'it exports no routes'],
    ['a function that returns a table', returnsTable, 'its function returns a table'],
    ['a function that makes a table', makesTable, null],
    ['a promise', async () => ({ default: async () => {} }), 'the callback returned a promise'],
  ])('treats a route file that exports %s as the package does', async (_, load, problem) => {
    const all: Files = { 'application/modules/blog/config/routes.ts': load };
    const made = build(async () => {
      const routes = await withModuleRoutes(Route.map({ a: 'b' }), all);
      return createFetchMiddleware({ routes, onMissing: 'pass' });
    });
    if (problem === null) await expect(made).resolves.toBeTypeOf('function');
    else await expect(made).rejects.toThrow(problem);
  });
});

describe('the options of a handler of a compiled table', () => {
  const controllers = createControllers(files);
  const usual = { routes: { a: '' }, errorPages: { 500: fine }, errorStatus: [[RangeError, 404]] };

  // Wrong options, and options that a build with others has not checked.
  it.each<[what: string, options: object, problem: string | null]>([
    ['no table', { routes: undefined }, 'the options have no routes'],
    ['an unknown option', { contxt: fine }, "'contxt' is not an option"],
    ['a number for a page', { errorPages: { 500: 7 } }, 'errorPages[500] is 7'],
    ['a page for an unknown status', { errorPages: { 499: fine } }, 'is for an unknown status'],
    ['another page', { errorPages: { 500: fine, 404: fine } }, null],
    ['a function for all pages', { errorPages: fine }, null],
    ['no pages', { errorPages: undefined }, null],
    ['a status of success', { errorStatus: [[RangeError, 200]] }, 'errorStatus[0] is an array'],
    ['another status', { errorStatus: [[RangeError, 410]] }, null],
    ['an unknown word for onMissing', { onMissing: 'skip' }, "onMissing is 'skip'"],
    ['other values of onMissing', { onMissing: 'pass' }, null],
    ['controllers', { controllers }, null],
    ['autoRoute', { autoRoute: true }, null],
    ['a longer path', { maxPathLength: 9 }, null],
    ['a text for context', { context: 'guard' }, "context is 'guard'"],
    ['a text for onError', { onError: 'log' }, "onError is 'log'"],
    ['a base without a slash', { base: 'shop' }, "base is 'shop'"],
    ['another override', { methodOverride: {} }, 'methodOverride is an object'],
  ])('may not be %s', async (_what, more, problem) => {
    const make = (options: object) => () => createFetchMiddleware(options as never); // why: some are invalid
    const other = { ...usual, ...more };
    if (problem !== null) await expect(build(make(other))).rejects.toThrow(problem);
    await build(make(usual));
    await expect(start(make(usual))).resolves.toBeTypeOf('function');
    const isFree = ['context', 'onError', 'methodOverride'].some((name) => name in more);
    const started = start(make(other));
    if (isFree) await expect(started).resolves.toBeTypeOf('function');
    else await expect(started).rejects.toThrow(/is not call \d of the build|base is/);
  });

  it('let a form select the method only if that was passed', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = { method: 'POST', headers, body: '_method=PUT' };
    const routes = { 'POST a': 'x', 'PUT a': 'x' };
    const handlers = { 'POST a': () => 'posted', 'PUT a': () => 'put' };
    expect(await ask(await bundled({ routes, handlers }), '/a', form)).toEqual([200, 'posted']);
    const methodOverride = createMethodOverride();
    const fetch = await bundled({ routes, handlers, methodOverride });
    expect(await ask(fetch, '/a', form)).toEqual([200, 'put']);
  });

  it('are refused in the build as the package refuses them', async () => {
    const lost = build(() => createFetchHandler({ routes: { a: 'lost' } }));
    await expect(lost).rejects.toThrow("its destination 'lost' needs a controller");
    const controllers = createControllers(files);
    const missing = build(() => createFetchHandler({ routes: { a: 'lost' }, controllers }));
    await expect(missing).rejects.toThrow("'lost'");
    const pages = build(() =>
      createFetchHandler({ routes: { a: 'x' }, handlers: { a: fine }, errorPages: { 500: fine } }),
    );
    await expect(pages).resolves.toBeTypeOf('function');
  });

  it('have the types of those of waymark/fetch', () => {
    expectTypeOf(createFetchHandler).toEqualTypeOf<typeof fetchEntry.createFetchHandler>();
    expectTypeOf(createFetchMiddleware).toEqualTypeOf<typeof fetchEntry.createFetchMiddleware>();
  });
});

it('a middleware leaves what no key matches to the framework', async () => {
  const make = () =>
    createFetchMiddleware({ routes: { a: 'x' }, handlers: { a: fine }, onMissing: 'pass' });
  await build(make);
  const answer = await start(make);
  expect(await answer(requestTo('/x'))).toBe(null);
  expect((await answer(requestTo('/a')))?.status).toBe(200);
});

it('functions that only the package has refuse the table of a bundle', async () => {
  const table = await build(() => Route.map({ a: 'b' }));
  await expect(checkRoutes({ routes: table })).rejects.toThrow(
    /one of a bundle|the bundle has no answer/,
  );
});

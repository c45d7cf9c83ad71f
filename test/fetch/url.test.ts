/** `context.url`: names of the application's own table, below its own base. */
import { beforeEach, expect, expectTypeOf, it } from 'vitest';
import { resetRegistry } from '../../src/define/registry.ts';
import type { FetchOptions } from '../../src/fetch.ts';
import { type Context, Controller, createControllers } from '../../src/hmvc.ts';
import { type BuildUrl, type RequestContext, Route } from '../../src/index.ts';
import { createFetchHandler, describeBoth, requestTo } from '../support/handlers.ts';

beforeEach(resetRegistry);

const seen: string[] = [];
const see = ({ url }: Pick<RequestContext, 'url'>) => {
  const path = url('user', [7]);
  seen.push(path);
  return path;
};

class Pages extends Controller {
  index() {
    return see(this.context);
  }
  nested() {
    return this.context.run('pages/index');
  }
  broken() {
    return see(this.context);
  }
}

const options = (extra: Partial<FetchOptions> = {}): FetchOptions => ({
  routes: Route.collect({ '404_override': 'pages/broken' }, () => {
    Route.get('users/(:num)', 'pages/index', { as: 'user' });
    Route.get('nested', 'pages/nested');
    Route.get('handled', 'handled', {}, (context) => see(context));
    Route.get('broken', 'broken', {}, () => Promise.reject(new Error('broken')));
    Route.get('pages', 'pages/index');
  }),
  controllers: createControllers({
    'application/controllers/pages.ts': async () => ({ default: Pages }),
  }),
  errorPages: { 400: 'pages/broken', 405: 'pages/broken', 500: 'pages/broken' },
  onError: () => undefined,
  ...extra,
});

const ask = async (handle: ReturnType<typeof createFetchHandler>, path: string, method = 'GET') =>
  (await handle(requestTo(path, { method }))).text();

describeBoth('context.url', () => {
  it.each([
    ['a handler', '/handled', 'GET'],
    ['a controller', '/pages', 'GET'],
    ['a controller that run reaches', '/nested', 'GET'],
    ['the page for 404', '/nothing', 'GET'],
    ['the page for 400', '/%zz', 'GET'],
    ['the page for 405', '/pages', 'POST'],
    ['the page for 500', '/broken', 'GET'],
  ])('builds URLs below the base in %s', async (_where, path, method) => {
    expect(await ask(createFetchHandler(options()), path, method)).toBe('/users/7');
    const below = createFetchHandler(options({ base: '/shop' }));
    expect(await ask(below, `/shop${path}`, method)).toBe('/shop/users/7');
  });

  it('takes params by the names of their groups', async () => {
    const routes = Route.collect(() => {
      Route.get('a/{slug}', { as: 'a' }, ({ params: { slug }, url }) => url('a', { slug }));
    });
    const handle = createFetchHandler({ routes, base: '/shop' });
    expect(await ask(handle, '/shop/a/b%2Fc')).toBe('/shop/a/b%2Fc');
  });

  it('builds them in the option context, also if a guard redirects before the action', async () => {
    const context = (own: RequestContext) => {
      throw new Response(null, { status: 303, headers: { location: String(see(own)) } });
    };
    const handle = createFetchHandler(options({ base: '/shop', context }));
    expect((await handle(requestTo('/shop/pages'))).headers.get('location')).toBe('/shop/users/7');
  });

  it('depends on no later collect, and on no other application of the process', async () => {
    const first = createFetchHandler(options({ base: '/first' }));
    const routes = Route.collect(() => {
      Route.get('people/(:any)', 'people', { as: 'user' }, (context) => see(context));
    });
    const second = createFetchHandler({ routes });
    Route.collect(() => Route.get('other', 'other', { as: 'other' }));
    expect(await ask(first, '/first/handled')).toBe('/first/users/7');
    expect(await ask(second, '/people/ada')).toBe('/people/7');
    expect(() => Route.url('user', [7])).toThrow('no route has this name');
  });

  it('encodes the base once', async () => {
    const handle = createFetchHandler(options({ base: '/caf%C3%A9 bar/' }));
    expect(await ask(handle, '/caf%C3%A9%20bar/handled')).toBe('/caf%C3%A9%20bar/users/7');
  });
});

/** The `context.url` of an application. */
async function urlOfProcess(base?: string): Promise<BuildUrl> {
  let url: BuildUrl | undefined;
  Route.get('--url', 'url', {}, (context) => {
    url = context.url;
    return null;
  });
  const file = async () => ({ default: Pages });
  const files = { 'application/controllers/x.ts': file, 'application/controllers/y.ts': file };
  const handle = createFetchHandler({
    routes: Route.map({}),
    controllers: createControllers(files),
    ...(base && { base }),
  });
  await handle(requestTo(`${base ?? ''}/--url`));
  if (url === undefined) throw new Error('no handler was called');
  return url;
}

describeBoth('an argument of context.url', () => {
  it.each<[string, () => void, string, (string | number)[]]>([
    ['a route of one method', () => Route.post('a', 'x', { as: 'n' }), 'n', []],
    [
      'a route of one method beside one for all',
      () => {
        Route.any('a/(:num)', 'x');
        Route.put('a/(:num)', 'y', { as: 'n' });
      },
      'n',
      [1],
    ],
    ['a resource', () => Route.resources('x', { as: 'photos' }), 'photos.show', ['x_y']],
    [
      'a route below a prefix with a group',
      () => Route.prefix('(en|fr)', () => Route.get('b/(:any)', 'x/$2', { as: 'n' })),
      'n',
      ['fr', 'é/ü'],
    ],
    ['the empty path', () => Route.get('/', 'x', { as: 'n' }), 'n', []],
    [
      'a name whose route has another name by now',
      () => {
        Route.get('a', 'x', { as: 'n' });
        Route.get('a', 'y', { as: 'm' });
      },
      'n',
      [],
    ],
    [
      'a name that was used twice',
      () => {
        Route.get('a', 'x');
        Route.get('b', 'x', { as: 'n' });
        Route.get('a', 'x', { as: 'n' });
      },
      'n',
      [],
    ],
    ['a name of Object.prototype', () => Route.get('a', 'x', { as: '__proto__' }), '__proto__', []],
  ])('is the same name as for Route.url: %s', async (_what, define, name, params) => {
    define();
    const expected = Route.url(name, params);
    expect((await urlOfProcess())(name, params)).toBe(expected);
    expect((await urlOfProcess('/shop'))(name, params)).toBe(`/shop${expected}`);
  });

  it.each<[string, NonNullable<Parameters<BuildUrl>[2]>['query'], string]>([
    ['values by name', { page: 2, q: 'a b', all: true }, '?page=2&q=a+b&all=true'],
    ['an array, once for each value', { tag: ['red', 1], page: 2 }, '?tag=red&tag=1&page=2'],
    ['an empty array', { tag: [] }, ''],
    ['pairs', [['a', '1']], '?a=1'],
    ['a string', 'a=1', '?a=1'],
    ['URLSearchParams', new URLSearchParams([['a', '1']]), '?a=1'],
    ['nothing', undefined, ''],
  ])('is a query: %s', async (_what, query, expected) => {
    Route.get('a', 'x', { as: 'n' });
    expect((await urlOfProcess('/shop'))('n', [], { query })).toBe(`/shop/a${expected}`);
    expect(Route.url('n', [], { query })).toBe(`/a${expected}`);
  });

  it.each<[string, unknown[], string]>([
    [
      'an unknown name',
      ['usr', [7]],
      "context.url('usr'): no route has this name. The nearest is 'user'",
    ],
    ['unknown params by name', ['user', { ids: 7 }], 'needs {id}, got {ids}'],
    [
      'a param that the group refuses',
      ['user', ['x']],
      "context.url('user'): param id, 'x', doesn't match its group",
    ],
    ['null for the options', ['user', [7], null], "context.url('user'): options is null"],
    ['a base', ['user', [7], { base: '/x' }], "'base' is not an option of this call"],
    ['a symbol in a query', ['user', [7], { query: { a: [Symbol('x')] } }], 'query is an object'],
  ])('is refused with an error that names the call: %s', async (_what, args, message) => {
    Route.get('users/{id:num}', 'x', { as: 'user' });
    const url = await urlOfProcess();
    // The cast passes an invalid argument.
    expect(() => url(...(args as Parameters<BuildUrl>))).toThrow(message);
  });

  it('knows no name of a table without one', async () => {
    let thrown: unknown;
    const handlers = { a: ({ url }: Context) => url('user') };
    const onError = (error: unknown) => {
      thrown = error;
    };
    await ask(createFetchHandler({ routes: { a: 'x' }, handlers, onError }), '/a');
    expect(String(thrown)).toContain('no route has this name');
  });

  it('is typed as the arguments of Route.url are', () => {
    expectTypeOf<Parameters<Context['url']>[0]>().toEqualTypeOf<string>();
    expectTypeOf<Context['url']>().returns.toEqualTypeOf<string>();
  });
});

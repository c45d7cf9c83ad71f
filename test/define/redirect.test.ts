/** `Route.redirect`, and the fetch handler's answers to its rows. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler, type FetchOptions } from '../../src/fetch.ts';
import { checkRoutes, createControllers, withModuleRoutes } from '../../src/hmvc.ts';
import { HttpError } from '../../src/http.ts';
import {
  createRouter,
  type RedirectStatus,
  Route,
  type RouteRedirectOptions,
  type SuppliedTable,
} from '../../src/index.ts';
import { check, diff, openapi } from '../../src/tools/inspect.ts';
import hostile from '../fixtures/hostile-paths.json' with { type: 'json' };
import { compiledHandler } from '../support/handlers.ts';

beforeEach(() => Route.reset());
afterEach(() => vi.restoreAllMocks());

/** The answer to a request, as its status and where it redirects to. */
async function ask(path: string, options: Partial<FetchOptions> & { method?: string } = {}) {
  const { method = 'GET', routes = Route.map(), ...rest } = options;
  const fetch = createFetchHandler({ routes, ...rest });
  const { status, headers } = await fetch(new Request(`http://app.test${path}`, { method }));
  return [status, headers.get('location')];
}

/** What a table becomes on its way through JSON, and in an application that compiles it. */
const FORMS: [form: string, answer: (table: SuppliedTable, path: string) => Promise<Response>][] = [
  ['as it is', (routes, path) => createFetchHandler({ routes })(new Request(path))],
  [
    'through JSON',
    (routes, path) =>
      createFetchHandler({ routes: JSON.parse(JSON.stringify(routes)) })(new Request(path)),
  ],
  [
    'compiled',
    (routes, path) => {
      return compiledHandler({ routes })(new Request(path));
    },
  ],
];

describe('Route.redirect', () => {
  it.each([
    ['old', 'new', '/old', '/new'],
    ['old', '/new', '/old', '/new'],
    ['old', '/', '/old', '/'],
    ['/', 'welcome', '/', '/welcome'],
    ['images/(:num)', 'photos/$1', '/images/7', '/photos/7'],
    ['images/{id:num}', 'photos/$1', '/images/7', '/photos/7'],
    ['(:any)/by/(:any)', '$2/$1', '/a/by/b', '/b/a'],
    ['a((b)(?:c(d)))', 'x/$3/$2/$1', '/abcd', '/x/d/b/bcd'],
    ['(?:a|(b))', 'x$1', '/a', '/x'],
    ['old(?=/(.*))(?:/.*)?', '$1', '/old/a/b', '/a/b'],
    ['old/(:any)', 'new/$1', '/old/100%25', '/new/100%25'],
    ['old/(:any)', 'new/$1', '/old/a%E2%80%A8b', '/new/a%E2%80%A8b'],
    ['old/(:any)', 'new/$1', '/old/a%3Fb%23c%20d', '/new/a%3Fb%23c%20d'],
    ['old/(:any)', 'new/$1', '/old/a%2fb', '/new/a%2Fb'],
    ['old/(.*)', 'new/$1', '/old/a%2Fb/c', '/new/a%2Fb/c'],
    ['old/([^/]+/[^/]+)', 'new/$1', '/old/a%2Fb/c', '/new/a%2Fb/c'],
    ['old/(.*)', 'new/$1', '/old', '/old'],
    ['old(.*)', '$1', '/old//evil.test', '/evil.test'],
    ['old(.*)', '$1', '/old/%2F%2Fevil.test', '/%2F%2Fevil.test'],
    ['old/(.*)', '$1', '/old/%5Cevil.test', '/%5Cevil.test'],
    ['old/(.*)', '$1', '/old/https:/evil.test', '/https:/evil.test'],
    ['wiki/(:any)/(.*)', '$1:$2', '/wiki/http/evil.test', '/http:evil.test'],
    ['wiki/(:any)/(.*)', '$1://$2', '/wiki/http/evil.test', '/http:/evil.test'],
    ['(x|y)/(.+\\1)', 'new/$2', '/x/a/bx', '/new/a/bx'],
    ['u/([^/])([^/]*)', 'users/$1/$2', '/u/%F0%9F%98%80x', '/users/%EF%BF%BD/%EF%BF%BDx'],
    ['old/(:any)', 'Talk:$1', '/old/Page', '/Talk:Page'],
    ['old/(:num)', 'v${1}0', '/old/2', '/v20'],
    ['docs', 'https://docs.test', '/docs', 'https://docs.test/'],
    ['docs/(.*)', 'HTTPS://docs.test:8080/v1/$1', '/docs/a', 'https://docs.test:8080/v1/a'],
    ['old', 'café au lait\ud800', '/old', '/caf%C3%A9%20au%20lait%EF%BF%BD'],
  ])('of %j to %j answers %s with %s', async (from, to, path, location) => {
    Route.redirect(from, to);
    const wanted = path === location ? [404, null] : [303, location];
    expect(await ask(path)).toEqual(wanted);
  });

  it.each([
    ['old/(.*)', '$1', '/old/..%2F..%2Fadmin', [303, '/shop/..%2F..%2Fadmin']],
    ['v(.*)', '$1', '/v../admin', [404, null]],
    ['~(:any)', 'users/$1', '/~..', [404, null]],
    ['x(.*)', 'https://docs.test/public/$1', '/x../private', [404, null]],
  ])('of %j to %j leads nowhere above its folder: %s', async (from, to, path, wanted) => {
    Route.redirect(from, to);
    expect(await ask(`/shop${path}`, { base: '/shop' })).toEqual(wanted);
  });

  it.each(['', 'https://docs.test/'])('of any path to %j$1 stays on one site', async (site) => {
    Route.redirect('x(.*)', `${site}$1`);
    const fetch = createFetchHandler({ routes: Route.map() });
    const { origin } = new URL(site, 'http://app.test');
    const encoded = CHARACTERS.map((one) => `${one}${one}evil.test`);
    let followed = 0;
    for (const path of [...hostile.map(({ path }) => path), ...encoded]) {
      const url = `http://app.test/x${path}`;
      const { status, headers } = await fetch(new Request(url));
      if (status !== 303) continue;
      followed++;
      expect(new URL(String(headers.get('location')), url).origin).toBe(origin);
    }
    expect(followed).toBeGreaterThan(200);
  });

  it.each([
    ['autoRoute', {}, '/302%09/evil'],
    ['autoRoute', {}, '/302%20/evil'],
    ['a row that is a param', { '(.*)': '$1' }, '/302%09/evil'],
  ])('can not be made by a client: %s, %s', async (_what, routes, path) => {
    const controllers = createControllers({});
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { 0: status, 1: location } = await ask(path, { routes, controllers, autoRoute: true });
    expect([status, location]).toEqual([expect.any(Number), null]);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it.each(FORMS)('is text in the table, which answers alike: %s', async (_form, answer) => {
    const table = Route.collect(() => Route.redirect('images/(:num)', 'photos/$1', 301));
    expect(table).toEqual({ default_controller: 'home', 'images/(:num)': '301\t/photos/$1' });
    const { status, headers } = await answer(table, 'http://app.test/images/7');
    expect([status, headers.get('location')]).toEqual([301, '/photos/7']);
  });

  it.each([301, 302, 303, 307, 308] as const)('takes the status %i', async (status) => {
    Route.redirect('old', 'new', status);
    expect(await ask('/old')).toEqual([status, '/new']);
  });

  it.each(['HEAD', 'POST', 'DELETE'])('answers %s', async (method) => {
    Route.redirect('old', 'new', 308);
    expect(await ask('/old', { method })).toEqual([308, '/new']);
  });

  it('stays below the base, unless it leads to another site', async () => {
    Route.redirect('old/(:any)', '$1');
    Route.redirect('docs', 'https://docs.test/');
    expect(await ask('/shop/old/a', { base: '/shop' })).toEqual([303, '/shop/a']);
    expect(await ask('/shop/docs', { base: '/shop' })).toEqual([303, 'https://docs.test/']);
  });

  it.each([
    ['e(?:/(:any))?', 'f/$1', '/e', '/f'],
    ['e(?:/(:any))?', 'f/$1', '/e/x', '/f/x'],
    ['e(?:/(:any))?', 'f/$1/', '/e', '/f/'],
    ['e(?:/(:any))?', 'f/$1/g', '/e', '/f/g'],
    ['e(?:/(:any))?', '$1', '/e', '/'],
    ['e(?:/(:any))?', '$1/', '/e', '/'],
    ['e(?:/(:any))?', 'https://docs.test/$1', '/e', 'https://docs.test/'],
    ['e(?:/(:any))?', 'https://docs.test/$1/', '/e/x', 'https://docs.test/x/'],
    ['e(?:/(:any))?', 'https://docs.test/v1/$1', '/e', 'https://docs.test/v1'],
    ['e', 'f/', '/e', '/f/'],
    ['e', 'https://docs.test/f/', '/e', 'https://docs.test/f/'],
  ])(
    'leaves the slash of an empty last param out: %j to %j, %s',
    async (from, to, path, location) => {
      Route.redirect(from, to);
      expect(await ask(path)).toEqual([303, location]);
      expect((await ask(path, { base: '/shop' }))[0]).toBe(404);
      const below = location.startsWith('/') ? `/shop${location}` : location;
      expect(await ask(`/shop${path}`, { base: '/shop' })).toEqual([303, below]);
    },
  );

  it.each(FORMS)('drops the query of the request, or keeps it: %s', async (_form, answer) => {
    const table = Route.collect(() => {
      Route.redirect('old', 'new');
      Route.redirect('index\\.php/(.+)', '$1', { status: 301, query: 'keep' });
      Route.redirect('docs(?:/(.*))?', 'https://docs.test/v1/$1/', { query: 'keep' });
    });
    expect(table).toEqual({
      default_controller: 'home',
      old: '303\t/new',
      'index\\.php/(.+)': '301\t/$1\t?',
      'docs(?:/(.*))?': '303\thttps://docs.test/v1/$1\t/?',
    });
    const locationOf = async (path: string) =>
      (await answer(table, `http://app.test${path}`)).headers.get('location');
    expect(await locationOf('/old?page=2')).toBe('/new');
    expect(await locationOf('/index.php/a?page=2&q=%2F#top')).toBe('/a?page=2&q=%2F');
    expect(await locationOf('/index.php/a%3Fb?//evil.test')).toBe('/a%3Fb?//evil.test');
    expect(await locationOf('/index.php/a')).toBe('/a');
    expect(await locationOf('/docs?a=1')).toBe('https://docs.test/v1/?a=1');
    expect(await locationOf('/docs/x?a=1')).toBe('https://docs.test/v1/x/?a=1');
  });

  it('keeps a query that the server left unencoded', async () => {
    Route.redirect('old', 'new', { query: 'keep' });
    const request = new Request('http://app.test/');
    Object.defineProperty(request, 'url', { value: 'http://app.test/old?q=\u00e9 \ud800' });
    const { headers } = await createFetchHandler({ routes: Route.map() })(request);
    expect(headers.get('location')).toBe('/new?q=%C3%A9%20%EF%BF%BD');
  });

  it('has a name and meta, which inherits that of a prefix', () => {
    Route.prefix('a', { meta: { role: 'anyone', tab: 1 } }, () => {
      Route.redirect('old/(:num)', 'new/$1', { as: 'old', meta: { tab: 2 }, status: null });
    });
    expect(Route.url('old', ['7'])).toBe('/a/old/7');
    expect(createRouter(Route.map()).resolve('GET', '/a/old/7')).toMatchObject({
      ...{ name: 'old', destination: '303\t/new/7', meta: { role: 'anyone', tab: 2 } },
    });
  });

  it.each<[string, RouteRedirectOptions, unknown]>([
    ['no meta', {}, [303, '/new', null]],
    ['an empty meta', { meta: {} }, [303, '/new', null]],
    ['meta that the guard lets in', { meta: { role: 'anyone' } }, [303, '/new', 'yes']],
    ['meta that the guard refuses', { meta: { role: 'admin' } }, [401, null, null]],
  ])('is public unless it has meta, which a guard reads: %s', async (_what, options, expected) => {
    Route.redirect('old', 'new', options);
    const fetch = createFetchHandler({
      routes: Route.map(),
      context({ headers, meta, status }) {
        if (meta.role !== 'anyone' && status === null) throw new HttpError(401);
        if (status === null) headers.set('x-seen', 'yes');
        return {};
      },
    });
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status, headers } = await fetch(new Request('http://app.test/old', { method }));
      expect([status, headers.get('location'), headers.get('x-seen')]).toEqual(expected);
    }
  });

  it('is below the prefix, whose groups come first, and has its meta', async () => {
    Route.prefix('(en|fr)', { meta: { role: 'anyone' } }, () => {
      Route.redirect('old/(:num)', '$1/new/$2');
    });
    expect(await ask('/en/old/7')).toEqual([303, '/en/new/7']);
    let meta: unknown;
    const context = (own: { meta: unknown }) => {
      meta = own.meta;
      return {};
    };
    await ask('/fr/old/7', { context });
    expect(meta).toEqual({ role: 'anyone' });
  });

  it('is a row like any other: a later call replaces it, and a block before it holds', async () => {
    Route.block('a');
    Route.redirect('(a|b)', 'new');
    Route.redirect('c', 'new');
    Route.get('c', () => 'c');
    expect(await ask('/a')).toEqual([404, null]);
    expect(await ask('/b')).toEqual([303, '/new']);
    expect(await ask('/c')).toEqual([200, null]);
  });

  it('needs no controller', async () => {
    Route.redirect('old', 'photos/show/1');
    Route.redirect('older/(:num)', 'photos/show/$1');
    Route.get('photos/show/(:num)', () => 'a photo');
    const routes = Route.map();
    const files = { 'application/controllers/posts.ts': async () => ({ default: class {} }) };
    expect(await checkRoutes({ routes, controllers: createControllers(files) })).toEqual([]);
    expect(await check(routes, { files })).toEqual([]);
    expect(await ask('/old')).toEqual([303, '/photos/show/1']);
  });

  it.each([
    ['a block of the same paths', () => Route.block('old/7'), 'old/(:num)', 'photos/$1'],
    ['groups in front of it', () => {}, 'thread/(:num)/(:num)', 'messages/show/$1'],
  ])('is no way to an action, so check finds nothing: %s', async (_what, before, from, to) => {
    before();
    Route.redirect(from, to);
    Route.redirect(`older/${from}`, to);
    const kinds = new Set((await check(Route.map())).map(({ kind }) => kind));
    expect([...kinds]).toEqual(['dead-redirect']);
    expect(openapi(Route.map()).document.paths).toEqual({});
  });

  it('answers the empty path if the table says so', async () => {
    const routes = { default_controller: '302\t/photos', a: '301\thttps://b.test/' };
    const files = { 'application/controllers/posts.ts': async () => ({ default: class {} }) };
    expect(await check(routes, { files })).toEqual([]);
    expect(await ask('/', { routes })).toEqual([302, '/photos']);
  });

  it('in the route file of a module leads to the same path', async () => {
    const files = {
      'application/modules/gallery/config/routes.ts': async () => ({
        default: () => Route.redirect('images/(:num)', 'photos/$1', 301),
      }),
    };
    const routes = await withModuleRoutes({}, files);
    expect(await ask('/images/7', { routes })).toEqual([301, '/photos/7']);
  });

  it.each([
    ['301\t$1', '/old/https:/evil.test'],
    ['302\tx/$1', '/old/a'],
  ])('that is written by hand and wrong answers 404: %j', async (to, path) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const controllers = createControllers({});
    expect(await ask(path, { routes: { 'old/(.*)': to }, controllers })).toEqual([404, null]);
  });

  it.each([
    ['301\thttps://$1.docs.test/x'],
    ['301\thttps://\u4f8b.test/'],
    ['301\thttps://docs.test'],
    ['302\t/x/$1\t?/'],
    ['302\t/x/$1\tx'],
  ])('that is written by hand and wrong is an error at startup: %j', (to) => {
    const routes = { 'old/(.*)': to };
    expect(() => createFetchHandler({ routes })).toThrow('needs a controller');
  });

  it('answers with the class of the option Response', async () => {
    class Own extends Response {}
    Route.redirect('old', 'new');
    const fetch = createFetchHandler({ routes: Route.map(), Response: Own });
    expect(await fetch(new Request('http://app.test/old'))).toBeInstanceOf(Own);
  });

  it('is compared by diff', () => {
    const table = (to: string, options?: RedirectStatus | RouteRedirectOptions) =>
      Route.collect(() => Route.redirect('a/(:num)', to, options));
    expect(diff(table('b/$1'), table('/b/$1')).alike).toBe(true);
    expect(diff(table('b/$1'), table('c/$1')).alike).toBe(false);
    expect(diff(table('b/$1'), table('b/$1', 301)).alike).toBe(false);
    expect(diff(table('b/$1'), table('b/$1', { query: 'keep' })).alike).toBe(false);
    expect(diff(table('b/$1', 301), table('b/$1', { status: 301 })).alike).toBe(true);
  });

  it.each<[string, unknown[], string]>([
    ['a pattern that is not a string', [7, 'new'], 'from is 7'],
    ['no target', ['old', undefined], 'to is undefined'],
    ['an empty target', ['old', ''], 'to is an empty string'],
    ['no text', ['old', Object.create(null)], 'to is '],
    ['a query', ['old', 'new?page=2'], 'to is '],
    ['a query, and says what to write', ['old', '?a'], 'write a handler that returns redirect()'],
    ['a param of Express', ['old/(:num)', 'new/:id'], 'to is '],
    ['a star', ['old/(.*)', 'new/*'], 'to is '],
    ['a fragment', ['old', 'new#top'], 'to is '],
    ['an escape', ['old', 'caf%C3%A9'], 'to is '],
    ['a name for a group', ['old/{id}', 'new/{id}'], 'to is '],
    ['a param in the host', ['(.*)', 'https://docs.test$1'], 'to is '],
    ['a name before the host', ['old', 'https://docs.test@evil.test/'], 'to is '],
    ['a port that does not exist', ['old', 'https://docs.test:99999/'], 'to is '],
    ['another scheme', ['old', 'ftp://docs.test/'], 'to is '],
    ['a host without a scheme', ['old', '//evil.test'], 'to is '],
    ['a URL behind a space', ['old', ' https://docs.test/'], 'to is '],
    ['a dot segment', ['old', './new'], 'to is '],
    ['two dots at the end', ['old', 'new/..'], 'to is '],
    ['a backslash', ['old', '/\\evil.test'], 'to is '],
    ['another status', ['old', 'new', 200], 'status is 200'],
    ['another status in the options', ['old', 'new', { status: 200 }], 'status is 200'],
    ['another query', ['old', 'new', { query: 'drop' }], 'query is '],
    ['another option', ['old', 'new', { children: () => {} }], "'children' is not an option"],
    ['options that are text', ['old', 'new', '301'], 'options is '],
    ['meta that is no data', ['old', 'new', { meta: { a: () => {} } }], 'meta.a is '],
    ['a group that is missing', ['old/(:num)', 'new/$2'], 'to refers to $2, and '],
    ['a group of a pattern without any', ['old', 'new/$1'], 'to refers to $1, and '],
    ['the whole match', ['(old)', 'new/$0'], 'to refers to $0, and '],
    ['its own path', ['/old', 'old'], 'redirects to itself'],
    ['its own path with a slash', ['old', '/old/'], 'redirects to itself'],
    ['its own path with a dot', ['old\\.html', 'old.html'], 'redirects to itself'],
    ['its own path with a group', ['old/(:any)', 'old/$1'], 'redirects to itself'],
    ['all of its groups and a slash', ['(a|b)/{id:num}', '$1/$2/'], 'redirects to itself'],
    ['the whole path', ['(.+)', '$1'], 'redirects to itself'],
    ['the empty path', ['/', '/'], 'redirects to itself'],
    ['a setting', ['404_override', 'new'], '404_override is a setting'],
  ])('refuses %s, and defines nothing', (_what, args, message) => {
    expect(() => Reflect.apply(Route.redirect, Route, args)).toThrow(message);
    expect(Route.map()).toEqual({ default_controller: 'home' });
  });

  it('has the statuses of a redirect as its type', () => {
    // @ts-expect-error: 200 doesn't redirect
    const status: RedirectStatus = 200;
    expect(() => Route.redirect('old', 'new', status)).toThrow();
  });
});

/** Every ASCII character, encoded, and twice. */
const CHARACTERS = Array.from({ length: 128 }, (_, code) => {
  const hex = `%${code.toString(16).padStart(2, '0')}`;
  return [hex, hex.replace('%', '%25')];
}).flat();

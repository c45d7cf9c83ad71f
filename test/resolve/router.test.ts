import { afterAll, afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createRouter,
  Route,
  type RouteOptions,
  type RouteParams,
  type Router,
  type RouteTable,
  type SuppliedTable,
} from '../../src/index.ts';
import { Tree } from '../../src/resolve/matcher/tree.ts';
import { createReadRouter } from '../support/compiled.ts';

afterEach(() => Route.reset());

describe('router.resolve', () => {
  const router = createRouter({
    default_controller: 'welcome',
    '404_override': 'errors/missing',
    'GET photos/(:num)': 'photos/show/$1',
    'POST photos': 'photos/create',
    'photos/secret': '',
    'GET photos/hidden': '',
    'files/(.+)': 'files/get/$1',
    '/404': 'errors/gone',
    '/GET x': 'odd',
    'a|b': 'alternatives',
    'opt/(x)?(:num)': 'opt/$1/$2',
  });

  it.each([
    ['GET', '/photos/7', 'GET photos/(:num)', 'photos/show/7', ['7']],
    ['GET', '/photos/7?page=2', 'GET photos/(:num)', 'photos/show/7', ['7']],
    ['GET', 'photos/7?page=2#top', 'GET photos/(:num)', 'photos/show/7', ['7']],
    ['BREW', '/files/a', 'files/(.+)', 'files/get/a', ['a']],
    ['GET', '/files/a/b', 'files/(.+)', 'files/get/a/b', ['a/b']],
    ['GET', '/files/a%2fb', 'files/(.+)', 'files/get/a%2Fb', ['a/b']],
    ['GET', '/files/50%25', 'files/(.+)', 'files/get/50%25', ['50%']],
    ['GET', '/files/%252F', 'files/(.+)', 'files/get/%252F', ['%2F']],
    ['GET', '/404', '/404', 'errors/gone', []],
    ['GET', '/GET%20x', '/GET x', 'odd', []],
    ['GET', '/b', 'a|b', 'alternatives', []],
    ['GET', '/opt/7', 'opt/(x)?(:num)', 'opt//7', ['', '7']],
    ['GET', '/', 'default_controller', 'welcome', []],
    ['GET', '', 'default_controller', 'welcome', []],
    ['DELETE', '/x/..?q', 'default_controller', 'welcome', []],
  ])('finds %s %s through %j', (method, path, route, destination, params) => {
    expect(router.resolve(method, path)).toEqual({ status: 'found', route, destination, params });
  });

  it.each([
    ['GET', '/photos/secret', 'photos/secret'],
    ['BREW', '/photos/secret', 'photos/secret'],
    ['GET', '/photos/hidden', 'GET photos/hidden'],
  ])('blocks %s %s', (method, path, route) => {
    expect(router.resolve(method, path)).toEqual({ status: 'blocked', route });
  });

  it.each([
    ['POST', '/photos/7', ['GET', 'HEAD']],
    ['get', '/photos/7', ['GET', 'HEAD']],
    ['HEAD', '/photos/7', ['GET']],
    ['GET', '/photos', ['POST']],
  ])('refuses the method of %s %s and names the others', (method, path, allow) => {
    expect(router.resolve(method, path)).toEqual({ status: 'method-not-allowed', allow });
  });

  it.each([
    ['GET', '/nothing'],
    ['GET', '/ab'],
    ['GET', '/ax'],
    ['GET', '/xb'],
    ['GET', '/Photos/7'],
    ['POST', '/photos/hidden'],
  ])('finds nothing for %s %s', (method, path) => {
    expect(router.resolve(method, path)).toEqual({
      status: 'not-found',
      destination: 'errors/missing',
    });
  });

  it('has no destination for an unknown path if there is no 404_override', () => {
    expect(createRouter({}).resolve('GET', '/x')).toEqual({ status: 'not-found' });
    expect(createRouter({ '404_override': '' }).resolve('GET', '/x')).toEqual({
      status: 'not-found',
    });
  });

  it.each([
    ['/%', 'malformed percent sequence'],
    ['/%FF', 'invalid UTF-8'],
    ['/%00', 'control character'],
    [undefined, 'not a string'],
    [7, 'not a string'],
  ])('answers %j with bad-request: %s', (path, reason) => {
    // The cast passes a value that a careless server may pass.
    expect(router.resolve('GET', path as string)).toEqual({ status: 'bad-request', reason });
    expect(router.allowed(path as string)).toEqual([]);
  });

  it.each(['a', '(:any)', 'valueOf', '__proto__'])(
    'finds nothing for %j in an empty table',
    (path) => expect(createRouter({}).resolve('GET', path)).toEqual({ status: 'not-found' }),
  );
});

describe('the empty path', () => {
  it('is answered by the patterns if there is no default controller', () => {
    expect(createRouter({ '(.*)': 'all/$1' }).resolve('GET', '/')).toMatchObject({
      destination: 'all/',
    });
    expect(createRouter({ default_controller: '' }).resolve('GET', '/')).toEqual({
      status: 'not-found',
    });
  });

  it('leads to the default controller as it is written', () => {
    const router = createRouter({ default_controller: 'wel$1come' });
    expect(router.resolve('GET', '/')).toMatchObject({ destination: 'wel$1come' });
  });
});

it.each<[string, RouteOptions, boolean]>([
  ['nothing more', {}, false],
  ['a handler', {}, true],
  ['a name', { as: 'a' }, false],
  ['a name and a handler', { as: 'a' }, true],
])('an answer of a route with %s has that, and no other property', (_, options, hasHandler) => {
  const handler = () => 'ok';
  Route.get('a/(:num)', 'b/$1', options, hasHandler ? handler : undefined);
  expect(createRouter(Route.map()).resolve('GET', '/a/7')).toStrictEqual({
    status: 'found',
    route: 'GET a/(:num)',
    ...(options.as !== undefined && { name: options.as }),
    destination: hasHandler ? null : 'b/7',
    params: ['7'],
    ...(hasHandler && { handler }),
  });
});

describe('router.allowed', () => {
  const router = createRouter({
    'DELETE x': 'd',
    'GET x': 'g',
    'POST x': '',
    'all/(:any)': 'all/$1',
    blocked: '',
    'HEAD h': '',
    'GET h': 'g',
    'PUT h': '',
    'GET g': '',
    g: 'g',
    'GET own': '',
    'HEAD own': 'h',
    own: 'o',
    'HEAD closed': '',
    closed: 'c',
  });

  it.each([
    ['/x', ['GET', 'HEAD', 'DELETE']],
    ['/h', ['GET']],
    ['/all/1', ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']],
    ['/blocked', []],
    ['/nothing', []],
    ['/g', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']],
    ['/own', ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']],
    ['/closed', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']],
  ])('of %j is %j', (path, methods) => expect(router.allowed(path)).toEqual(methods));
});

describe('a row for OPTIONS alone', () => {
  const answers = { status: 'found', route: 'OPTIONS (.*)' };
  it.each<[string, string, SuppliedTable, object]>([
    ['GET', '/nothing', {}, { status: 'not-found' }],
    ['BREW', '/nothing', {}, { status: 'not-found' }],
    ['GET', '/', {}, { status: 'not-found' }],
    ['OPTIONS', '/nothing', {}, answers],
    ['POST', '/a', { 'GET a': 'a' }, { allow: ['GET', 'HEAD', 'OPTIONS'] }],
    ['GET', '/h', { 'HEAD h': 'h' }, { allow: ['HEAD', 'OPTIONS'] }],
    ['OPTIONS', '/a', { 'GET a': 'a' }, answers],
    ['GET', '/a', { '404_override': 'lost' }, { status: 'not-found', destination: 'lost' }],
  ])('makes no path known: %s %s, with %j', (method, path, table, expected) => {
    const router = createRouter({ ...table, 'OPTIONS (.*)': 'preflight' });
    expect(router.resolve(method, path)).toMatchObject(expected);
    expect(router.allowed(path)).toContain('OPTIONS');
  });

  it.each<[string, SuppliedTable, string | null]>([
    ['leaves', { 'OPTIONS (.*)': 'preflight' }, 'a/b'],
    ['does not leave', { 'OPTIONS (.*)': 'preflight', '(.*)': '' }, null],
    ['does not leave', { 'OPTIONS (.*)': 'preflight', 'POST (.*)': '' }, null],
    ['does not leave', { 'OPTIONS (.*)': '' }, null],
  ])('%s the path to autoRoute: %j', (_what, table, destination) => {
    const router = createRouter(table, { autoRoute: true });
    const answer = router.resolve('GET', '/a/b');
    expect('destination' in answer ? answer.destination : null).toBe(destination);
  });
});

describe('autoRoute', () => {
  const table = { 'GET photos/new': 'photos/create_new', 'users/login': '', 'GET a': '' };
  const router = createRouter(table, { autoRoute: true });

  it('sends a path that matches nothing to its own segments', () => {
    expect(router.resolve('GET', '//users/./show/a%2fb/')).toEqual({
      status: 'found',
      route: null,
      destination: 'users/show/a%2Fb',
      params: [],
    });
  });

  it('is off unless asked for', () => {
    expect(createRouter(table).resolve('GET', 'users/show').status).toBe('not-found');
  });

  it.each([
    ['GET', 'users/login', 'blocked'],
    ['GET', 'a', 'blocked'],
    ['POST', 'a', 'not-found'],
    ['POST', 'photos/new', 'method-not-allowed'],
    ['GET', '/', 'not-found'],
  ])('leaves %s %s %s', (method, path, status) => {
    expect(router.resolve(method, path).status).toBe(status);
  });
});

describe('maxPathLength', () => {
  it.each([
    [{}, 2048, 'found'],
    [{}, 2049, 'bad-request'],
    [{ maxPathLength: 10 }, 10, 'found'],
    [{ maxPathLength: 10 }, 11, 'bad-request'],
    [{ maxPathLength: 2 }, 2, 'found'],
    [{ maxPathLength: 1 }, 2, 'bad-request'],
  ])('%j makes a path of %i characters %s', (options, length, status) => {
    const router = createRouter({ '(:any)': 'x' }, options);
    const path = '/'.padEnd(length, 'a');
    expect(router.resolve('GET', path).status).toBe(status);
    expect(router.resolve('GET', `${path}?${'q'.repeat(3000)}`).status).toBe(status);
  });

  it('of 1 leaves the root', () => {
    const router = createRouter({ default_controller: 'home' }, { maxPathLength: 1 });
    expect(router.resolve('GET', '/')).toMatchObject({ destination: 'home' });
  });
});

describe('settings', () => {
  it('are the values of the reserved keys', () => {
    const table = { default_controller: 'a', '404_override': 'b', translate_uri_dashes: true };
    expect(createRouter(table).settings).toEqual({
      defaultController: 'a',
      notFoundOverride: 'b',
      translateUriDashes: true,
    });
  });

  it('are null and off if the table has none', () => {
    expect(createRouter({}).settings).toEqual({
      defaultController: null,
      notFoundOverride: null,
      translateUriDashes: false,
    });
  });

  it.each(['default_controller', '404_override', 'translate_uri_dashes'])(
    'are never matched as patterns: %s',
    (path) => {
      expect(createRouter({ [path]: 'true' }).resolve('GET', path).status).toBe('not-found');
    },
  );

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['', false],
  ])('have a switch that %j sets: %s', (value, expected) => {
    const { settings } = createRouter({ translate_uri_dashes: value });
    expect(settings.translateUriDashes).toBe(expected);
  });

  it.each(['yes', 'TRUE', '1', 'photos'])('have a switch that %j cannot set', (value) => {
    expect(() => createRouter({ translate_uri_dashes: value })).toThrow(
      `createRouter, table key 'translate_uri_dashes': its destination is '${value}', ` +
        'not true or false. Write true or false.',
    );
  });
});

describe('the handlers option', () => {
  it('has the names and positions of each key in the types of params', () => {
    const handlers = (given: Parameters<typeof createRouter>[1]) => given;
    const routes = { 'GET a/(?<id>:num)': 'x', 'b/(:any)': 'y', c: 'z' };
    const router = createRouter(routes, {
      handlers: {
        'GET a/(?<id>:num)': ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<{ readonly id: string }>();
          return params.id;
        },
        'b/(:any)': ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<readonly [string, ...string[]]>();
          return params[0];
        },
        c: ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<RouteParams>();
          return null;
        },
      },
    });
    expect(router.resolve('GET', '/a/7')).toMatchObject({ params: { id: '7' } });
    // Any handler fits if the keys are unknown.
    const [key = ''] = Object.keys(routes);
    createRouter(routes, handlers({ handlers: { [key]: ({ params }) => params.id } }));
  });

  it('sets handlers by key, however the key spells its slash', () => {
    const handler = () => 'handled';
    const router = createRouter(
      { '/hook': 'hook', 'GET x': 'x' },
      { handlers: { hook: handler, 'GET /x': handler } },
    );
    expect(router.resolve('GET', 'hook')).toMatchObject({ handler });
    expect(router.resolve('GET', 'x')).toMatchObject({ handler });
  });

  it.each(['default_controller', '/default_controller'])(
    'sets the handler of the empty path by the key %s',
    (key) => {
      const handler = () => 'handled';
      const router = createRouter(
        { default_controller: 'welcome' },
        { handlers: { [key]: handler } },
      );
      expect(router.resolve('GET', '/')).toMatchObject({ route: 'default_controller', handler });
    },
  );

  it.each([
    [{ a: '' }, 'a'],
    [{ 'GET a': '' }, 'GET /a'],
    [{ a: '', '/a': 'x' }, 'a'],
    [{ default_controller: '' }, 'default_controller'],
  ])('refuses a handler that a block would ignore: %j', (table: RouteTable, key) => {
    const create = () => createRouter(table, { handlers: { [key]: () => 'handled' } });
    expect(create).toThrow(expect.objectContaining({ code: 'bad-argument' }));
  });

  it('accepts the handler of a row before a block with the same key', () => {
    const handler = () => 'handled';
    const router = createRouter({ a: 'x', '/a': '' }, { handlers: { a: handler } });
    expect(router.resolve('GET', 'a')).toMatchObject({ handler });
  });

  it('reads no inherited member as a handler', () => {
    const router = createRouter({ constructor: 'c', toString: 't' }, { handlers: {} });
    expect(router.resolve('GET', 'constructor')).not.toHaveProperty('handler');
    expect(router.resolve('GET', 'toString')).not.toHaveProperty('handler');
  });
});

describe('a default controller that was defined by a call', () => {
  it.each<[string, (table: RouteTable) => Router]>([
    ['createRouter', createRouter],
    ['a compiled table', createReadRouter],
  ])('answers the empty path of %s with its handler, and has its name', (_call, create) => {
    Route.any('default_controller', 'start', { as: 'root' }, start);
    expect(create(Route.map()).resolve('GET', '/')).toEqual({
      status: 'found',
      route: 'default_controller',
      name: 'root',
      destination: null,
      params: [],
      handler: start,
    });
  });

  function start() {
    return 'started';
  }
});

it('a table is read once: later changes to it change nothing', () => {
  const table: Record<string, string> = { a: 'a' };
  const router = createRouter(table);
  table.a = '';
  table.b = 'b';
  expect(router.resolve('GET', 'a').status).toBe('found');
  expect(router.resolve('GET', 'b').status).toBe('not-found');
});

describe('router.serve', () => {
  const router = createRouter({
    'GET a': 'get/a',
    'HEAD b': 'head/b',
    'GET b': 'get/b',
    c: 'any/c',
    'HEAD (:any)': 'head/any',
    'GET d': '',
    'HEAD e/(:num)': 'head/e/$1',
    'POST e/(:any)': 'post/e',
  });

  it.each<[string, object]>([
    ['/a', { route: 'HEAD (:any)' }],
    ['/b', { route: 'HEAD b' }],
    ['/c', { route: 'c' }],
    ['/e/7?x', { route: 'HEAD e/(:num)', params: ['7'] }],
    ['/e//x', { status: 'method-not-allowed', allow: ['POST'] }],
    ['/%zz', { status: 'bad-request' }],
    ['/f/g', { status: 'not-found' }],
  ])('answers %s with the route for HEAD itself, or else as GET: %j', (path, answer) => {
    expect(router.serve('HEAD', path)).toMatchObject(answer);
  });

  it('answers as GET if a key for every method comes after one for GET', () => {
    const mixed = createRouter({ 'HEAD x': 'head', 'GET y': 'get', y: 'any' });
    expect(mixed.serve('HEAD', '/y')).toMatchObject({ route: 'GET y', destination: 'get' });
  });

  it.each(['GET', 'POST', 'get', 'BREW', '__proto__'])('answers %s as resolve does', (method) => {
    for (const path of ['/a', '/c', '/d', '/e/x', '/f/g', '/%zz']) {
      expect(router.serve(method, path)).toEqual(router.resolve(method, path));
    }
  });

  it('answers as GET if the table has no key for HEAD', () => {
    const plain = createRouter({ 'GET a': 'x', 'GET b': '', 'POST c': 'y' });
    for (const path of ['/a', '/b', '/c', '/d', '/%zz']) {
      expect(plain.serve('HEAD', path)).toEqual(plain.resolve('GET', path));
    }
  });
});

describe('the searches for one request', () => {
  const sent = vi.spyOn(Tree.prototype, 'matchSent');
  const normal = vi.spyOn(Tree.prototype, 'matchNormal');
  const count = (run: () => unknown) => {
    sent.mockClear();
    normal.mockClear();
    run();
    return sent.mock.calls.length + normal.mock.calls.length;
  };
  afterAll(() => {
    sent.mockRestore();
    normal.mockRestore();
  });

  const one = createRouter({ 'GET photos/(:num)': 'photos/show/$1' });
  const three = createRouter({ 'GET a': 'x', 'HEAD b': 'x', 'POST a': 'x', c: 'x' });

  it.each<[string, () => unknown, number]>([
    ['GET that is found', () => one.resolve('GET', '/photos/7'), 1],
    ['HEAD, to a table without a key for it', () => one.serve('HEAD', '/photos/7'), 1],
    ['HEAD, to a table with one', () => three.serve('HEAD', '/a'), 2],
    ['a wrong method, with two distinct trees', () => one.resolve('POST', '/photos/7'), 2],
    ['a wrong method, with four', () => three.resolve('DELETE', '/a'), 4],
    ['a path that is not found', () => one.resolve('GET', '/nothing'), 2],
    ['the methods of a path', () => one.allowed('/photos/7'), 2],
    ['a path that has to be normalised', () => one.resolve('GET', '/photos//7'), 2],
    ['a malformed path', () => one.resolve('GET', '/%zz'), 1],
  ])('are as few as possible: %s', (_, run, searches) => expect(count(run)).toBe(searches));
});

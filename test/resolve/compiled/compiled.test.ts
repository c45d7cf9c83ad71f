/** Precompiled tables, beyond the tests `reference` and `golden`. */
import { describe, expect, it } from 'vitest';
import { createCompiledRouter, patternMachine, routeUrls } from '../../../src/compiled.ts';
import { compileTable, createRouter, type Found, Route } from '../../../src/index.ts';
import { caught } from '../../support/caught.ts';
import { compileData, createReadRouter } from '../../support/compiled.ts';

const table = {
  default_controller: 'welcome',
  '404_override': 'errors/missing',
  translate_uri_dashes: true,
  'photos/new': 'photos/create',
  'GET photos/(:num)': 'photos/show/$1',
  'POST photos/(:num)/([a-z]+)': 'photos/$2/$1',
  'albums/(:any)-(:any)': 'albums/show/$2/$1',
  'albums/(.+)x\\d': 'albums/x/$1',
  'albums/([^a]+)é': 'albums/e/$1',
  'songs/([^é]+)-([^é]+)': 'songs/$1/$2',
  'tunes/([a-z-]{1,3})-([a-z-]+)x': 'tunes/$1/$2',
  'users/login': '',
  'HEAD users/(:any)': 'users/peek/$1',
};

describe('a compiled table', () => {
  it('is plain data, and the same after a round trip through JSON', () => {
    const compiled = compileTable(table);
    expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/photos/new'],
    ['GET', '/photos/7'],
    ['HEAD', '/photos/7'],
    ['POST', '/photos/7/edit'],
    ['POST', '/photos/7/Edit'],
    ['GET', '/albums/a-b-c'],
    ['GET', '/albums/ax7'],
    ['GET', '/albums/b%2Fc%C3%A9'],
    ['GET', '/songs/a-b-c'],
    ['GET', '/songs/a-%C3%A9'],
    ['GET', '/tunes/a-b-c-dx'],
    ['GET', '/users/login'],
    ['HEAD', '/users/x'],
    ['GET', '/%zz'],
    ['BREW', '/nowhere'],
  ])('answers %s %s as the table itself does', (method, path) => {
    const [router, compiled] = [createRouter(table), createReadRouter(table)];
    expect(compiled.settings).toEqual(router.settings);
    expect(compiled.resolve(method, path)).toEqual(router.resolve(method, path));
    expect(compiled.serve('HEAD', path)).toEqual(router.serve('HEAD', path));
    expect(compiled.allowed(path)).toEqual(router.allowed(path));
  });

  it('keeps the options of the router', () => {
    const router = createReadRouter({ a: 'b' }, { autoRoute: true, maxPathLength: 4 });
    expect(router.resolve('GET', '/x/y')).toMatchObject({ destination: 'x/y' });
    expect(router.resolve('GET', '/x/yz')).toEqual({ status: 'bad-request', reason: 'too long' });
  });

  it('keeps the names of routes', () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    const answer = createReadRouter(Route.map()).resolve('GET', '/users/7');
    expect(answer).toMatchObject({ name: 'user' });
    expect(createReadRouter({ a: 'b' }).resolve('GET', '/a')).not.toHaveProperty('name');
  });

  it('keeps meta, frozen at every level even after JSON has carried it', () => {
    const meta = { role: null, at: { areas: ['admin'] } };
    const table = Route.collect(() => Route.get('admin', 'admin', { meta }));
    const data = JSON.parse(JSON.stringify(compileTable(table)));
    const found = createCompiledRouter(data).resolve('GET', '/admin') as Found; // the cast: a row matches
    expect(found.meta).toEqual(meta);
    const own = found.meta as typeof meta; // the cast: it equals the meta
    expect([own, own.at, own.at.areas].every(Object.isFrozen)).toBe(true);
  });

  it('lists the keys of its handlers and its names, which need no cast', () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    Route.get('users/(:num)', 'users/show/$1', { as: 'person' });
    Route.get('health', 'health', {}, () => 'fine');
    const { handlers, names } = compileTable(Route.map());
    expect(handlers).toEqual(['GET health']);
    expect(names).toEqual(['person', 'user']);
    expect(compileTable({ a: 'b' })).toMatchObject({ handlers: [], names: [] });
  });

  it('has the URLs of its names if the router was given what builds them', () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    const compiled = compileTable(Route.map());
    const { urls } = createCompiledRouter(compiled, { routeUrls });
    expect(urls?.()('user', [7])).toBe('/users/7');
    expect(urls?.('/shop')('user', [7], { query: { a: 1 } })).toBe('/shop/users/7?a=1');
    expect(() => urls?.()('user', ['x'])).toThrow("url('user'): param 1, 'x', doesn't match");
    expect(createCompiledRouter(compiled)).not.toHaveProperty('urls');
  });

  it('needs the machine for the URL of an ambiguous pattern that no row has', () => {
    Route.reset();
    Route.get('(:any)-(:any)', 'x/$1', { as: 'pair' });
    const compiled = compileTable(Route.map({}, 'POST'));
    expect(compiled.names).toEqual(['pair']);
    const without = createCompiledRouter(compiled, { routeUrls }).urls?.();
    expect(() => without?.('pair', ['a', 'b'])).toThrow(
      "the pattern of '(:any)-(:any)' needs patternMachine",
    );
    const { urls } = createCompiledRouter(compiled, { patternMachine, routeUrls });
    expect(urls?.()('pair', ['a', 'b'])).toBe('/a-b');
  });

  it.each([{}, 'yes', 1])('refuses a routeUrls that is not one: %j', (given) => {
    expect(() => createCompiledRouter(compileTable({}), { routeUrls: given as never })).toThrow(
      "createCompiledRouter: routeUrls is not a function. Import it from 'waymark/compiled'",
    );
  });

  it('has a type that imported JSON has, in which a tuple is an array', () => {
    const imported: {
      waymark: number;
      handlers: string[];
      names: string[];
      extras: (object | string | number | null)[][];
    } = JSON.parse(JSON.stringify(compileTable(table)));
    expect(
      createCompiledRouter(imported, { patternMachine }).resolve('GET', '/photos/7'),
    ).toMatchObject({
      destination: 'photos/show/7',
    });
  });

  it('is changed neither by a router nor by another router of the same data', () => {
    const compiled = compileTable(table);
    const before = structuredClone(compiled);
    for (let turn = 0; turn < 2; turn++) {
      const router = createCompiledRouter(compiled, { patternMachine });
      expect(router.resolve('GET', '/photos/7')).toMatchObject({
        destination: 'photos/show/7',
      });
    }
    expect(compiled).toEqual(before);
  });

  it('has a tree for each method that a key names, and one for all others', () => {
    const { trees } = compileData({ 'GET a': 'b', 'PUT a': 'b', c: 'd' });
    expect(Object.keys(trees)).toEqual(['GET', 'PUT', 'other']);
  });

  it('holds a tail once, and an expression only if a route has one', () => {
    const { tails, routes, extras } = compileData({
      'a/(:num)': 'a/$1',
      'b/(:num)': 'b/$1',
      'c/([ab]+)x': 'c/$1',
      d: 'd',
    });
    expect(tails).toHaveLength(1);
    expect(routes.tails).toEqual([0, 0, 0, -1]);
    expect(extras).toEqual([[2, expect.anything(), {}]]);
  });

  it('holds only the sets that a tree names', () => {
    const setsOf = (key: string) => compileData({ [key]: 'a' }).sets;
    expect(setsOf('a/(:any)')).toEqual([null, null]);
    expect(setsOf('a/(:num)')).toEqual([null, { bounds: [48, 58], beyond: false }]);
    expect(setsOf('a/([a-f]+)')).toEqual([null, null, { bounds: [97, 103], beyond: false }]);
  });

  it('omits what may not be repeated at all', () => {
    const none = { 'x{0}(:any)-(:any)': 'a/$1/$2' };
    for (const path of ['/a-b', '/xa-b', '/xxa-b']) {
      const answer = createRouter(none).resolve('GET', path);
      expect(createReadRouter(none).resolve('GET', path)).toEqual(answer);
    }
  });

  it.each([
    ['an option that is wrong', () => compileTable(table, { maxPathLength: 0 }), 'maxPathLength'],
    ['an option that is unknown', () => compileTable({}, { handlers: {} } as object), 'handlers'],
    ['a pattern that is wrong', () => compileTable({ 'a(': 'b' }), 'a('],
    ['a table that is not one', () => compileTable(null as never), 'the table is null'],
  ])('is refused like a table: %s', (_, compile, message) => {
    expect(compile).toThrow(message);
    expect(compile).toThrow('compileTable');
  });
});

describe('a compiled table with a backtracking pattern', () => {
  const ambiguous = { 'x/(:num)': 'x', '(?!a)(:any)-(?=(b+))(:any)': 'x/$3/$2' };

  it.each([undefined, {}, { patternMachine: null }, { handlers: {} }])(
    'is refused without the machine: %j',
    (options) => {
      expect(() => createCompiledRouter(compileTable(ambiguous), options as never)).toThrow(
        "createCompiledRouter: the pattern of '(?!a)(:any)-(?=(b+))(:any)' needs patternMachine. " +
          "Import it from 'waymark/compiled' and pass it. See npx waymark help bad-table.",
      );
    },
  );

  it('answers with the machine as the table itself does', () => {
    const read = JSON.parse(JSON.stringify(compileTable(ambiguous)));
    const router = createCompiledRouter(read, { patternMachine });
    for (const path of ['/c-bb', '/c-d-bc', '/a-b', '/x/7', '/c-d']) {
      expect(router.resolve('GET', path)).toEqual(createRouter(ambiguous).resolve('GET', path));
    }
  });

  it.each([
    { 'x/(:num)': 'x', '(.*)\\.json': 'x' },
    { '(a)\\1': 'x', '(?!new)(:any)': 'y' },
  ])('needs no machine for other patterns: %j', (table) => {
    expect(createCompiledRouter(compileTable(table)).resolve('GET', '/b.json').status).toBe(
      'found',
    );
  });
});

describe('a router of a compiled table', () => {
  const handler = () => 'ok';

  it('takes the handlers, which stay behind when the table is compiled', () => {
    Route.reset();
    Route.get('health', 'health', {}, handler);
    const compiled = compileTable(Route.map());
    expect(createCompiledRouter(compiled, { handlers: { 'GET health': handler } })).toMatchObject({
      settings: { defaultController: 'home' },
    });
    const router = createCompiledRouter(compiled, {
      handlers: { 'GET health': handler, default_controller: handler },
    });
    expect(router.resolve('GET', '/health')).toMatchObject({ handler });
    expect(router.resolve('GET', '/')).toMatchObject({ handler });
    const missing = () => createCompiledRouter(compiled);
    expect(missing).toThrow("createCompiledRouter: the handler of 'GET health' is missing");
  });

  it('gives a handler to a route that has an expression and a name', () => {
    Route.reset();
    Route.get('a/([ab]+)x', 'a/$1', { as: 'name' }, handler);
    const compiled = compileTable(Route.map());
    const router = createCompiledRouter(compiled, { handlers: { 'GET a/([ab]+)x': handler } });
    const found = { status: 'found', name: 'name', destination: null, handler };
    expect(router.resolve('GET', '/a/abx')).toMatchObject(found);
    expect(router.resolve('GET', '/a/cdx').status).toBe('not-found');
  });

  it.each([
    ['photos', '/photos', '/photos'],
    ['/photos', 'photos', '/photos'],
    ['GET photos', 'GET /photos', '/photos'],
    ['GET /', 'GET /', '/'],
    ['/404', '404', '/404'],
    ['/GET x', '/GET x', '/GET x'],
  ])('finds the route %j of a handler for %j, like createRouter', (key, given, path) => {
    const handlers = { [given]: handler };
    const found = createRouter({ [key]: 'x' }, { handlers }).resolve('GET', path);
    expect(found).toMatchObject({ handler });
    const router = createCompiledRouter(compileTable({ [key]: 'x' }), { handlers });
    expect(router.resolve('GET', path)).toEqual(found);
  });

  it('keeps apart a path that starts with a method and a method', () => {
    const table = { '/GET x': 'path', 'GET x': 'method' };
    const create = (key: string) =>
      createCompiledRouter(compileTable(table), { handlers: { [key]: handler } });
    expect(create('/GET x').resolve('GET', '/x')).not.toHaveProperty('handler');
    expect(create('GET x').resolve('GET', '/x')).toMatchObject({ handler });
  });

  it.each(['b', 'GET a', '__proto__'])('refuses a handler for %j, which the table lacks', (key) => {
    const given = () =>
      createCompiledRouter(compileTable({ a: 'x' }), {
        handlers: Object.fromEntries([[key, handler]]),
      });
    expect(given).toThrow(`the table does not have the key '${key}'`);
  });

  it.each([null, { handlers: null }])('reads the options %j as none', (options) => {
    const router = createCompiledRouter(compileTable({ a: 'x' }), options as never);
    expect(router.resolve('GET', '/a').status).toBe('found');
  });

  it.each([
    ['handler', { handler: {} }],
    ['GET a', { 'GET a': handler }],
    ['autoRoute', { handlers: {}, autoRoute: true }],
    ['__proto__', JSON.parse('{ "__proto__": {} }')],
  ])('refuses the option %j, which it does not have', (name, options) => {
    const error = caught(() => createCompiledRouter(compileTable({ a: 'x' }), options));
    expect(error).toMatchObject({ name: 'WaymarkError', code: 'bad-table' });
    expect(error).toHaveProperty(
      'message',
      `createCompiledRouter: '${name}' is not an option. Pass handlers, patternMachine or routeUrls. See npx waymark help bad-table.`,
    );
  });

  it.each([undefined, null, 'ok', {}])('refuses a handler that is not a function: %j', (given) => {
    const create = () =>
      createCompiledRouter(compileTable({ a: 'x' }), { handlers: { a: given as never } });
    expect(create).toThrow("the handler of 'a' is not a function");
  });

  it.each<[string, object, string]>([
    ['is missing', {}, "the handler of 'GET a' is missing. Pass it in handlers."],
    ['is not a function', { 'GET a': 1 }, "the handler of 'GET a' is not a function. Pass one."],
    [
      'has no route',
      { 'GET a': handler, a: handler },
      "the table does not have the key 'a'. Write a key of the table.",
    ],
  ])('lists everything that is wrong with a handler that %s', (_, handlers, message) => {
    Route.reset();
    Route.get('a', 'x', {}, handler);
    const compiled = compileTable(Route.map());
    const error = caught(() => createCompiledRouter(compiled, { handlers: handlers as never }));
    expect(error).toMatchObject({ name: 'WaymarkError', code: 'bad-table' });
    expect(error).toHaveProperty(
      'message',
      `createCompiledRouter: ${message} See npx waymark help bad-table.`,
    );
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a table', { a: 'b' }],
    ['a string', '{"waymark":1}'],
    ['the form of another version', { ...compileTable({}), waymark: 0 }],
  ])('refuses %s', (_, data) => {
    expect(() => createCompiledRouter(data as never)).toThrow(
      'createCompiledRouter: the data is not a table that this version compiled. Compile the table again',
    );
  });
});

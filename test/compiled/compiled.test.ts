/** Precompiled tables, beyond the tests `reference` and `golden`. */
import { describe, expect, it } from 'vitest';
import { loadRouter, loadUrls, readProgram } from '../../src/compiled/load.ts';
import { writeCompiledTable } from '../../src/compiled/write.ts';
import { createRouter, type Found, Route } from '../../src/index.ts';
import {
  compileData,
  compilePlain,
  createReadRouter,
  createReadUrls,
} from '../support/compiled.ts';

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
    const compiled = compilePlain(table);
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
    const found = createReadRouter(table).resolve('GET', '/admin') as Found; // the cast: a row matches
    expect(found.meta).toEqual(meta);
    const own = found.meta as typeof meta; // the cast: it equals the meta
    expect([own, own.at, own.at.areas].every(Object.isFrozen)).toBe(true);
  });

  it('lists its handlers, by the places of their values, and its names', () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    Route.get('users/(:num)', 'users/show/$1', { as: 'person' });
    Route.get('health', 'health', {}, () => 'fine');
    const { handlers, names } = writeCompiledTable(Route.map(), {}, () => 7);
    expect(handlers).toEqual([[1, 7]]);
    expect(names).toEqual(['person', 'user']);
    expect(compilePlain({ a: 'b' })).toMatchObject({ handlers: [], names: [] });
  });

  it('has the URLs of its names if there is code that builds them', () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    const urls = createReadUrls(Route.map());
    expect(urls()('user', [7])).toBe('/users/7');
    expect(urls('/shop')('user', [7], { query: { a: 1 } })).toBe('/shop/users/7?a=1');
    expect(() => urls()('user', ['x'])).toThrow("url('user'): param 1, 'x', doesn't match");
    expect(loadUrls(compilePlain(Route.map()), {})).toBeUndefined();
  });

  it('has the URL of an ambiguous pattern that no row has', () => {
    Route.reset();
    Route.get('(:any)-(:any)', 'x/$1', { as: 'pair' });
    expect(createReadUrls(Route.map({}, 'POST'))()('pair', ['a', 'b'])).toBe('/a-b');
  });

  it('refuses a pattern without a row that is too large, and keeps one that has no URL', () => {
    Route.reset();
    Route.get('a/[a-z]+', 'x', { as: 'varies' });
    const urls = createReadUrls(Route.map({}, 'POST'));
    expect(() => urls()('varies')).toThrow("'a/[a-z]+' varies outside a capturing group");
    Route.get('a/([a-z]{1,12000}x)', 'x', { as: 'large' });
    expect(() => compilePlain(Route.map({}, 'POST'))).toThrow('over 10000 steps');
  });

  it('is changed neither by a router nor by another router of the same data', () => {
    const compiled = compilePlain(table);
    const before = structuredClone(compiled);
    for (let turn = 0; turn < 2; turn++) {
      const router = loadRouter(compiled, [], { machine: readProgram });
      expect(router.resolve('GET', '/photos/7')).toMatchObject({ destination: 'photos/show/7' });
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
    ['an option that is wrong', () => compilePlain(table, { maxPathLength: 0 }), 'maxPathLength'],
    ['an option that is unknown', () => compilePlain({}, { handler: {} } as object), 'handlers'],
    ['a pattern that is wrong', () => compilePlain({ 'a(': 'b' }), 'a('],
    ['a table that is not one', () => compilePlain(null as never), 'the table is null'],
  ])('is refused like a table: %s', (_, compile, message) => {
    expect(compile).toThrow(message);
    expect(compile).toThrow('writeCompiledTable');
  });
});

describe('a compiled table with a backtracking pattern', () => {
  const ambiguous = { 'x/(:num)': 'x', '(?!a)(:any)-(?=(b+))(:any)': 'x/$3/$2' };

  it('answers with the machine as the table itself does', () => {
    const router = createReadRouter(ambiguous);
    for (const path of ['/c-bb', '/c-d-bc', '/a-b', '/x/7', '/c-d']) {
      expect(router.resolve('GET', path)).toEqual(createRouter(ambiguous).resolve('GET', path));
    }
  });

  it.each([
    { 'x/(:num)': 'x', '(.*)\\.json': 'x' },
    { '(a)\\1': 'x', '(?!new)(:any)': 'y' },
  ])('needs no machine for other patterns: %j', (table) => {
    expect(loadRouter(compilePlain(table), [], {}).resolve('GET', '/b.json').status).toBe('found');
  });
});

describe('a router of a compiled table', () => {
  const handler = () => 'ok';

  it('gives a handler to a route that has an expression and a name', () => {
    Route.reset();
    Route.get('a/([ab]+)x', 'a/$1', { as: 'name' }, handler);
    const router = createReadRouter(Route.map());
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
    expect(createReadRouter({ [key]: 'x' }, { handlers }).resolve('GET', path)).toEqual(found);
  });

  it('refuses the form of another version', () => {
    const compiled = { ...compilePlain({}), waymark: 0 };
    expect(() => loadRouter(compiled, [], {})).toThrow(
      'waymark/compiled: the table is from another version of the package. Compile it again',
    );
  });
});

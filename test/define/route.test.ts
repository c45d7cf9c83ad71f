import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, METHODS, type Method, Route } from '../../src/index.ts';

beforeEach(() => Route.reset());

// The cast: toLowerCase has no type of its own. Route must have a call for each of these names to compile.
const methodCalls = METHODS.map((method) => method.toLowerCase() as Lowercase<Method>);

describe('Route.any', () => {
  it('defines a route for every method under its bare pattern', () => {
    Route.any('posts/(:num)', 'posts/show/$1');
    expect(Route.map({ default_controller: 'home' })).toEqual({
      default_controller: 'home',
      'posts/(:num)': 'posts/show/$1',
    });
  });

  it('has all as its alias', () => {
    Route.all('posts', 'posts/index');
    expect(Route.map()).toHaveProperty('posts', 'posts/index');
  });

  it.each([
    ['posts', 'posts'],
    ['/posts', 'posts'],
    ['404', '/404'],
    ['/404', '/404'],
    ['/GET posts', '/GET posts'],
    ['/get posts', '/get posts'],
    ['/', '/'],
    ['my posts', 'my posts'],
    ['__proto__', '__proto__'],
  ])('writes the pattern %j as the key %j', (from, key) => {
    Route.any(from, 'x');
    expect(Object.keys(Route.map())).toEqual(['default_controller', key]);
  });
});

describe.each(methodCalls)('Route.%s', (call) => {
  const method = call.toUpperCase();

  it('defines a route that only its method reaches', () => {
    Route[call]('posts/(:num)', 'posts/show/$1');
    const router = createRouter(Route.map());
    expect(router.resolve(method, 'posts/7')).toMatchObject({ destination: 'posts/show/7' });
    expect(router.allowed('posts/7')).toEqual(method === 'GET' ? ['GET', 'HEAD'] : [method]);
  });

  it('saves the full pattern under the given name', () => {
    Route[call]('posts/(:num)', 'posts/show/$1', { as: 'post' });
    expect(Route.named('post')).toBe('posts/(:num)');
  });

  it('keeps the handler with the route', () => {
    const handler = () => 'handled';
    Route[call]('posts', 'posts/index', {}, handler);
    expect(createRouter(Route.map()).resolve(method, 'posts')).toMatchObject({ handler });
  });
});

describe('Route.match', () => {
  it('defines a row for each of its methods', () => {
    const handler = () => 'found';
    Route.match(['GET', 'POST'], 'search', handler);
    Route.match(['PUT'], 'search', 'search/save');
    const table = Route.map();
    expect(Object.keys(table)).toEqual([
      'default_controller',
      ...['GET search', 'POST search', 'PUT search'],
    ]);
    const router = createRouter(table);
    for (const method of ['GET', 'POST']) {
      expect(router.resolve(method, 'search')).toMatchObject({ handler });
    }
    expect(router.allowed('search')).toEqual(['GET', 'HEAD', 'POST', 'PUT']);
  });

  it('takes the options of a route, and runs its children once', () => {
    Route.match(['GET', 'POST'], 'users/{id:num}', 'users/show/$1', {
      as: 'user',
      meta: { role: 'admin' },
      children: () => Route.get('photos', 'photos/index/$1'),
    });
    expect(Route.url('user', { id: 7 })).toBe('/users/7');
    const table = Route.map();
    expect(Object.keys(table).slice(1)).toEqual([
      'GET users/(?<id>:num)',
      'POST users/(?<id>:num)',
      'GET users/(?<id>:num)/photos',
    ]);
    expect(createRouter(table).resolve('POST', 'users/7')).toMatchObject({
      destination: 'users/show/7',
      meta: { role: 'admin' },
    });
  });

  it('defines nothing if one of its methods is wrong', () => {
    // @ts-expect-error: methods are in upper case
    expect(() => Route.match(['GET', 'post'], 'a', 'b')).toThrow();
    expect(Route.map()).toEqual({ default_controller: 'home' });
  });
});

describe('every method of Route', () => {
  it.each([[null], [undefined, null], [null, null]])(
    'takes %j after a handler as nothing',
    (...rest) => {
      Reflect.apply(Route.get, Route, ['a', () => 'a', ...rest]);
      Reflect.apply(Route.get, Route, ['b', {}, () => 'b', ...rest.slice(1)]);
      expect(Object.keys(Route.map())).toEqual(['default_controller', 'GET a', 'GET b']);
    },
  );

  it('fills in the default controller for a borrower without one', () => {
    expect(Reflect.apply(Route.map, {}, [])).toEqual({ default_controller: 'home' });
    expect(Reflect.apply(Route.collect, {}, [() => {}])).toEqual({ default_controller: 'home' });
  });

  it('works when detached', () => {
    const { any, get, prefix, resources, context, block, named, url, map, placeholder, reset } =
      Route;
    const { redirect } = Route;
    any('a', 'a');
    prefix('p', () => get('b', 'b', { as: 'b' }));
    placeholder('year', '[0-9]{4}');
    resources('photos', { only: 'index' });
    context('tools');
    block('c');
    redirect('d', 'a');
    expect(named('b')).toBe('p/b');
    expect(url('b')).toBe('/p/b');
    expect(Object.keys(map()).slice(0, 4)).toEqual([
      'default_controller',
      'a',
      'GET p/b',
      'GET photos',
    ]);
    reset();
    expect(map()).toEqual({ default_controller: 'home' });
  });
});

it('what has been defined is a property of globalThis under a registered symbol, which every copy of the package knows', () => {
  Route.get('a', 'b', { as: 'here' });
  const rows = [{ key: 'GET a', method: 'GET', pattern: 'a', to: 'b', name: 'here' }];
  expect(Reflect.get(globalThis, Symbol.for('waymark.registry.8'))).toMatchObject({
    current: { rows },
  });
});

describe('Route.named', () => {
  it('returns the pattern with its prefix', () => {
    Route.prefix('api', () => Route.any('users', 'users', { as: 'users' }));
    expect(Route.named('users')).toBe('api/users');
  });

  it('returns null for a name that nothing was saved under', () => {
    expect(Route.named('users')).toBeNull();
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'treats %s as a name like any other',
    (name) => {
      expect(Route.named(name)).toBeNull();
      Route.any('users', 'users', { as: name });
      expect(Route.named(name)).toBe('users');
    },
  );

  it('returns the last pattern of a name that was used twice', () => {
    Route.any('a', 'a', { as: 'name' });
    Route.any('b', 'b', { as: 'name' });
    expect(Route.named('name')).toBe('b');
  });

  it('reads an empty name as none, as the original does', () => {
    Route.any('a', 'a', { as: '' });
    expect(Route.named('')).toBeNull();
  });

  it('goes on working after map', () => {
    Route.any('a', 'a', { as: 'name' });
    Route.map();
    expect(Route.named('name')).toBe('a');
  });
});

describe('Route.reset', () => {
  it('forgets definitions, names and placeholders', () => {
    Route.any('a', 'a', { as: 'name' });
    Route.placeholder('year', '[0-9]{4}');
    Route.reset();
    expect(Route.map()).toEqual({ default_controller: 'home' });
    expect(Route.named('name')).toBeNull();
    expect(() => Route.any('(:year)', 'a')).toThrow('no placeholder (:year)');
  });

  it('forgets the prefix of a callback that is still running', () => {
    Route.prefix('api', () => {
      Route.reset();
      Route.any('a', 'a');
    });
    expect(Route.map()).toHaveProperty('a');
  });

  it('restores the placeholders that are there from the start', () => {
    Route.placeholder('alpha', 'x');
    Route.reset();
    Route.any('(:alpha)', 'a');
    expect(Route.map()).toHaveProperty('([a-zA-Z]+)');
  });
});

describe('a handler', () => {
  it('reaches the answer of resolve with the match', () => {
    const handler = () => 'handled';
    Route.get('hook/(:any)', 'hook/$1', null, handler);
    expect(createRouter(Route.map()).resolve('GET', '/hook/x')).toEqual({
      status: 'found',
      route: 'GET hook/(:any)',
      destination: null,
      params: ['x'],
      handler,
    });
  });

  it.each([undefined, null, false] as const)('is left out by %s', (nested) => {
    Route.get('hook', 'hook', {}, nested);
    expect(createRouter(Route.map()).resolve('GET', '/hook')).not.toHaveProperty('handler');
  });

  it('is given by resources to all its routes', () => {
    const handler = () => 'handled';
    Route.resources('photos', {}, handler);
    const router = createRouter(Route.map());
    const requests = [
      ['GET', 'photos'],
      ['GET', 'photos/new'],
      ['GET', 'photos/1/edit'],
      ['GET', 'photos/1'],
      ['POST', 'photos'],
      ['PUT', 'photos/1'],
      ['DELETE', 'photos/1'],
    ];
    for (const [method, path] of requests) {
      expect(router.resolve(method, path)).toMatchObject({ handler });
    }
  });

  it('is dropped when a later call gives its pattern another destination', () => {
    Route.any('hook', 'hook', {}, () => 'handled');
    Route.any('hook', 'other');
    expect(createRouter(Route.map()).resolve('GET', 'hook')).not.toHaveProperty('handler');
  });

  it('travels with a copy of the table, unseen by Object.keys and JSON', () => {
    const handler = () => 'handled';
    Route.any('hook', 'hook', {}, handler);
    const table = { ...Route.map({ default_controller: 'welcome' }), later: 'later' };
    expect(Object.keys(table)).toEqual(['default_controller', 'hook', 'later']);
    expect(JSON.parse(JSON.stringify(table))).toEqual({
      default_controller: 'welcome',
      hook: 'hook',
      later: 'later',
    });
    expect(createRouter(table).resolve('GET', 'hook')).toMatchObject({ handler });
    Route.reset();
    expect(createRouter(Route.map(table)).resolve('GET', 'hook')).toMatchObject({ handler });
  });

  it('leaves no trace on a table without one', () => {
    Route.any('hook', 'hook');
    expect(Object.getOwnPropertySymbols({ ...Route.map() })).toEqual([]);
  });
});

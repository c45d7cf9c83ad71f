/** `Route.collect`: the table that functions define, separate from the process's definitions. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Collected, createRouter, Route, WaymarkError } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

/** Lets tests pass invalid arguments. */
const loose = Route as unknown as Record<string, (...args: unknown[]) => unknown>;

const photos = () =>
  Route.resources('photos', { only: ['index', 'show'], constraint: '(:num)', as: 'photos' });
const admin = () => {
  Route.prefix('admin', () => Route.get('users/(:any)', 'admin/users/$1', { as: 'admin.user' }));
  Route.context('tools', { home: '{default_controller}' });
  Route.block('photos/secret');
};

describe('Route.collect', () => {
  it.each<[string, Collected, Record<string, string>]>([
    ['nothing', [], { default_controller: 'home' }],
    ['a table alone', [{ default_controller: 'welcome' }], { default_controller: 'welcome' }],
    [
      'one function',
      [photos],
      {
        default_controller: 'home',
        'GET photos': 'photos/index',
        'GET photos/(:num)': 'photos/show/$1',
      },
    ],
    [
      'a table and two functions',
      [
        { default_controller: 'welcome', 'GET photos': 'old/index' },
        photos,
        () => Route.get('b', 'b'),
      ],
      {
        default_controller: 'welcome',
        'GET photos': 'photos/index',
        'GET photos/(:num)': 'photos/show/$1',
        'GET b': 'b',
      },
    ],
    [
      'a function that defines nothing',
      [{ a: 'b' }, () => undefined],
      { a: 'b', default_controller: 'home' },
    ],
  ])('returns the table of %s', (_what, args, table) => {
    const collected = Route.collect(...args);
    expect(Object.entries(collected)).toEqual(Object.entries(table));
  });

  it.each([[{}], [{ default_controller: 'welcome', translate_uri_dashes: true, 'a/(:num)': 'b' }]])(
    'returns what Route.map(%j) returns after the same calls',
    (base) => {
      const collected = Route.collect(base, photos, admin);
      photos();
      admin();
      const mapped = Route.map(base);
      expect(Object.entries(collected)).toEqual(Object.entries(mapped));
      const routers = [createRouter(collected), createRouter(mapped)];
      const requests = [
        '/photos/7',
        '/admin/users/ada',
        '/tools/a',
        '/tools',
        '/photos/secret',
        '/',
      ];
      for (const path of requests) {
        const [one, other] = routers.map((router) => router.resolve('GET', path));
        expect(one).toEqual(other);
      }
      expect(routers[0].resolve('GET', '/photos/7')).toMatchObject({ name: 'photos.show' });
    },
  );

  it('keeps the handlers of routes', () => {
    const handler = () => 'fine';
    const table = Route.collect(() => Route.get('health', 'health', {}, handler));
    expect(createRouter(table).resolve('GET', '/health')).toMatchObject({ handler });
  });

  it('returns the same each time, and ignores what an earlier call collected', () => {
    const first = Route.collect(photos);
    expect(Route.collect(admin)).not.toHaveProperty('GET photos');
    expect(Route.collect(photos)).toEqual(first);
  });

  it('puts routes in the order of the functions, not in an earlier order', () => {
    const a = () => Route.get('a', 'a');
    const b = () => Route.get('b', 'b');
    expect(Object.keys(Route.collect(a, b))).toEqual(['default_controller', 'GET a', 'GET b']);
    expect(Object.keys(Route.collect(b, a))).toEqual(['default_controller', 'GET b', 'GET a']);
  });

  it('leaves the definitions of the process alone, and takes none of them', () => {
    Route.get('own', 'own', { as: 'own' });
    const table = Route.collect(photos);
    expect(table).not.toHaveProperty('GET own');
    expect(Route.map()).toEqual({ default_controller: 'home', 'GET own': 'own' });
    Route.get('later', 'later');
    expect(Object.keys(Route.map())).toEqual(['default_controller', 'GET own', 'GET later']);
    expect(Route.url('own')).toBe('/own');
  });

  it('leaves the supplied table alone', () => {
    const base = Object.freeze({ a: 'b' });
    Route.collect(base, photos);
    expect(base).toEqual({ a: 'b' });
  });

  it('knows the placeholders of the process, and leaves them unchanged', () => {
    Route.placeholder('year', '[0-9]{4}');
    const table = Route.collect({ 'month/(:month)': 'm' }, () => {
      Route.placeholder('month', '[01][0-9]');
      Route.get('archive/(:year)', 'archive');
    });
    expect(Object.keys(table)).toEqual([
      'month/([01][0-9])',
      'default_controller',
      'GET archive/([0-9]{4})',
    ]);
    expect(caught(() => Route.get('month/(:month)', 'm')).message).toContain('(:month)');
  });

  it('starts without a prefix, even inside of one', () => {
    let table = {};
    Route.prefix('api', () => {
      table = Route.collect(() => Route.get('users', 'users'));
      Route.get('after', 'after');
    });
    expect(Object.keys(table)).toEqual(['default_controller', 'GET users']);
    expect(Object.keys(Route.map())).toEqual(['default_controller', 'GET api/after']);
  });

  it('may be called inside itself, and each call has its own routes', () => {
    let inner = {};
    const outer = Route.collect(() => {
      Route.get('before', 'x');
      inner = Route.collect(photos);
      Route.get('after', 'x');
    });
    expect(Object.keys(inner)).toEqual(['default_controller', 'GET photos', 'GET photos/(:num)']);
    expect(Object.keys(outer)).toEqual(['default_controller', 'GET before', 'GET after']);
    expect(Object.keys(Route.map())).toEqual(['default_controller']);
  });

  it('may map what has been collected so far', () => {
    let soFar = {};
    Route.collect(() => {
      Route.get('a', 'a');
      soFar = Route.map({ default_controller: 'welcome' });
    });
    expect(soFar).toEqual({ default_controller: 'welcome', 'GET a': 'a' });
  });

  it('takes home from a class that changes it, as Route.map does', () => {
    class App extends Route {
      protected static override defaultHome = 'start';
    }
    expect(App.collect(photos)).toMatchObject({ default_controller: 'start' });
    const { collect } = App;
    expect(collect(photos)).toMatchObject({ default_controller: 'home' });
  });

  it('leaves the registry as it was if a function resets it', () => {
    Route.get('own', 'own');
    const table = Route.collect(photos, () => Route.reset(), admin);
    expect(table).not.toHaveProperty('GET photos');
    expect(table).toHaveProperty('GET admin/users/(:any)');
    expect(Route.map()).toHaveProperty('GET own');
  });
});

describe('Route.collect, if a function fails,', () => {
  const failures: [string, () => unknown, string][] = [
    [
      'throws',
      () => {
        throw new Error('half done');
      },
      'half done',
    ],
    ['throws inside of a prefix', () => Route.prefix('a', () => Route.get('a(', 'x')), 'a('],
    [
      'is asynchronous',
      async () => Route.get('a', 'a'),
      'Route.collect, argument 3: the callback returned a promise',
    ],
    [
      'is a generator',
      function* () {
        yield Route.get('a', 'a');
      },
      'Route.collect, argument 3: the callback is a generator, so nothing in it has run',
    ],
    [
      'is an asynchronous generator',
      async function* () {
        yield Route.get('a', 'a');
      },
      'Route.collect, argument 3: the callback is a generator, so nothing in it has run',
    ],
  ];

  it.each(failures)('restores the registry: one that %s', (_what, failing, message) => {
    Route.get('own', 'own', { as: 'own' });
    Route.placeholder('year', '[0-9]{4}');
    Route.collect(() => Route.get('x/(:num)', 'x', { as: 'x' }));
    const collect = () => loose.collect({}, photos, failing, admin);
    Route.prefix('api', () => {
      expect(collect).toThrow(message);
      Route.get('after/(:year)', 'after');
    });
    expect(Object.keys(Route.map())).toEqual([
      'default_controller',
      'GET own',
      'GET api/after/([0-9]{4})',
    ]);
    // The names come from the previous collection, not from half of one.
    expect([Route.named('own'), Route.named('x'), Route.named('photos.show')]).toEqual([
      'own',
      'x/(:num)',
      null,
    ]);
  });

  it('says what to write, and the stack starts at the call', () => {
    const error = caught(() => loose.collect(async () => undefined));
    expect(error).toBeInstanceOf(WaymarkError);
    expect(error.code).toBe('bad-argument');
    expect(error.message).toContain('Define the routes synchronously');
    expect(error.stack?.split('\n').find((line) => /^\s+at /.test(line))).toContain('collect.test');
  });

  it.each<[string, unknown[], string]>([
    [
      'nothing first, because a file exports no function',
      [undefined],
      'Route.collect: argument 1 is undefined. Expected a function that defines routes, ' +
        "such as a route file's export (export default () => …), or the table " +
        'to start from.',
    ],
    [
      'nothing later',
      [{}, photos, undefined],
      'Route.collect: argument 3 is undefined. Expected a function that defines routes, ' +
        "such as a route file's export (export default () => …).",
    ],
    [
      'a second table',
      [{ a: 'b' }, { c: 'd' }],
      'Route.collect: argument 2 is a table, and only the first may be one. Write ' +
        'Route.collect({ ...first, ...second }, photos).',
    ],
    [
      'a table behind a function',
      [photos, { c: 'd' }],
      'argument 2 is a table, and only the first',
    ],
    ['null', [null], 'argument 1 is null'],
    ['a class', [class {}], 'Route.collect, argument 1: the callback is a class'],
    ['text', ['photos'], "argument 1 is 'photos'"],
    ['a list of functions', [[photos]], 'argument 1 is an array. Write Route.collect(...files).'],
    ['a promise', [Promise.resolve({})], 'argument 1 is a Promise. Await the import first: '],
    [
      'a promise later',
      [{}, Promise.resolve({})],
      'argument 2 is a Promise. Await the import first: ',
    ],
    [
      'a wrong table',
      [{ a: 7 }, photos],
      "Route.collect, table key 'a': its destination is 7, not a string",
    ],
    ['a pattern that is wrong', [{ 'a/(:nmu)': 'b' }], "Route.collect, table key 'a/(:nmu)'"],
  ])('names the argument that is wrong: %s', (_what, args, message) => {
    Route.get('own', 'own');
    expect(() => loose.collect(...args)).toThrow(message);
    expect(() => loose.collect(...args)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^bad-[a-z]+$/) }),
    );
    expect(Object.keys(Route.map())).toEqual(['default_controller', 'GET own']);
  });

  it('tells a module from its functions', async () => {
    const module = await import('../support/caught.ts');
    expect(() => loose.collect(module)).toThrow(
      'Route.collect: argument 1 is a Module. Pass what the file exports: photos.default.',
    );
    expect(() => loose.collect({}, module)).toThrow('argument 2 is a Module. Pass what the file');
  });

  it('calls nothing if an argument is wrong', () => {
    let called = false;
    const first = () => {
      called = true;
    };
    expect(() => loose.collect(first, 7)).toThrow('argument 2 is 7');
    expect(called).toBe(false);
  });
});

describe('the names of a collected table', () => {
  const version = (prefix: string) => () =>
    Route.prefix(prefix, () => Route.get('users/(:num)', 'users', { as: 'user' }));

  it('are known to Route.url and Route.named', () => {
    Route.collect(photos);
    expect(Route.url('photos.show', [7], { query: { a: 'b' } })).toBe('/photos/7?a=b');
    expect(Route.named('photos.show')).toBe('photos/(:num)');
  });

  it('are those of the latest collection: names that it lacks are forgotten', () => {
    Route.collect(photos, version('v1'));
    expect(Route.url('user', [7])).toBe('/v1/users/7');
    Route.collect(version('v2'));
    expect(Route.url('user', [7])).toBe('/v2/users/7');
    expect(Route.named('photos.show')).toBeNull();
    expect(() => Route.url('photos.show', [7])).toThrow(
      "no route has this name. The nearest is 'user'",
    );
  });

  it('come before those of the process, which return once they are gone', () => {
    Route.get('own/(:num)', 'own', { as: 'user' });
    Route.get('other', 'other', { as: 'other' });
    Route.collect(version('v1'));
    expect([Route.url('user', [7]), Route.url('other')]).toEqual(['/v1/users/7', '/other']);
    Route.collect(photos);
    expect(Route.url('user', [7])).toBe('/own/7');
  });

  it('are forgotten by Route.reset', () => {
    Route.collect(photos);
    Route.reset();
    expect(Route.named('photos.show')).toBeNull();
  });

  it('are known inside the functions, and only those that are collected there', () => {
    Route.get('own', 'own', { as: 'own' });
    const seen: unknown[] = [];
    Route.collect(photos, () => {
      seen.push(Route.url('photos.show', [7]), Route.named('own'));
    });
    expect(seen).toEqual(['/photos/7', null]);
  });

  it('include one of a supplied table whose row has been defined again', () => {
    const twice = () => {
      Route.get('a', 'x', { as: 'first' });
      Route.get('a', 'y', { as: 'second' });
    };
    Route.collect(Route.collect(twice), version('v1'));
    expect([Route.url('first'), Route.url('second')]).toEqual(['/a', '/a']);
  });

  it('include one that a supplied table carries', () => {
    Route.collect(Route.collect(photos), version('v1'));
    expect(Route.url('photos.show', [7])).toBe('/photos/7');
    expect(Route.url('user', [7])).toBe('/v1/users/7');
  });
});

describe('Route.url with the table of one application', () => {
  const shop = () => Route.get('shop/(:num)', 'shop/show/$1', { as: 'show' });
  const blog = () => Route.get('blog/(:any)', 'blog/show/$1', { as: 'show' });

  it('finds the names of that table, not of the latest one', () => {
    const tables = [Route.collect(shop), Route.collect(blog)];
    Route.get('own', 'own', { as: 'show' });
    const urls = tables.map((routes) => Route.url('show', [7], { routes, base: '/x' }));
    expect(urls).toEqual(['/x/shop/7', '/x/blog/7']);
    expect(Route.url('show', [8], { routes: tables[0] })).toBe('/shop/8');
  });

  it('takes a table that Route.map made', () => {
    shop();
    const routes = Route.map();
    Route.reset();
    expect(Route.url('show', [7], { routes })).toBe('/shop/7');
  });

  it('knows no other name, and suggests the nearest of that table', () => {
    const routes = Route.collect(shop);
    Route.collect(photos);
    const error = caught(() => Route.url('shwo', [], { routes }));
    expect(error.message).toBe(
      "Route.url('shwo'): no route has this name. The nearest is 'show'; a route is named with " +
        "the option { as: 'name' }. See npx waymark help bad-url.",
    );
    expect(() => Route.url('photos.show', [7], { routes })).toThrow('no route has this name');
  });

  it.each([
    ['that is a copy, which has no names', { a: 'b' }, 'no route has this name'],
    ['that is not one', 7, "Route.url('show'): the table is 7"],
  ])('says what is wrong with a table %s', (_what, routes, message) => {
    expect(() => loose.url('show', [7], { routes })).toThrow(message);
  });
});

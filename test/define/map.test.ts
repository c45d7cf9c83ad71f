import { inspect } from 'node:util';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, METHODS, type Method, Route } from '../../src/index.ts';
import { RUNS } from '../support/runs.ts';
import { PLAINLY, spell, target } from '../support/targets.ts';
import { literal, placeholder, word } from '../support/vocabulary.ts';

beforeEach(() => Route.reset());

describe('Route.map', () => {
  it('returns a new plain object and leaves its argument alone', () => {
    const base = Object.freeze({ default_controller: 'welcome', a: 'a' });
    Route.any('a', 'b');
    const table = Route.map(base);
    expect(table).not.toBe(base);
    expect(Object.getPrototypeOf(table)).toBe(Object.prototype);
    expect(base).toEqual({ default_controller: 'welcome', a: 'a' });
    expect(table).toEqual({ default_controller: 'welcome', a: 'b' });
  });

  it.each([
    ['404', '/404'],
    ['007', '/007'],
    ['7days', '7days'],
    ['7 DAYS', '7 DAYS'],
    ['a7', 'a7'],
    ['/7', '/7'],
    ['/a7', '/a7'],
    ['/7a', '/7a'],
    ['GET 7', 'GET 7'],
  ])('keeps the key %j as %j, so that objects keep its place', (key, kept) => {
    expect(Object.keys(Route.map({ [key]: 'b' }))).toEqual([kept, 'default_controller']);
  });

  it('returns the same when it is called again', () => {
    Route.resources('photos');
    expect(Route.map()).toEqual(Route.map());
  });

  it('sets default_controller to home if it is missing', () => {
    expect(Route.map()).toEqual({ default_controller: 'home' });
    expect(Route.map({ a: 'b' })).toEqual({ a: 'b', default_controller: 'home' });
  });

  it("refuses a subclass's defaultHome that is not a text", () => {
    class Wrong extends Route {}
    Object.assign(Wrong, { defaultHome: 5 });
    expect(() => Wrong.map()).toThrow('Route.map: defaultHome is 5. Expected a string.');
  });

  it.each(['map', 'collect'] as const)(
    'refuses a subclass with the name of PHP: Route.%s',
    (call) => {
      class Ported extends Route {
        static default_home = 'welcome';
      }
      const message = `Route.${call}: the class has a property default_home, which nothing reads. Name it defaultHome.`;
      expect(() => Ported[call]()).toThrow(message);
    },
  );

  it('sets none for a subclass with an empty defaultHome', () => {
    class None extends Route {
      protected static override defaultHome = '';
    }
    expect(None.map()).toEqual({ default_controller: '' });
  });

  it("sets default_controller to a subclass's defaultHome if it is missing", () => {
    class AppRoute extends Route {
      protected static override defaultHome = 'lobby';
    }
    expect(AppRoute.map()).toEqual({ default_controller: 'lobby' });
    expect(Route.map()).toEqual({ default_controller: 'home' });
  });

  it('replaces {default_controller} in what the library defined, and nowhere else', () => {
    Route.any('a', '{default_controller}/x/{default_controller}');
    expect(Route.map({ default_controller: 'wel$&come', b: '{default_controller}' })).toEqual({
      default_controller: 'wel$&come',
      b: '{default_controller}',
      a: 'wel$&come/x/wel$&come',
    });
  });

  it('lets a call set default_controller and 404_override, as an assignment in PHP would', () => {
    Route.any('default_controller', 'lobby');
    Route.any('404_override', 'errors/missing');
    const table = Route.map();
    expect(table).toEqual({ default_controller: 'lobby', '404_override': 'errors/missing' });
    expect(createRouter(table).resolve('GET', '/')).toMatchObject({ destination: 'lobby' });
  });

  it.each([
    ['before map', () => Route.map({ translate_uri_dashes: true })],
    ['after map', () => ({ ...Route.map(), translate_uri_dashes: true })],
    ['as a string', () => Route.map({ translate_uri_dashes: 'true' })],
  ])('lets translate_uri_dashes be set %s', (_, table) => {
    expect(createRouter(table()).settings.translateUriDashes).toBe(true);
  });

  it("puts a method's own key right before the key for every method", () => {
    Route.any('x', 'b');
    Route.any('(:any)', 'wild/$1');
    Route.get('x', 'a');
    Route.post('x', 'c');
    expect(Object.entries(Route.map()).slice(1)).toEqual([
      ['GET x', 'a'],
      ['POST x', 'c'],
      ['x', 'b'],
      ['(:any)', 'wild/$1'],
    ]);
  });

  it('gives the keys of methods a new destination in their place, and adds the bare key', () => {
    Route.get('x', 'a');
    Route.any('(:any)', 'wild/$1');
    Route.any('x', 'b');
    expect(Object.entries(Route.map()).slice(1)).toEqual([
      ['GET x', 'b'],
      ['(:any)', 'wild/$1'],
      ['x', 'b'],
    ]);
  });

  it('gives a later any to the methods that had their own key before the bare one', () => {
    Route.any('x', '1');
    Route.get('x', '2');
    Route.any('x', '3');
    expect(Object.entries(Route.map()).slice(1)).toEqual([
      ['GET x', '3'],
      ['x', '3'],
    ]);
  });

  it('keeps the spelling of a supplied key, and finds it for a call without the slash', () => {
    Route.any('a', 'new');
    Route.get('b', 'new');
    expect(Route.map({ default_controller: 'w', '/a': 'old', 'GET /b': 'old' })).toEqual({
      default_controller: 'w',
      '/a': 'new',
      'GET /b': 'new',
    });
  });

  it('keeps supplied keys that differ only in their leading slash, and the first answers', () => {
    const table = Route.map({ a: 'first', '/a': 'second' });
    expect(table).toMatchObject({ a: 'first', '/a': 'second' });
    expect(createRouter(table).resolve('GET', 'a')).toMatchObject({ destination: 'first' });
  });

  it('revives a supplied key that was unreachable behind the key for every method', () => {
    const base = { default_controller: 'w', x: 'all', 'GET x': 'dead' };
    expect(Route.map(base)).toEqual(base);
    Route.get('x', 'alive');
    const table = Route.map(base);
    expect(Object.entries(table)).toEqual([
      ['default_controller', 'w'],
      ['GET x', 'alive'],
      ['x', 'all'],
    ]);
  });

  it('gives integer-like keys of the supplied table their leading slash', () => {
    expect(Object.keys(Route.map({ 404: 'missing', a: 'a' }))).toEqual([
      '/404',
      'a',
      'default_controller',
    ]);
  });

  it('reads own keys only', () => {
    const table = Object.assign(Object.create({ inherited: 'x' }), { own: 'y' });
    expect(Route.map(table)).toEqual({ own: 'y', default_controller: 'home' });
  });

  it('treats __proto__ as an ordinary key', () => {
    Route.any('__proto__', 'p');
    const table = Route.map(JSON.parse('{ "constructor": "c" }'));
    expect(Object.entries(table)).toEqual([
      ['constructor', 'c'],
      ['default_controller', 'home'],
      ['__proto__', 'p'],
    ]);
  });
});

describe('Route.map with a method', () => {
  it('gives the table that PHP has during a request of that method: bare keys only', () => {
    Route.any('x', 'b');
    Route.get('x', 'a');
    Route.post('y', 'p');
    expect(Route.map({}, 'GET')).toEqual({ default_controller: 'home', x: 'a' });
    expect(Route.map({}, 'POST')).toEqual({ default_controller: 'home', x: 'b', y: 'p' });
  });

  it('keeps handlers', () => {
    const handler = () => 'handled';
    Route.get('x', 'a', {}, handler);
    expect(createRouter(Route.map({}, 'GET')).resolve('PUT', 'x')).toMatchObject({ handler });
  });
});

describe('Route.map over random calls', () => {
  // Few patterns per case, so that calls collide, and paths made for them. Named placeholders are
  // excluded, since a call replaces them with their groups.
  const plain = placeholder.filter(({ from }) => !/\(:(?!any|num)/.test(from));
  const patterns = fc.uniqueArray(
    fc.oneof(
      { weight: 2, arbitrary: literal },
      { weight: 1, arbitrary: plain },
      fc.constantFrom({ from: '7', text: '7' }, { from: 'c/(:num)', text: 'c' }),
    ),
    { minLength: 1, maxLength: 5, selector: ({ from }) => from },
  );
  const cases = patterns.chain((patterns) => {
    const pattern = fc.constantFrom(...patterns.map(({ from }) => from));
    return fc.record({
      patterns: fc.constant(patterns),
      base: fc.uniqueArray(fc.tuple(pattern, fc.constantFrom('x', 'y', '')), {
        selector: ([from]) => from,
      }),
      calls: fc.array(
        fc.record({
          method: fc.oneof(
            { weight: 7, arbitrary: fc.constant(null) },
            { weight: 3, arbitrary: fc.constantFrom(...METHODS) },
          ),
          from: pattern,
          to: fc.stringMatching(/^[a-z]{1,3}$/),
        }),
      ),
      others: fc.array(fc.oneof(word, target), { maxLength: 3 }),
      methods: fc.subarray([...METHODS], { minLength: 3, maxLength: 3 }),
    });
  });

  /** PHP's array during a request of one method: assigning to an existing key keeps its place. */
  function phpTable(
    base: [string, string][],
    calls: Iterable<{ method: Method | null; from: string; to: string }>,
    method: Method,
  ) {
    const table = new Map(base);
    for (const { method: own, from, to } of calls)
      if (own === null || own === method) table.set(from, to);
    return table;
  }

  it('gives each method the table and the answers that PHP gives it', () => {
    fc.assert(
      fc.property(cases, ({ patterns, base, calls, others, methods }) => {
        Route.reset();
        for (const { method, from, to } of calls) {
          const operation = (method?.toLowerCase() ?? 'any') as 'any' | 'get';
          Route[operation](from, to);
        }
        const supplied = Object.fromEntries([
          ['default_controller', 'w'],
          ...base.map(([from, to]) => [`/${from}`, to]),
        ]);
        const router = createRouter(Route.map(supplied));
        const lookups = [...patterns.map(({ text }) => spell([text], PLAINLY)), '/c/1', ...others];
        for (const method of methods) {
          const php = phpTable(base, calls, method);
          const own = Route.map(supplied, method);
          const { default_controller: _, ...rest } = own;
          expect(Object.entries(rest).map(([key, to]) => [key.replace(/^\//, ''), to])).toEqual([
            ...php,
          ]);
          const single = createRouter(own);
          for (const path of lookups) {
            const one = router.resolve(method, path);
            const other = single.resolve(method, path);
            // The single table knows no other methods, so it can't return 405.
            if (one.status === 'method-not-allowed') expect(other.status).toBe('not-found');
            else expect({ ...one, route: '' }).toEqual({ ...other, route: '' });
          }
        }
      }),
      RUNS,
    );
  });
});

describe('the name of a route', () => {
  /** The name and key that answer a request, from the defined table. */
  function nameAt(method: string, path: string, table = Route.map()) {
    const answer = createRouter(table).resolve(method, path);
    return answer.status === 'found' ? answer.name : answer.status;
  }

  it.each<[string, () => void, string, string | undefined]>([
    ['of a route', () => Route.get('a', 'b', { as: 'here' }), 'GET', 'here'],
    ['of a route for every method', () => Route.any('a', 'b', { as: 'here' }), 'PUT', 'here'],
    ['of a resource', () => Route.resources('a', { as: 'as' }), 'POST', 'as.create'],
    [
      'below a prefix',
      () => Route.prefix('', () => Route.get('a', 'b', { as: 'in' })),
      'GET',
      'in',
    ],
    ['with a handler', () => Route.get('a', 'b', { as: 'here' }, () => 'fine'), 'GET', 'here'],
    ['that has none', () => Route.get('a', 'b'), 'GET', undefined],
    ['that has none but a handler', () => Route.get('a', 'b', {}, () => 'fine'), 'GET', undefined],
    [
      'that is defined again without one',
      () => {
        Route.get('a', 'b', { as: 'here' });
        Route.get('a', 'c');
      },
      'GET',
      'here',
    ],
    [
      'that is defined again under another',
      () => {
        Route.get('a', 'b', { as: 'here' });
        Route.any('a', 'c', { as: 'there' });
      },
      'GET',
      'there',
    ],
    [
      'that is defined again for every method',
      () => {
        Route.get('a', 'b', { as: 'here' });
        Route.any('a', 'c');
      },
      'GET',
      'here',
    ],
    [
      'that one method has before every other',
      () => {
        Route.any('a', 'b');
        Route.get('a', 'c', { as: 'here' });
        Route.get('a', 'd');
        Route.any('a', 'e');
      },
      'GET',
      'here',
    ],
  ])('%s reaches the answer', (_what, define, method, name) => {
    define();
    expect(nameAt(method, '/a')).toBe(name);
    expect(nameAt(method, '/a', Route.map(Route.map())), 'in a table made of a table').toBe(name);
  });

  it('reaches the table of one method as well', () => {
    Route.get('a', 'b', { as: 'here' });
    expect(nameAt('GET', '/a', Route.map({}, 'GET'))).toBe('here');
  });

  it('leaves the table plain data, to compare, print and spread', () => {
    Route.get('a', 'b', { as: 'here' });
    expect(Route.map()).toEqual({ default_controller: 'home', 'GET a': 'b' });
    expect(inspect(Route.map())).toBe("{ default_controller: 'home', 'GET a': 'b' }");
    expect(nameAt('GET', '/a', { ...Route.map() })).toBeUndefined();
  });

  it('is not in the answer if the route has none, nor in JSON', () => {
    Route.get('a', 'b', { as: 'here' });
    Route.get('b', 'b');
    const table = Route.map();
    expect(createRouter(table).resolve('GET', '/b')).not.toHaveProperty('name');
    expect(Object.keys(table)).toEqual(['default_controller', 'GET a', 'GET b']);
    expect(nameAt('GET', '/a', JSON.parse(JSON.stringify(table)))).toBeUndefined();
  });
});

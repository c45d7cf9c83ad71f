/** Large, odd and destructive tables. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRouter, Route, type RouteTable } from '../../src/index.ts';
import { Tree } from '../../src/resolve/matcher/tree.ts';
import { METHODS } from '../../src/table/methods.ts';
import { compileData } from '../support/compiled.ts';

beforeEach(() => Route.reset());

const members = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'prototype'];

describe('names of object members', () => {
  it.each(members)('%s is a pattern and a name like any other', (name) => {
    Route.any(name, 'to', { as: name });
    const router = createRouter(Route.map());
    expect(router.resolve('GET', `/${name}`)).toMatchObject({ route: name, destination: 'to' });
    expect(Route.named(name)).toBe(name);
    expect(Route.url(name)).toBe(`/${name}`);
  });

  it.each(members)('%s is no pattern, name, method or handler by itself', (name) => {
    const router = createRouter({ 'GET a': 'a' });
    expect(router.resolve('GET', `/${name}`)).toEqual({ status: 'not-found' });
    expect(router.resolve(name, '/a')).toEqual({
      status: 'method-not-allowed',
      allow: ['GET', 'HEAD'],
    });
    expect(Route.named(name)).toBeNull();
  });
});

describe('integer-like keys', () => {
  it('keep their place in what Route.map returns', () => {
    Route.any('(:any)', 'wild');
    Route.any('404', 'missing');
    Route.get('7', 'seven');
    const keys = ['default_controller', '(:any)', '/404', 'GET 7'];
    expect(Object.keys(Route.map())).toEqual(keys);
  });

  it('come first if a table was written without their slash, as JavaScript orders them', () => {
    const router = createRouter({ '(:any)': 'wild', 404: 'missing' });
    expect(router.resolve('GET', '/404')).toMatchObject({ destination: 'missing' });
  });
});

describe('a large table', () => {
  it('of 10,000 routes is mapped and answers for the first, the last and none', () => {
    for (let id = 0; id < 10_000; id++) Route.get(`mod${id}/(:any)`, `mod${id}/show/$1`);
    const router = createRouter(Route.map());
    expect(router.resolve('GET', '/mod0/a')).toMatchObject({ destination: 'mod0/show/a' });
    expect(router.resolve('GET', '/mod9999/a')).toMatchObject({ destination: 'mod9999/show/a' });
    expect(router.resolve('GET', '/mod10000/a').status).toBe('not-found');
    expect(router.resolve('POST', '/mod1/a').status).toBe('method-not-allowed');
  });

  it('of 130,000 different destinations is compiled in seconds', () => {
    // More than V8 can pass as arguments of one call.
    const keys = Array.from({ length: 130_000 }, (_, id) => `mod${id}/(:any)`);
    const table = Object.fromEntries(keys.map((key, id) => [key, `mod/$1/${id}`]));
    expect(compileData(table).tails).toHaveLength(keys.length);
  }, 60_000);

  it('of one key with 40,000 groups is compiled in seconds', () => {
    const router = createRouter({ [`${'(:num)/'.repeat(40_000)}([a-z]+)`]: 'x' });
    expect(router.resolve('GET', '/7/a')).toEqual({ status: 'not-found' });
  }, 60_000);

  describe.each([
    ['(:any)', 'a'],
    ['(:num)', '7'],
    ['([a-z]+)', 'a'],
    ['s\\.1', 's.1'],
  ])('of rows that are each a segment deeper: %s', (segment, text) => {
    const maxPathLength = 24;
    const keyOf = (depth: number) => Array(depth).fill(segment).join('/');
    const tableOf = (depth: number) =>
      Object.fromEntries(Array.from({ length: depth }, (_, at) => [keyOf(at + 1), 'x']));

    it('has the rows that a path is long enough for', () => {
      const router = createRouter(tableOf(40), { maxPathLength });
      for (let depth = 1; depth <= 40; depth++) {
        const path = `/${text}`.repeat(depth);
        const found = { status: 'found', route: keyOf(depth) };
        const expected = path.length > maxPathLength ? { reason: 'too long' } : found;
        expect(router.resolve('GET', path)).toMatchObject(expected);
      }
    });

    it('has a tree of no other rows, so that the first answer takes no longer for more', () => {
      const treesOf = (depth: number) => compileData(tableOf(depth), { maxPathLength }).trees;
      expect(treesOf(200)).toEqual(treesOf(20));
    });
  });

  /** A router with this many keys, each mapped to its place. */
  const routerOf = (count: number, keyOf: (place: number) => string) =>
    createRouter(
      Object.fromEntries(Array.from({ length: count }, (_, at) => [keyOf(at), `${at}`])),
    );

  it('of 5,000 keys that each need an expression is compiled, and answers', () => {
    const router = routerOf(5_000, (id) => `a${id}/(?:x|y)(:num)`);
    expect(router.resolve('GET', '/a4999/y7')).toMatchObject({
      destination: '4999',
      params: ['7'],
    });
    expect(router.resolve('GET', '/a4999/z7').status).toBe('not-found');
  });

  it('whose keys each continue the one before is not too deep', () => {
    const router = routerOf(1500, (place) => 'a'.repeat(place + 1));
    expect(router.resolve('GET', '/a')).toMatchObject({ destination: '0' });
    expect(router.resolve('GET', `/${'a'.repeat(1500)}`)).toMatchObject({ destination: '1499' });
    expect(router.resolve('GET', `/${'a'.repeat(1501)}`).status).toBe('not-found');
  });

  it('whose keys each have one segment more is not too deep', () => {
    const router = routerOf(500, (depth) => `${'(:any)/'.repeat(depth)}x`);
    expect(router.resolve('GET', `/${'a/'.repeat(499)}x`)).toMatchObject({ destination: '499' });
    expect(router.resolve('GET', `/${'a/'.repeat(500)}x`).status).toBe('not-found');
  });

  it('whose keys branch in every segment is searched as deep as the longest path goes', () => {
    const router = routerOf(1024, (depth) => `${'a/'.repeat(depth)}(:num)`);
    expect(router.resolve('GET', `/${'a/'.repeat(1023)}7`)).toMatchObject({ destination: '1023' });
    expect(router.resolve('GET', `/${'a/'.repeat(1023)}x`).status).toBe('not-found');
  });
});

describe('a pattern', () => {
  const long = 'abcde/'.repeat(17_000);

  it.each([
    ['is text', `${long}(:num)`, `/${long}7`, 'x/7', `/${long}`],
    // The engine has no room for it.
    ['is more than text', `(x|y)/${long}z`, `/y/${long}z`, 'x/y', `/y/${long}`],
  ])('of 100 KB that %s is compiled and matched', (_what, pattern, path, destination, missed) => {
    const router = createRouter({ [pattern]: 'x/$1' }, { maxPathLength: 200_000 });
    expect(router.resolve('GET', path)).toMatchObject({ destination });
    expect(router.resolve('GET', missed).status).toBe('not-found');
  });

  it.each(['a\u0000b', '\u0000', 'a\ud800', '\udc00/(:any)', 'a\nb'])(
    '%j is refused, since no path has such a character',
    (pattern) => {
      expect(() => createRouter({ [pattern]: 'x' })).toThrow(
        expect.objectContaining({ code: 'bad-pattern' }),
      );
    },
  );

  it('of 250 nested groups is compiled, and one more is refused', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(createRouter({ [nested(250)]: 'x/$250' }).resolve('GET', '/a').status).toBe('found');
    for (const depth of [251, 3_000, 100_000]) {
      expect(() => createRouter({ [nested(depth)]: 'x' })).toThrow('nested more than 250 deep');
    }
  });
});

describe('a table that asks too much of the engine for a path', () => {
  const tooComplex = { status: 'bad-request', reason: 'too complex' };
  /** V8 has 64 MB for backtracking; each `b` adds the state of a hundred groups. */
  const greedy = `()(?:${'(a|)'.repeat(100)}b)*c\\1`;

  const long = `/${'b'.repeat(1e5)}`;

  it.each<[string, RouteTable]>([
    ['an expression with more to go back to than fits', { [greedy]: 'x' }],
    ['the expression of a block, which stays closed', { [greedy]: '', '([ab]+)': 'x' }],
  ])('%s: the path is a bad request', (_, table) => {
    const router = createRouter(table, { maxPathLength: 1e6 });
    expect(router.resolve('GET', long)).toEqual(tooComplex);
    expect(router.resolve('GET', '/no/such')).toEqual({ status: 'not-found' });
  });

  it('a destination longer than any string: the path is a bad request in every call', () => {
    const options = { maxPathLength: 2 ** 20 };
    const table = { '(:any)': '$1'.repeat(1024) };
    const path = `/${'b'.repeat(2 ** 20 - 1)}`;
    const router = createRouter(table, options);
    expect(router.resolve('GET', path)).toEqual(tooComplex);
    expect(router.resolve('POST', `${path}?x`)).toEqual(tooComplex);
    expect(router.serve('HEAD', path)).toEqual(tooComplex);
    expect(createRouter({ ...table, 'HEAD x': 'x' }, options).serve('HEAD', path)).toEqual(
      tooComplex,
    );
    expect(router.resolve('GET', '/no/such')).toEqual({ status: 'not-found' });
  });

  it('does not answer HEAD as GET if the block of HEAD is too complex', () => {
    const table = { [`HEAD ${greedy}`]: '', 'GET (.+)': 'x' };
    const router = createRouter(table, { maxPathLength: 1e6 });
    expect(router.serve('HEAD', long)).toEqual(tooComplex);
    expect(router.serve('HEAD', '/bb')).toMatchObject({ destination: 'x' });
  });

  it('allows no method if the search has no room to go on', () => {
    const router = createRouter({ [greedy]: 'x' }, { maxPathLength: 1e6 });
    expect(router.allowed(long)).toEqual([]);
    expect(router.allowed('/bbc')).toEqual(METHODS);
  });

  it('reports once an expression that the engine gives up on, and refuses each path for it', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const router = createRouter({ [`(x)\\1${'abcde'.repeat(20_000)}`]: 'x' });
      expect(report).not.toHaveBeenCalled();
      for (const path of ['/xxa', '/xxb']) {
        expect(router.resolve('GET', path)).toEqual(tooComplex);
        expect(router.serve('HEAD', path)).toEqual(tooComplex);
        expect(router.allowed(path)).toEqual([]);
      }
      expect(report.mock.calls).toEqual([[expect.any(SyntaxError)]]);
    } finally {
      report.mockRestore();
    }
  });

  it('hides no other error', () => {
    const search = vi.spyOn(Tree.prototype, 'matchNormal').mockImplementation(() => {
      throw new TypeError('wrong');
    });
    try {
      const router = createRouter({ a: 'b' });
      expect(() => router.resolve('GET', '/a/')).toThrow('wrong');
      expect(() => router.allowed('/a')).toThrow('wrong');
    } finally {
      search.mockRestore();
    }
  });
});

it('keys that differ only in their leading slash are one pattern, and the first of them answers', () => {
  const router = createRouter({ '/a': '1', a: '2', 'GET /a': '3' });
  expect(router.resolve('GET', '/a')).toMatchObject({ route: '/a', destination: '1' });
});

describe('a table that', () => {
  const ROW = { 'a/(:num)': 'x/$1' };

  it.each<[string, RouteTable, string, string | null]>([
    ['is frozen', Object.freeze(ROW), '/a/7', 'x/7'],
    ['comes from JSON.parse', JSON.parse('{ "__proto__": "p", "b": "b" }'), '/__proto__', 'p'],
    ['has a null prototype', Object.assign(Object.create(null), ROW), '/a/7', 'x/7'],
    ['inherits entries', Object.assign(Object.create(ROW), { b: 'b' }), '/a/7', null],
  ])('%s is read by its own keys, and left as it is', (_what, table, path, destination) => {
    const before = Object.entries(table);
    for (const routes of [table, Route.map(table)]) {
      const expected = destination === null ? { status: 'not-found' } : { destination };
      expect(createRouter(routes).resolve('GET', path)).toMatchObject(expected);
    }
    expect(Object.entries(table)).toEqual(before);
  });

  it('stands over a polluted Object.prototype has none of its members', () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    Object.assign(polluted, { 'a/(:num)': 'polluted', 'GET a/7': 'polluted' });
    try {
      for (const table of [{ b: 'b' }, Route.map({ b: 'b' })]) {
        const router = createRouter(table, { handlers: {} });
        expect(router.resolve('GET', '/a/7')).toEqual({ status: 'not-found' });
      }
    } finally {
      delete polluted['a/(:num)'];
      delete polluted['GET a/7'];
    }
  });
});

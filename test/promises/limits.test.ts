/** Large, odd and destructive tables. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRouter, Route, type RouteTable } from '../../src/index.ts';
import { Tree } from '../../src/resolve/matcher/tree.ts';
import { METHODS } from '../../src/table/key.ts';
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

  it('of 200,000 different destinations is compiled in seconds', () => {
    const keys = Array.from({ length: 200_000 }, (_, id) => `mod${id}/(:any)`);
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
    const tableOf = (depth: number) =>
      Object.fromEntries(
        Array.from({ length: depth }, (_, at) => [
          Array(at + 1)
            .fill(segment)
            .join('/'),
          'x',
        ]),
      );

    it('has the rows that a path is long enough for', () => {
      const router = createRouter(tableOf(40), { maxPathLength });
      for (let depth = 1; depth <= 40; depth++) {
        const path = `/${text}`.repeat(depth);
        const route = Array(depth).fill(segment).join('/');
        const found = { status: 'found', route };
        const expected = path.length > maxPathLength ? { reason: 'too long' } : found;
        expect(router.resolve('GET', path)).toMatchObject(expected);
      }
    });

    it('has a tree of no other rows, so that the first answer takes no longer for more', () => {
      const treesOf = (depth: number) => compileData(tableOf(depth), { maxPathLength }).trees;
      expect(treesOf(200)).toEqual(treesOf(20));
    });
  });

  it('of 20,000 keys that each need an expression is compiled, and answers', () => {
    const keys = Array.from({ length: 20_000 }, (_, id) => `a${id}/(?:x|y)(:num)`);
    const router = createRouter(Object.fromEntries(keys.map((key) => [key, 'x/$1'])));
    expect(router.resolve('GET', '/a19999/y7')).toMatchObject({ destination: 'x/7' });
    expect(router.resolve('GET', '/a19999/z7').status).toBe('not-found');
  });

  it('whose keys each continue the one before is not too deep', () => {
    const keys = Array.from({ length: 1500 }, (_, length) => 'a'.repeat(length + 1));
    const router = createRouter(Object.fromEntries(keys.map((key) => [key, `${key.length}`])));
    expect(router.resolve('GET', `/${keys[0]}`)).toMatchObject({ destination: '1' });
    expect(router.resolve('GET', `/${keys[1499]}`)).toMatchObject({ destination: '1500' });
    expect(router.resolve('GET', `/${keys[1499]}a`).status).toBe('not-found');
  });

  it('whose keys each have one segment more is not too deep', () => {
    const keys = Array.from({ length: 500 }, (_, depth) => `${'(:any)/'.repeat(depth)}x`);
    const router = createRouter(Object.fromEntries(keys.map((key, depth) => [key, `${depth}`])));
    expect(router.resolve('GET', `/${'a/'.repeat(499)}x`)).toMatchObject({ destination: '499' });
    expect(router.resolve('GET', `/${'a/'.repeat(500)}x`).status).toBe('not-found');
  });

  it('whose keys branch in every segment is searched as deep as the longest path goes', () => {
    const keys = Array.from({ length: 1024 }, (_, depth) => `${'a/'.repeat(depth)}(:num)`);
    const router = createRouter(Object.fromEntries(keys.map((key, depth) => [key, `${depth}`])));
    expect(router.resolve('GET', `/${'a/'.repeat(1023)}7`)).toMatchObject({ destination: '1023' });
    expect(router.resolve('GET', `/${'a/'.repeat(1023)}x`).status).toBe('not-found');
  });
});

describe('a pattern', () => {
  const long = 'abcde/'.repeat(17_000);

  it('of 100 KB is compiled and matched', () => {
    const router = createRouter({ [`${long}(:num)`]: 'long/$1' }, { maxPathLength: 200_000 });
    expect(router.resolve('GET', `/${long}7`)).toMatchObject({ destination: 'long/7' });
    expect(router.resolve('GET', `/${long}`).status).toBe('not-found');
  });

  it('of 100 KB that is more than text is matched, although the engine has no room for it', () => {
    const router = createRouter({ [`(x|y)/${long}z`]: 'x/$1' }, { maxPathLength: 200_000 });
    expect(router.resolve('GET', `/y/${long}z`)).toMatchObject({ destination: 'x/y' });
    expect(router.resolve('GET', `/y/${long}`).status).toBe('not-found');
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

  it.each<[string, Record<string, string>, number, string]>([
    ['an expression with more to go back to than fits', { [greedy]: 'x' }, 1e6, 'b'.repeat(1e5)],
    [
      'a destination longer than any string',
      { '(:any)': '$1'.repeat(1024) },
      2 ** 20,
      'b'.repeat(2 ** 20 - 1),
    ],
    [
      'the expression of a block, which stays closed',
      { [greedy]: '', '([ab]+)': 'x' },
      1e6,
      'b'.repeat(1e5),
    ],
  ])('%s: the path is a bad request', (_, table, maxPathLength, path) => {
    const router = createRouter(table, { maxPathLength });
    expect(router.resolve('GET', `/${path}`)).toEqual(tooComplex);
    expect(router.resolve('POST', `/${path}?x`)).toEqual(tooComplex);
    expect(router.resolveHead(`/${path}`)).toEqual(tooComplex);
    expect(
      createRouter({ ...table, 'HEAD x': 'x' }, { maxPathLength }).resolveHead(`/${path}`),
    ).toEqual(tooComplex);
    expect(router.resolve('GET', '/no/such')).toEqual({ status: 'not-found' });
  });

  it('does not answer HEAD as GET if the block of HEAD is too complex', () => {
    const table = { [`HEAD ${greedy}`]: '', 'GET (.+)': 'x' };
    const router = createRouter(table, { maxPathLength: 1e6 });
    expect(router.resolveHead(`/${'b'.repeat(1e5)}`)).toEqual(tooComplex);
    expect(router.resolveHead('/bb')).toMatchObject({ destination: 'x' });
  });

  it('allows no method if the search has no room to go on', () => {
    const router = createRouter({ [greedy]: 'x' }, { maxPathLength: 1e6 });
    expect(router.allowed(`/${'b'.repeat(1e5)}`)).toEqual([]);
    expect(router.allowed('/bbc')).toEqual(METHODS);
  });

  it('reports once an expression that the engine gives up on, and refuses each path for it', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const router = createRouter({ [`(x)\\1${'abcde'.repeat(20_000)}`]: 'x' });
      expect(report).not.toHaveBeenCalled();
      for (const path of ['/xxa', '/xxb']) {
        expect(router.resolve('GET', path)).toEqual(tooComplex);
        expect(router.resolveHead(path)).toEqual(tooComplex);
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

describe('keys that differ only in their leading slash', () => {
  it('are one pattern, and the first of them answers', () => {
    const router = createRouter({ '/a': '1', a: '2', 'GET /a': '3' });
    expect(router.resolve('GET', '/a')).toMatchObject({ route: '/a', destination: '1' });
  });
});

describe('a table that', () => {
  const answer = (table: RouteTable) => createRouter(Route.map(table)).resolve('GET', '/a/7');

  it('is frozen is read and left as it is', () => {
    const table = Object.freeze({ 'a/(:num)': 'x/$1' });
    expect(answer(table)).toMatchObject({ destination: 'x/7' });
    expect(createRouter(table).resolve('GET', '/a/7')).toMatchObject({ destination: 'x/7' });
    expect(table).toEqual({ 'a/(:num)': 'x/$1' });
  });

  it('comes from JSON.parse keeps a key __proto__ as an ordinary one', () => {
    const table = JSON.parse('{ "__proto__": "p", "a/(:num)": "x/$1" }');
    const router = createRouter(Route.map(table));
    expect(router.resolve('GET', '/__proto__')).toMatchObject({ destination: 'p' });
    expect(router.resolve('GET', '/a/7')).toMatchObject({ destination: 'x/7' });
  });

  it('has a null prototype is read like any other', () => {
    const table = Object.assign(Object.create(null), { 'a/(:num)': 'x/$1' });
    expect(answer(table)).toMatchObject({ destination: 'x/7' });
  });

  it('inherits entries has none of them', () => {
    const table = Object.assign(Object.create({ 'a/(:num)': 'inherited' }), { b: 'b' });
    expect(answer(table)).toEqual({ status: 'not-found' });
  });

  it('stands over a polluted Object.prototype has none of its members', () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    polluted['a/(:num)'] = 'polluted';
    polluted['GET a/7'] = 'polluted';
    try {
      expect(answer({ b: 'b' })).toEqual({ status: 'not-found' });
      expect(createRouter({ b: 'b' }, { handlers: {} }).resolve('GET', '/a/7').status).toBe(
        'not-found',
      );
    } finally {
      delete polluted['a/(:num)'];
      delete polluted['GET a/7'];
    }
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

function routes(): [string, string][] {
  return Object.entries(Route.map()).slice(1);
}

describe('Route.block', () => {
  it.each([
    [['a'], ['a']],
    [
      ['a', 'b/(:num)'],
      ['a', 'b/(:num)'],
    ],
    [[['a', 'b']], ['a', 'b']],
    [
      [['a'], 'b', ['c']],
      ['a', 'b', 'c'],
    ],
    [[], []],
    [[[]], []],
  ])('of %j sets the destinations of %j to the empty one', (paths, keys) => {
    Route.block(...paths);
    expect(routes()).toEqual(keys.map((key) => [key, '']));
  });

  it.each([
    undefined,
    null,
    7,
    true,
    {},
    () => 'a',
    Symbol('a'),
    1n,
    /^a$/,
    new Set(['a']),
    new Map(),
    new String('a'),
    Promise.resolve('a'),
    (function* () {})(),
  ])('of a value that is neither a string nor an array throws, and blocks nothing: %s', (value) => {
    Route.any('b', 'x');
    // The casts pass invalid arguments.
    for (const paths of [[value], [[value]], ['a', value], [['a', value], 'c']] as string[][]) {
      const error = caught(() => Route.block(...paths));
      expect(error).toMatchObject({ code: 'bad-argument', where: 'Route.block' });
    }
    expect(routes()).toEqual([['b', 'x']]);
  });

  it.each([
    [[null], 'argument 1 is null.'],
    [['a', [undefined]], 'item 1 of argument 2 is undefined.'],
    [[['a', ['b']]], 'item 2 of argument 1 is an array.'],
    // biome-ignore lint/suspicious/noSparseArray: the hole is tested
    [[['a', , 'b']], 'item 2 of argument 1 is undefined.'],
  ])('says which value of %j is not a pattern', (paths, problem) => {
    // The cast passes an invalid argument.
    expect(() => Route.block(...(paths as string[]))).toThrow(`Route.block: ${problem}`);
  });

  it('says that Route.named returns null for an unknown name', () => {
    // @ts-expect-error: null is not a pattern
    expect(() => Route.block(Route.named('typo'))).toThrow(
      'Route.named gives null for unknown names.',
    );
  });

  it('refuses in its type what it refuses in a call', () => {
    const refused = () => {
      // @ts-expect-error: null is not a pattern
      Route.block(null);
      // @ts-expect-error: nor is undefined
      Route.block(undefined);
      // @ts-expect-error: nor is a number
      Route.block(7);
      // @ts-expect-error: nor is an expression
      Route.block(/^a$/);
      // @ts-expect-error: nor is null in an array
      Route.block(['a', null]);
      // @ts-expect-error: nor is an array in an array
      Route.block([['a']]);
      // @ts-expect-error: a Set is not an array
      Route.block(new Set(['a']));
    };
    expect(refused).toThrow('Route.block');
    const accepted: readonly string[] = ['a'];
    Route.block(...accepted, accepted, 'b');
    expect(routes().map(([key]) => key)).toEqual(['a', 'b']);
  });

  it('blocks for every method, and later routes do not open it', () => {
    Route.block('users/login');
    Route.any('users/(:any)', 'users/$1');
    const router = createRouter(Route.map({ '404_override': 'errors/missing' }));
    for (const method of ['GET', 'POST', 'BREW']) {
      expect(router.resolve(method, '/users/login')).toEqual({
        status: 'blocked',
        route: 'users/login',
      });
    }
    expect(router.allowed('/users/login')).toEqual([]);
  });

  it('defines nothing when one of the patterns is wrong', () => {
    expect(() => Route.block('a', 'b(')).toThrow("Route.block('b(')");
    expect(routes()).toEqual([]);
  });

  it('blocks the root of the site if it is told to', () => {
    Route.block('/');
    expect(createRouter(Route.map()).resolve('GET', '/')).toEqual({
      status: 'blocked',
      route: '/',
    });
  });
});

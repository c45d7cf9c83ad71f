import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';

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

  it.each([undefined, null, 7, true, {}, () => 'a', Symbol('a')])(
    'of what is neither a string nor an array does nothing: %s',
    (value) => {
      Route.block(value);
      Route.block([value]);
      expect(routes()).toEqual([]);
    },
  );

  it('blocks for every method, and what comes later does not open it', () => {
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

  it('blocks the root of the site where it is told to', () => {
    Route.block('/');
    expect(createRouter(Route.map()).resolve('GET', '/')).toEqual({
      status: 'blocked',
      route: '/',
    });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

function keys(): string[] {
  return Object.keys(Route.map()).slice(1);
}

describe('Route.prefix', () => {
  it('comes before every pattern inside, resources, contexts, blocks and names included', () => {
    Route.prefix('api', () => {
      Route.get('users', 'users', { as: 'users' });
      Route.resources('photos', { only: 'index' });
      Route.context('tools');
      Route.block('secret');
    });
    expect(keys().every((key) => /^(GET )?api\//.test(key))).toBe(true);
    expect(keys()).toHaveLength(9);
    expect(Route.named('users')).toBe('api/users');
  });

  it('nests', () => {
    Route.prefix('api', () => {
      Route.prefix('v1', () => Route.any('users', 'users'));
      Route.any('health', 'health');
    });
    expect(keys()).toEqual(['api/v1/users', 'api/health']);
  });

  it.each([
    ['api', 'users', 'api/users'],
    ['/api/', '/users', 'api/users'],
    ['api', '/', 'api'],
    ['', 'users', 'users'],
    ['/', 'users', 'users'],
    ['(en|fr)', 'users', '(en|fr)/users'],
    ['/GET a', 'users', '/GET a/users'],
  ])('joins %j and %j to %j', (prefix, from, key) => {
    Route.prefix(prefix, () => Route.any(from, 'x'));
    expect(keys()).toEqual([key]);
  });

  it('is restored when the callback throws, and what it defined stays', () => {
    const failing = () =>
      Route.prefix('api', () => {
        Route.prefix('v1', () => {
          Route.any('before', 'x');
          throw new Error('oops');
        });
      });
    expect(failing).toThrow('oops');
    Route.any('after', 'x');
    expect(keys()).toEqual(['api/v1/before', 'after']);
  });

  it('does not call the callback of a prefix that starts with a method, at any depth', () => {
    const refused = () =>
      Route.prefix('api', () => Route.prefix('GET v1', () => Route.any('users', 'x')));
    expect(caught(refused).where).toBe("Route.prefix('GET v1')");
    expect(keys()).toEqual([]);
  });

  it('refuses a callback that returns a promise, and is restored', () => {
    const asynchronous = async () => Route.any('early', 'x');
    expect(caught(() => Route.prefix('api', asynchronous)).code).toBe('bad-argument');
    Route.any('after', 'x');
    expect(keys()).toEqual(['api/early', 'after']);
  });

  it.each([undefined, null, 7, 'routes', {}])('accepts a callback that returns %j', (value) => {
    Route.prefix('api', (() => value) as () => void);
    expect(keys()).toEqual([]);
  });
});

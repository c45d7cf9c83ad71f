import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
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

  it.each([
    ['(?:(?<lang>en|fr)/)?', 'about', '(?:(?<lang>en|fr)/)?about'],
    ['(?:{lang:alpha})?', 'about', '(?:(?<lang>[a-zA-Z]+)/)?about'],
    ['(?:/{lang}/)?/', '/about', '(?:(?<lang>:any)/)?about'],
    ['{lang}?', 'about', '(?:(?<lang>:any)/)?about'],
    ['(en|fr)?', 'about', '(?:(en|fr)/)?about'],
    ['(?:en|fr)?', 'a|b', '(?:(?:en|fr)/)?(?:a|b)'],
    ['(?:(en|fr)/)?', '/', '(?:(en|fr))?'],
    ['(a)(b)?', 'c', '(a)(b)?/c'],
    ['[(]?', 'c', '[(]?/c'],
    ['\\(a?', 'c', '\\(a?/c'],
    ['x(?:/(v1|v2))?', 'c', 'x(?:/(v1|v2))?/c'],
    ['x/?', 'c', 'x/?/c'],
  ])('takes the slash into an optional group: %j and %j are %j', (prefix, from, key) => {
    Route.prefix(prefix, () => Route.any(from, 'x'));
    expect(keys()).toEqual([key]);
  });

  it('answers below an optional prefix, with it and without it', () => {
    Route.prefix('(?:(?<lang>en|fr)/)?', () => {
      Route.get('/', 'home/index/{lang}', { as: 'home' });
      Route.resources('photos', { only: ['index', 'show'], as: 'photos' });
      Route.block('secret');
    });
    Route.prefix('api|v1', () => {
      Route.prefix('{version:num}?', () => {
        Route.get('/', 'api/index/{version}');
        Route.get('users', 'api/users/{version}', { as: 'users' });
      });
    });
    const router = createRouter(Route.map(), { autoRoute: false });
    const found = [
      '/',
      '/en',
      '/photos',
      '/fr/photos/7',
      '/api',
      '/v1/2',
      '/api/users',
      '/api/2/users',
    ];
    for (const path of found)
      expect(router.resolve('GET', path)).toMatchObject({ status: 'found' });
    for (const path of ['/secret', '/en/secret'])
      expect(router.resolve('GET', path).status).toBe('blocked');
    for (const path of ['/de', '/de/photos', '/enphotos', '/api2'])
      expect(router.resolve('GET', path).status).toBe('not-found');
    expect(Route.url('home')).toBe('/');
    expect(Route.url('home', { lang: 'en' })).toBe('/en');
    expect(Route.url('photos.show', ['', 7])).toBe('/photos/7');
    expect(Route.url('photos.show', ['en', 7])).toBe('/en/photos/7');
  });

  it.each([
    ['api/(?:(v1|v2)/)?', 'a slash follows the prefix, and its last group ends in one. Move the'],
    ['(?:en/|fr/)?', 'a slash follows the prefix'],
    ['(?:en//)?', 'a slash follows the prefix'],
    ['((?:en|fr)/)?', 'a slash follows the prefix'],
    ['x(?:/y(?:z/)?)*', 'a slash follows the prefix'],
    ['x(?:y/){0,1}', 'a slash follows the prefix'],
  ])('refuses %j, which no path would match with the slash behind it', (prefix, words) => {
    const { where, message } = caught(() => Route.prefix(prefix, () => Route.any('x', 'x')));
    expect(where).toBe(`Route.prefix('${prefix}')`);
    expect(message).toContain(words);
    expect(keys()).toEqual([]);
  });

  it('refuses an optional prefix in another, since the slash between them depends on both', () => {
    const nested = () => Route.prefix('(?:v1)?', () => Route.any('x', 'x'));
    const { message } = caught(() => Route.prefix('(en|fr)?', nested));
    expect(message).toContain('the prefix around it is optional too. Write one prefix, as in');
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

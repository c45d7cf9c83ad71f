/** `Route.redirect`, through the fetch handler that answers. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { type RedirectStatus, Route } from '../../src/index.ts';
import hostile from '../fixtures/hostile-paths.json' with { type: 'json' };

beforeEach(() => Route.reset());

/** Every ASCII character, encoded, and twice. */
const CHARACTERS = Array.from({ length: 128 }, (_, code) => {
  const hex = `%${code.toString(16).padStart(2, '0')}`;
  return [hex, hex.replace('%', '%25')];
}).flat();

/** The answer to a request, as its status and where it redirects to. */
async function ask(path: string, options: { base?: string; method?: string } = {}) {
  const { base = '', method = 'GET' } = options;
  const fetch = createFetchHandler({ routes: Route.map(), base });
  const { status, headers } = await fetch(new Request(`http://app.test${path}`, { method }));
  return [status, headers.get('location')];
}

describe('Route.redirect', () => {
  it.each([
    ['old', 'new', '/old', '/new'],
    ['old', '/new', '/old', '/new'],
    ['old', '/', '/old', '/'],
    ['/', 'welcome', '/', '/welcome'],
    ['images/(:num)', 'photos/$1', '/images/7', '/photos/7'],
    ['images/{id:num}', 'photos/$1', '/images/7', '/photos/7'],
    ['(:any)/by/(:any)', '$2/$1', '/a/by/b', '/b/a'],
    ['a((b)(?:c(d)))', 'x/$3/$2/$1', '/abcd', '/x/d/b/bcd'],
    ['(?:a|(b))', 'x$1', '/a', '/x'],
    ['old(?=/(.*))(?:/.*)?', '$1', '/old/a/b', '/a/b'],
    ['search/(.+)', 'find?q=$1&page=1#top', '/search/a%26b%23', '/find?q=a%26b%23&page=1#top'],
    ['old/(:any)', 'new/$1', '/old/100%25', '/new/100%25'],
    ['old/(:any)', 'new/$1', '/old/a%3Fb%20c', '/new/a%3Fb%20c'],
    ['old/(:any)', 'new/$1', '/old/a%2Fb', '/new/a%2Fb'],
    ['old/(.*)', 'new/$1', '/old/a/b%3F', '/new/a/b%3F'],
    ['old(.*)', '$1', '/old//evil.test', '/evil.test'],
    ['old(.*)', '$1', '/old/%2F%2Fevil.test', '/evil.test'],
    ['old/(.*)', '$1', '/old/%5Cevil.test', '/%5Cevil.test'],
    ['old/(.*)', '$1', '/old/https:/evil.test', '/https%3A/evil.test'],
    ['(?<a>x|y)/((?<b>.+)\\k<a>)', 'new/$2', '/x/a/bx', '/new/a%2Fbx'],
    ['docs', 'https://docs.test', '/docs', 'https://docs.test'],
    ['docs/(.*)', 'https://docs.test:8080/v1/$1', '/docs/a', 'https://docs.test:8080/v1/a'],
    ['old', 'café au lait/100%/\\%41', '/old', '/caf%C3%A9%20au%20lait/100%25/%5C%41'],
  ])('of %j to %j answers %s with %s', async (from, to, path, location) => {
    Route.redirect(from, to);
    expect(await ask(path)).toEqual([302, location]);
  });

  it.each(['', 'https://docs.test/'])('of any path to %j$1 stays on one site', async (site) => {
    Route.redirect('x(.*)', `${site}$1`);
    const fetch = createFetchHandler({ routes: Route.map() });
    const { origin } = new URL(site, 'http://app.test');
    const paths = [
      ...hostile.map(({ path }) => path),
      ...CHARACTERS.map((one) => `${one}${one}evil.test`),
    ];
    let followed = 0;
    for (const path of paths) {
      const url = `http://app.test/x${path}`;
      const { status, headers } = await fetch(new Request(url));
      if (status !== 302) continue;
      followed++;
      expect(new URL(String(headers.get('location')), url).origin).toBe(origin);
    }
    expect(followed).toBeGreaterThan(200);
  });

  it.each([301, 302, 303, 307, 308] as const)('takes the status %i', async (status) => {
    Route.redirect('old', 'new', status);
    expect(await ask('/old')).toEqual([status, '/new']);
  });

  it.each(['HEAD', 'POST', 'DELETE'])('answers %s', async (method) => {
    Route.redirect('old', 'new', 308);
    expect(await ask('/old', { method })).toEqual([308, '/new']);
  });

  it('stays below the base, unless it leads to another site', async () => {
    Route.redirect('old/(:any)', '$1');
    Route.redirect('docs', 'https://docs.test/');
    expect(await ask('/shop/old/a', { base: '/shop' })).toEqual([302, '/shop/a']);
    expect(await ask('/shop/docs', { base: '/shop' })).toEqual([302, 'https://docs.test/']);
  });

  it('drops the query of the request', async () => {
    Route.redirect('old', 'new');
    expect(await ask('/old?page=2')).toEqual([302, '/new']);
  });

  it('is below the prefix, whose groups come first, and has its meta', async () => {
    Route.prefix('(en|fr)', { meta: { role: 'anyone' } }, () => {
      Route.redirect('old/(:num)', '$1/new/$2');
      Route.get('seen', (_match, { meta }) => meta);
    });
    expect(await ask('/en/old/7')).toEqual([302, '/en/new/7']);
    expect(Object.entries(Route.map())[1]).toEqual(['(en|fr)/old/(:num)', '$1/new/$2']);
  });

  it('is a row like any other: a later call replaces it, and a block before it holds', async () => {
    Route.block('a');
    Route.redirect('(a|b)', 'new');
    Route.redirect('c', 'new');
    Route.get('c', () => 'c');
    expect(await ask('/a')).toEqual([404, null]);
    expect(await ask('/b')).toEqual([302, '/new']);
    expect(await ask('/c')).toEqual([200, null]);
  });

  it.each<[string, unknown[], string]>([
    ['a pattern that is none', [7, 'new'], 'from is 7'],
    ['a path that is none', ['old', undefined], 'to is undefined'],
    ['an empty path', ['old', ''], 'to is an empty string'],
    ['a URL without a path after its host', ['(.*)', 'https://docs.test$1'], 'to is '],
    ['a URL with a name before its host', ['old', 'https://docs.test@evil.test/'], 'to is '],
    ['a scheme that is not for redirects', ['old', 'javascript:alert(1)'], 'to is '],
    ['a path that browsers take for a host', ['old', '//evil.test'], 'to is '],
    ['a backslash for a slash', ['old', '/\\evil.test'], 'to is '],
    ['another status', ['old', 'new', 200], 'status is 200'],
    ['a group too many', ['old/(:num)', 'new/$2'], 'to refers to $2, and '],
    ['a group of a pattern without any', ['old', 'new/$1'], 'to refers to $1, and '],
    ['the whole match', ['(old)', 'new/$0'], 'to refers to $0, and '],
    ['a setting', ['404_override', 'new'], '404_override is a setting'],
  ])('refuses %s, and defines nothing', (_what, args, message) => {
    expect(() => Reflect.apply(Route.redirect, Route, args)).toThrow(message);
    expect(Route.map()).toEqual({ default_controller: 'home' });
  });

  it('has the statuses of a redirect as its type', () => {
    // @ts-expect-error: 200 doesn't redirect
    const status: RedirectStatus = 200;
    expect(() => Route.redirect('old', 'new', status)).toThrow();
  });
});

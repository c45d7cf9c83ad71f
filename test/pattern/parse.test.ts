/** Checks that alternatives stay within the part that contains them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { joinPatterns } from '../../src/pattern/parse.ts';

beforeEach(() => Route.reset());

describe('joinPatterns', () => {
  it.each([
    ['', '', ''],
    ['api', '', 'api'],
    ['api', '/', 'api'],
    ['', '/users', 'users'],
    ['', 'a|b', 'a|b'],
    ['a|b', '/', 'a|b'],
    ['api', 'users', 'api/users'],
    ['api', '/users', 'api/users'],
    ['admin', 'users|groups', 'admin/(?:users|groups)'],
    ['en|fr', 'about', '(?:en|fr)/about'],
    ['en|fr', 'a|b', '(?:en|fr)/(?:a|b)'],
    ['a', '(b|c)', 'a/(b|c)'],
    ['a', '(b)|c', 'a/(?:(b)|c)'],
    ['a', '((b)|c)|d', 'a/(?:((b)|c)|d)'],
    ['a', 'b\\|c', 'a/b\\|c'],
    ['a', 'b\\\\|c', 'a/(?:b\\\\|c)'],
    ['a', '[|]', 'a/[|]'],
    ['a', '[bc|d]', 'a/[bc|d]'],
    ['a', '[(]|c', 'a/(?:[(]|c)'],
    ['a', '[\\]|]', 'a/[\\]|]'],
    ['a', '\\[b|c', 'a/(?:\\[b|c)'],
    ['a', '\\(b|c\\)', 'a/(?:\\(b|c\\))'],
  ])('puts %j before %j: %j', (prefix, name, joined) => {
    expect(joinPatterns(prefix, name)).toBe(joined);
  });
});

describe('a pattern of alternatives keeps to its own part', () => {
  const statuses = (...paths: string[]) => {
    const router = createRouter(Route.map());
    return paths.map((path) => router.resolve('GET', path).status);
  };

  it('when it is blocked below a prefix', () => {
    Route.prefix('admin', () => Route.block('users|groups'));
    expect(statuses('/admin/users', '/admin/groups', '/groups', '/admin')).toEqual([
      'blocked',
      'blocked',
      'not-found',
      'not-found',
    ]);
  });

  it('when it is a prefix', () => {
    Route.prefix('en|fr', () => Route.get('about', 'pages/about'));
    expect(statuses('/en/about', '/fr/about', '/en', '/about')).toEqual([
      'found',
      'found',
      'not-found',
      'not-found',
    ]);
  });

  it('when routes are nested below it', () => {
    Route.get('en|fr', 'home', { children: () => Route.get('a|b', 'pages/show') });
    expect(statuses('/en', '/fr', '/en/a', '/fr/b', '/fr', '/b')).toEqual([
      'found',
      'found',
      'found',
      'found',
      'found',
      'not-found',
    ]);
  });

  it('when it is the constraint of a resource', () => {
    Route.resources('photos', {
      constraint: '([0-9]+)|([a-f]+)',
      children: () => Route.get('tags', 'tags/index'),
    });
    expect(
      statuses('/photos/7', '/photos/abc/edit', '/photos/abc/tags', '/abc', '/abc/edit'),
    ).toEqual(['found', 'found', 'found', 'not-found', 'not-found']);
  });

  it('when it is the name of a resource or of a context', () => {
    Route.resources('photos|pictures', { controller: 'photos' });
    Route.context('tools|help', 'developer');
    expect(
      statuses(
        '/photos/7/edit',
        '/pictures/7',
        '/7',
        '/tools/gallery',
        '/help/gallery',
        '/gallery',
      ),
    ).toEqual(['found', 'found', 'not-found', 'found', 'found', 'not-found']);
  });
});

/** Checks that alternatives stay within the part that contains them. */
import { beforeEach, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { joinPatterns } from '../../src/pattern/join.ts';

beforeEach(() => Route.reset());

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
])('joinPatterns puts %j before %j: %j', (prefix, name, joined) => {
  expect(joinPatterns(prefix, name)).toBe(joined);
});

it.each<[string, define: () => void, answered: string, others: string]>([
  [
    'it is blocked below a prefix',
    () => Route.prefix('admin', () => Route.block('users|groups')),
    '/admin/users /admin/groups',
    '/groups /admin',
  ],
  [
    'it is a prefix',
    () => Route.prefix('en|fr', () => Route.get('about', 'pages/about')),
    '/en/about /fr/about',
    '/en /about',
  ],
  [
    'routes are nested below it',
    () => Route.get('en|fr', 'home', { children: () => Route.get('a|b', 'pages/show') }),
    '/en /fr /en/a /fr/b',
    '/b',
  ],
  [
    'it is the constraint of a resource',
    () => {
      const children = () => Route.get('tags', 'tags/index');
      Route.resources('photos', { constraint: '([0-9]+)|([a-f]+)', children });
    },
    '/photos/7 /photos/abc/edit /photos/abc/tags',
    '/abc /abc/edit',
  ],
  [
    'it is the name of a resource',
    () => Route.resources('photos|pictures', { controller: 'photos' }),
    '/photos/7/edit /pictures/7',
    '/7',
  ],
  [
    'it is the name of a context',
    () => Route.context('tools|help', 'developer'),
    '/tools/gallery /help/gallery',
    '/gallery',
  ],
])('a pattern of alternatives keeps to its own part when %s', (what, define, answered, others) => {
  define();
  const { resolve } = createRouter(Route.map());
  const status = what.includes('blocked') ? 'blocked' : 'found';
  for (const path of answered.split(' '))
    expect([path, resolve('GET', path).status]).toEqual([path, status]);
  for (const path of others.split(' '))
    expect([path, resolve('GET', path).status]).toEqual([path, 'not-found']);
});

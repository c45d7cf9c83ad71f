/** Fixed cases of the search: what a tree could get wrong that a list can't. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/index.ts';

type Table = Record<string, string>;

describe('the first key that matches wins', () => {
  it.each<[string, Table, string, string | null]>([
    ['a wide key before a narrow one', { '(:any)': 'any', a: 'a' }, '/a', 'any'],
    ['a narrow key before a wide one', { a: 'a', '(:any)': 'any' }, '/a', 'a'],
    [
      'digits before a word before any segment',
      { '(:num)': '1', '/7': '2', '(:any)': '3' },
      '/7',
      '1',
    ],
    [
      'an expression before a text that starts with a dot',
      { '(.+)': 'all', '\\.well-known/x': 'text' },
      '/.well-known/x',
      'all',
    ],
    ['digits before any segment', { 'a/(:num)': 'num', 'a/(:any)': 'any' }, '/a/7', 'num'],
    ['any segment before digits', { 'a/(:any)': 'any', 'a/(:num)': 'num' }, '/a/7', 'any'],
    ['digits that are none', { 'a/(:num)': 'num', 'a/(:any)': 'any' }, '/a/x', 'any'],
    [
      'a later key below an earlier segment',
      { '(:any)/b': '1', 'a/b': '2', 'a/c': '3' },
      '/a/c',
      '3',
    ],
    ['an earlier key below a later segment', { 'a/b/c': '1', '(:any)/b': '2' }, '/a/b', '2'],
    [
      'the third of three sets of characters',
      { '(:num)/x': '1', '([a-z]+)/x': '2', '(:any)/x': '3' },
      '/A/x',
      '3',
    ],
    [
      'the second of three sets of characters',
      { '(:num)': '1', '([a-z]+)': '2', '(:any)': '3' },
      '/a',
      '2',
    ],
    ['none of the sets', { '(:num)': '1', '([a-z]+)': '2' }, '/A', null],
    ['an expression before a leaf', { '(.+)': 'all', a: 'a' }, '/a', 'all'],
    ['an expression after a leaf', { a: 'a', '(.+)': 'all' }, '/a', 'a'],
    ['an expression that does not match', { '(.+)\\.json': 'json', 'x/a': 'a' }, '/x/a', 'a'],
    ['the second of two expressions', { '(.+)b': '1', '(.+)c': '2', '(.+)': '3' }, '/xc', '2'],
    ['an expression below a segment', { '(:any)/(.+)': '1', 'a/b/c': '2' }, '/a/b/c', '1'],
    ['an expression later than a leaf above', { 'a/b': '1', 'a/(.+)': '2' }, '/a/b', '1'],
    [
      'an expression before a leaf, without a match, and one after it, with one',
      { '(:any)/x(.*)y': '1', 'a/xb': '2', '(:any)/x(.*)b': '3' },
      '/a/xb',
      '2',
    ],
    ['a text that starts with a dot', { '(:any)': '1', '\\.env': '2' }, '/.env', '1'],
    [
      'a text that starts with a dot in the second place',
      { '(:any)/(:any)': '1', '\\.a/b': '2' },
      '/.a/b',
      '1',
    ],
    ['a text of three dots', { '(:any)/a': '1', '\\.\\.\\./a': '2' }, '/.../a', '1'],
    ['the same pattern twice', { 'a/(:any)': '1', 'a/([^/]+)': '2' }, '/a/b', '1'],
    ['the same text for two methods', { 'POST a': '1', 'GET a': '2' }, '/a', '2'],
  ])('%s', (_, table, path, destination) => {
    const answer = createRouter(table).resolve('GET', path);
    expect(answer).toMatchObject(destination === null ? { status: 'not-found' } : { destination });
  });
});

describe('characters that the search skips are compared in the end', () => {
  const table = {
    'users/login': '1',
    'users/(:any)/settings/notifications': '2/$1',
    'user/repos': '3',
    'users/(:any)/settings/notification-centre/(:num)': '4/$1/$2',
  };

  it.each([
    ['/users/login', '1'],
    ['/users/logiX', null],
    ['/usXrs/login', null],
    ['/users/7/settings/notifications', '2/7'],
    ['/users/7/settings/notificationX', null],
    ['/uXers/7/settings/notifications', null],
    ['/users/7/settings/notification-centre/9', '4/7/9'],
    ['/users/7/settings/notification-centrX/9', null],
    ['/user/repos', '3'],
    ['/user/reposX', null],
    ['/user/repo', null],
    ['/user', null],
    ['/users/7/settings', null],
    ['/users/7/settings/', null],
  ])('%s', (path, destination) => {
    const answer = createRouter(table).resolve('GET', path);
    expect(answer).toMatchObject(destination === null ? { status: 'not-found' } : { destination });
  });
});

describe('keys that start alike', () => {
  it.each([1, 2, 12, 13, 22, 23, 24, 25, 26, 40, 100, 254, 255, 256, 257, 1000])(
    'for %i characters are told apart',
    (length) => {
      const start = 'organisation/'.repeat(80).slice(0, length - 1);
      const ends = ['x', 'xx', 'xy', 'y', 'yx', 'z/x', 'z/y/(:num)', 'z/y/new'];
      const table = Object.fromEntries(ends.map((end) => [start + end, `to/${end}`]));
      const router = createRouter({ ...table, 'GET other': 'other' });
      for (const end of ends) {
        const path = `/${start}${end.replace('(:num)', '7')}`;
        expect(router.resolve('GET', path)).toMatchObject({ destination: `to/${end}` });
      }
      expect(router.resolve('GET', `/${start}`)).toEqual({ status: 'not-found' });
      expect(router.resolve('GET', `/${start}xz`)).toEqual({ status: 'not-found' });
    },
  );
});

describe('a class of characters that a group repeats', () => {
  it.each([
    ['([a-z]+)', ['a', 'abc'], ['A', '7', 'é', 'a%2Fb', 'a/b']],
    ['([^a]+)', ['b', 'é', '%C3%A9', 'b/b'], ['a', 'ba']],
    ['([^/a]+)', ['b', 'é', '%2F'], ['a', 'ba', 'b/b']],
    ['([^/.]+)', ['b', 'é', '7'], ['a.b', '.']],
    ['([a-z/]+)', ['a', 'a/b'], ['A']],
    ['([\\w-]+)', ['a-b', '_'], ['é', 'a.b']],
    ['(\\d+)', ['7'], ['a']],
    ['([é]+)', ['é', '%C3%A9'], ['e']],
    ['([\\]]+)', [']'], ['[']],
    ['([A-Z][A-Z][0-9]+)', ['AB1'], ['ab1', 'AB']],
  ])('%s', (pattern, matching, others) => {
    const router = createRouter({ [`x/${pattern}/y`]: 'found/$1' });
    for (const text of matching) {
      expect([text, router.resolve('GET', `/x/${text}/y`).status]).toEqual([text, 'found']);
    }
    for (const text of others) {
      expect([text, router.resolve('GET', `/x/${text}/y`).status]).toEqual([text, 'not-found']);
    }
  });
});

describe('a path that is not plain is normalised first', () => {
  const router = createRouter({ 'a/b': 'text', 'n/(:num)': 'num/$1', 'e/(.+)x': 'all/$1', é: 'e' });

  it.each([
    ['/a//b', 'text'],
    ['/a/./b', 'text'],
    ['/a/b/', 'text'],
    ['/%61/b', 'text'],
    ['a/b', 'text'],
    ['/a/b?c', 'text'],
    ['/a/b#c', 'text'],
    ['/n/%37', 'num/7'],
    ['/n/7?x', 'num/7'],
    ['/n/x/../7', 'num/7'],
    ['/e/.a.x', 'all/.a.'],
    ['/e/a%20x', 'all/a '],
    ['/e/a//x', 'all/a/'],
    ['/e/éx', 'all/é'],
    ['/%C3%A9', 'e'],
    ['/é', 'e'],
  ])('%s', (path, destination) => {
    expect(router.resolve('GET', path)).toMatchObject({ destination });
  });

  it.each(['/n/', '/n//', '/n/.', '/n/..', '/e/', '/a', '/', ''])('%s leads nowhere', (path) => {
    expect(router.resolve('GET', path)).toEqual({ status: 'not-found' });
  });
});

describe('params are cut out of the path', () => {
  it.each([
    ['(:any)', '/a', ['a']],
    ['x/(:any)/(:any)', '/x/a/b', ['a', 'b']],
    ['(:any)/(:any)/(:any)', '/a/b/c', ['a', 'b', 'c']],
    ['(:any)/x/(:any)/(:num)/y/(:any)', '/a/x/b/3/y/d', ['a', 'b', '3', 'd']],
    [
      `${'(:num)/'.repeat(11)}(:num)`,
      '/1/2/3/4/5/6/7/8/9/10/11/12',
      '1 2 3 4 5 6 7 8 9 10 11 12'.split(' '),
    ],
    ['(:any)/(.+)', '/a/b/c', ['a', 'b/c']],
    ['(:any)/(x)?y', '/a/y', ['a', '']],
    ['(:any)/(:any)', '/a%2Fb/%25', ['a/b', '%']],
  ])('%s', (pattern, path, params) => {
    expect(createRouter({ [pattern]: 'x' }).resolve('GET', path)).toMatchObject({ params });
  });

  it('of the winner, where a later look went further along the path', () => {
    const router = createRouter({
      '(:any)/b/c/e': '1',
      'a/(:any)/c': '2',
      '(:any)/(:any)/(:any)': '3',
    });
    expect(router.resolve('GET', '/a/b/c')).toMatchObject({ destination: '2', params: ['b'] });
    expect(router.resolve('GET', '/x/b/c')).toMatchObject({ params: ['x', 'b', 'c'] });
  });
});

describe('an expression sees the path without the slash that it starts with', () => {
  it.each<[string, Table, string, string]>([
    ['^ is before the first segment', { '^(a+)b$': 'x/$1' }, '/aab', 'x/aa'],
    ['^ inside a group', { '(?:^a|b)(.*)': 'x/$1' }, '/abc', 'x/bc'],
    ['a look-behind at the start sees nothing', { '(?<!/)(a.c)': 'x/$1' }, '/abc', 'x/abc'],
    ['a look-behind sees an inner slash', { 'a/(?<=a/)(b.d)': 'x/$1' }, '/a/bcd', 'x/bcd'],
    ['a word boundary at the start', { '\\b(.+)': 'x/$1' }, '/abc', 'x/abc'],
    ['$0 of an expression', { '(a.)c': 'x/$0' }, '/abc', 'x/abc'],
    ['$0 of a sequence', { '(:any)-(:any)': 'x/$0' }, '/a-b', 'x/a-b'],
    ['$0 of segments', { 'a/(:any)': 'x/$0' }, '/a/b', 'x/a/b'],
    ['$0 of a path that was normalised', { 'a/(:any)': 'x/$0' }, '//a/./%62', 'x/a/b'],
  ])('%s', (_, table, path, destination) => {
    expect(createRouter(table).resolve('GET', path)).toMatchObject({ destination });
  });

  it('$0 of the empty path is empty', () => {
    expect(createRouter({ '(a?)': 'x/$0' }).resolve('GET', '/')).toMatchObject({
      destination: 'x/',
    });
  });
});

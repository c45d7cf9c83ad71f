/**
 * One suite of cases for every matcher: the tree, the tree of a compiled table, and a plain loop.
 * Cases for the tree alone follow: its start and its work.
 */
import { describe, expect, it, vi } from 'vitest';
import { createRouter } from '../../../src/index.ts';
import { SearchResult } from '../../../src/resolve/matcher/tree.ts';
import {
  compilePatterns,
  countSearch,
  createTree,
  Loop,
  MATCHERS,
} from '../../support/matchers.ts';

type Table = Record<string, string>;

/** The members of the answer with a destination, or of none. */
const expected = (destination: string | null) =>
  destination === null ? { status: 'not-found' } : { destination };

describe.each(MATCHERS)('%s', (_, createRouter) => {
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
    [
      'an expression later than what was found, below a segment with an earlier key',
      { '(:any)/b/no': '1', 'a/(:any)': '2', '(:any)/b.*': '3' },
      '/a/b',
      '2',
    ],
    [
      'a text later than what was found, below a segment with an earlier key',
      { '(:any)/b/(:any)': '1', 'a/(:any)': '2', '(:any)/b': '3' },
      '/a/b',
      '2',
    ],
    [
      'an expression before longer texts and segments of its node',
      { 'a.+': '1', 'a/(:num)': '2', 'a/7/b': '3', 'a/([a-z]+)': '4' },
      '/a/7',
      '1',
    ],
    [
      'an expression before segments and a longer text of its node',
      { 'a.+': '1', 'a/(:any)/b': '2', 'a/(:num)/b': '3', 'a/7/b': '4' },
      '/a/7/b',
      '1',
    ],
    [
      'a key for the method before one for all, both behind a segment',
      { 'GET a/(:num)/b': '1', 'a/(:num)/b': '2' },
      '/a/7/b',
      '1',
    ],
    [
      'an expression whose text is also a key, next to a longer text',
      { ab: '1', 'ab.*x': '2', abc: '3' },
      '/abex',
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
  ])('the first key that matches wins: %s', (_, table, path, destination) => {
    expect(createRouter(table).resolve('GET', path)).toMatchObject(expected(destination));
  });

  describe('characters that the search skips are compared in the end', () => {
    const table = {
      'users/login': '1',
      'users/(:any)/settings/notifications': '2/$1',
      'user/repos': '3',
      'users/(:any)/settings/notification-centre/(:num)': '4/$1/$2',
      'members/(:any)/notification-settings/and-more': '5/$1',
      'user/repos/(:num)': '6/$1',
      'user/repos/(:any)/all': '7/$1',
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
      ['/users/7/settings/notification-Xentre/9', null],
      ['/users/7/settingX/notification-centre/9', null],
      ['/users/7/settings/notification-centre/9/', '4/7/9'],
      ['/users/7/settings/notification-centre9', null],
      ['/users/7/settings/notification-centre', null],
      ['/members/7/notification-settings/and-more', '5/7'],
      ['/members/7/notification-settings/and-morX', null],
      ['/members/7/notification-settingX/and-more', null],
      ['/members/7/Xotification-settings/and-more', null],
      ['/members/7/notification-settings/and-more/x', null],
      ['/membXrs/7/notification-settings/and-more', null],
      ['/user/repos', '3'],
      ['/user/reXos', null],
      ['/user/repos/7', '6/7'],
      ['/user/repos/a/all', '7/a'],
      ['/user/reXos/7', null],
      ['/user/reposX', null],
      ['/user/reposX7', null],
      ['/user/reposXa/all', null],
      ['/user/repo', null],
      ['/user', null],
      ['/users/7/settings', null],
      ['/users/7/settings/', null],
    ])('%s', (path, destination) => {
      expect(createRouter(table).resolve('GET', path)).toMatchObject(expected(destination));
    });
  });

  it.each([1, 2, 12, 13, 22, 23, 24, 25, 26, 40, 100, 254, 255, 256, 257, 1000])(
    'keys that start alike for %i characters are distinguished',
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
  ])('a class of characters that a group repeats: %s', (pattern, matching, others) => {
    const router = createRouter({ [`x/${pattern}/y`]: 'found/$1' });
    for (const text of matching) {
      expect([text, router.resolve('GET', `/x/${text}/y`).status]).toEqual([text, 'found']);
    }
    for (const text of others) {
      expect([text, router.resolve('GET', `/x/${text}/y`).status]).toEqual([text, 'not-found']);
    }
  });

  describe('a path that is not plain is normalised first', () => {
    const router = createRouter({
      'a/b': 'text',
      'n/(:num)': 'num/$1',
      'e/(.+)x': 'all/$1',
      é: 'e',
    });

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

    it('of the winner, if a later look went further along the path', () => {
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

  describe('texts of which each is the start of the next', () => {
    const table = {
      'a/(:num)': '1/$1',
      'a/b/(:num)': '2/$1',
      'a/b/c/(:any)': '3/$1',
      'a/b/c/d': '4',
      'a/b/c/d/e/(:num)': '5/$1',
      'a/(:any)/c/(:any)': '6/$1/$2',
      'a/(:any)': '7/$1',
      '(:any)/b/c': '8/$1',
    };

    it.each([
      ['/a/7', '1/7'],
      ['/a/b', '7/b'],
      ['/a/b/7', '2/7'],
      ['/a/b/c', '8/a'],
      ['/a/b/c/x', '3/x'],
      ['/a/b/c/d', '3/d'],
      ['/a/x/c/d', '6/x/d'],
      ['/a/b/c/d/e/7', '5/7'],
      ['/a/b/c/d/e/x', null],
      ['/a/b/c/d/e', null],
      ['/a/b/x', null],
      ['/a', null],
      ['/x/b/c', '8/x'],
    ])('%s', (path, destination) => {
      expect(createRouter(table).resolve('GET', path)).toMatchObject(expected(destination));
    });
  });

  it.each<[string, Table, string, string | null]>([
    ['is told from them by the end of the path', { a: '1', ab: '2', abc: '3' }, '/a', '1'],
    ['does not stand for one that goes on otherwise', { a: '1', ab: '2', abc: '3' }, '/ax', null],
    ['does not stand for its own start', { 'a/bc': '1', 'a/bcd': '2' }, '/a/b', null],
    ['is told from them by a slash', { 'a/(:num)': '1', ab: '2', abc: '3' }, '/a/7', '1'],
    ['needs a segment behind the slash', { 'a/(:num)': '1', ab: '2' }, '/a', null],
    ['needs a segment that has its set', { 'a/(:num)': '1', ab: '2' }, '/a/x', null],
    ['is itself and starts a segment', { a: '1', 'a/(:num)': '2', ab: '3' }, '/a', '1'],
    ['starts a segment and is itself', { 'a/(:num)': '1', a: '2', ab: '3' }, '/a/7', '1'],
    ['and a longer one besides', { 'a/(:num)': '1', a: '2', ab: '3' }, '/ab', '3'],
    ['goes on in an expression', { 'a.?c': '1', ab: '2', a: '3' }, '/ac', '1'],
    ['goes on in an expression that fails', { 'a.?c': '1', ab: '2', a: '3' }, '/ab', '2'],
    ['goes on in an expression or ends', { 'a.?c': '1', ab: '2', a: '3' }, '/a', '3'],
    ['is empty behind a segment', { '(:any)': '1', '(:any)/a': '2' }, '/x', '1'],
    ['is empty, and the path goes on', { '(:any)': '1', '(:any)/a': '2' }, '/x/a', '2'],
    ['is empty, and the path goes on elsewhere', { '(:any)': '1', '(:any)/a': '2' }, '/x/b', null],
    ['is empty, between segments', { '(:any)/(:num)': '1', '(:any)/a': '2' }, '/x/7', '1'],
  ])('a text that others start with: %s', (_, table, path, destination) => {
    expect(createRouter(table).resolve('GET', path)).toMatchObject(expected(destination));
  });

  it.each([
    ['a/(:any)', '/a/bc', '/abc'],
    ['a/(:num)', '/a/77', '/a777'],
    ['(:any)/a/(:num)', '/x/a/7', '/x/aa7'],
    ['(:num)/(:num)', '/7/7', '/7a7'],
  ])('a segment starts at a slash: %s', (pattern, path, other) => {
    const router = createRouter({ [pattern]: 'x' });
    expect(router.resolve('GET', path).status).toBe('found');
    expect(router.resolve('GET', other).status).toBe('not-found');
  });

  describe('a fork of few characters, wherever it stands', () => {
    const pairs = ['a', 'b'].flatMap((one) => ['c', 'd'].map((two) => `${one}-${two}`));
    const triples = pairs.flatMap((pair) => ['e', 'f'].map((last) => `${pair}-${last}`));

    it.each([
      [1, ['a', 'b', 'c']],
      [2, pairs],
      [3, triples],
      [4, triples.flatMap((triple) => [`${triple}-g`, `${triple}-h`])],
    ])('of %i', (_, texts) => {
      for (const before of ['', '(:any)/', '(:num)/(:any)/', 'x/(:any)/y/']) {
        for (const after of ['', '/(:num)']) {
          const patterns = texts.map((text) => `${before}${text}${after}`);
          const router = createRouter(
            Object.fromEntries(patterns.map((from) => [from, `to ${from}`])),
          );
          for (const pattern of patterns) {
            const path = pattern.replaceAll('(:any)', 'zz}').replaceAll('(:num)', '77');
            expect(router.resolve('GET', `/${path}`)).toMatchObject({ route: pattern });
          }
        }
      }
    });
  });

  it('a fork whose second character is at the start of its texts distinguishes them', () => {
    // At the third character, both `` and `/a` have ended, and the first difference is the slash.
    const keys = ['(:num)/a/b', '(:num)/ab', '(:num)', '(:num)/a', '(.*)'];
    const router = createRouter(Object.fromEntries(keys.map((key) => [key, key])));
    for (const [path, route] of [
      ['/7', '(:num)'],
      ['/7/a', '(:num)/a'],
      ['/7/ab', '(:num)/ab'],
      ['/7/a/b', '(:num)/a/b'],
      ['/7/b', '(.*)'],
    ])
      expect([path, router.resolve('GET', path)]).toMatchObject([path, { route }]);
  });

  describe('hundreds of texts, some of which come to one place of a fork', () => {
    const words = Array.from({ length: 600 }, (_, number) => `${(number * 7919) % 1000}-${number}`);
    it.each([
      ['', ''],
      ['', '/(:num)'],
      ['(:any)/', ''],
      ['(:any)/', '/(:num)/end'],
      ['organisations/', ''],
    ])('%j, a text, %j', (before, after) => {
      const patterns = words.map((word) => `${before}${word}${after}`);
      const router = createRouter(Object.fromEntries(patterns.map((from) => [`/${from}`, from])));
      for (const [number, word] of words.entries()) {
        const path = (text: string) =>
          `/${before}${text}${after}`.replace('(:any)', 'x').replace('(:num)', '7');
        expect(router.resolve('GET', path(word))).toMatchObject({ destination: patterns[number] });
        expect(router.resolve('GET', path(`${word}x`)).status).toBe('not-found');
        expect(router.resolve('GET', path(word.slice(0, -1)))).not.toMatchObject({
          destination: patterns[number],
        });
      }
    });
  });

  describe('characters beyond ASCII, which take more bits than a fork has for each', () => {
    // To a fork, é and the character after it look like i and 1 with the lowest bit set.
    const texts = ['i0', 'i1', 'h0', 'h1', 'a0', 'a1', 'i0x', 'i1x', 'i/0'];

    it.each([
      ['', ''],
      ['(:any)/', ''],
      ['', '/(:num)'],
      ['(:any)/x', '/(:any)'],
    ])('%j, a text, %j', (before, after) => {
      const table = Object.fromEntries(texts.map((text) => [`/${before}${text}${after}`, text]));
      const router = createRouter(table);
      const path = (text: string) =>
        `/${before}${text}${after}`.replace('(:any)', 'y').replace(/\(:\w+\)/, '7');
      for (const text of texts) {
        expect(router.resolve('GET', path(text))).toMatchObject({ destination: text });
        // Texts that differ from it only in bits that a fork ignores.
        for (const over of [128, 256, 1 << 14]) {
          for (let place = 0; place < text.length; place++) {
            const code = text.charCodeAt(place) + over;
            const other = text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1);
            expect(router.resolve('GET', path(other)).status).toBe('not-found');
            expect(router.resolve('GET', encodeURI(path(other))).status).toBe('not-found');
          }
        }
      }
      expect(router.resolve('GET', path('é0')).status).toBe('not-found');
    });

    it('lead to the keys that have them', () => {
      const router = createRouter({
        i1: '1',
        é0: '2',
        i0: '3',
        '(:any)/i1': '4',
        '(:any)/é0': '5',
      });
      for (const [path, destination] of [
        ['/é0', '2'],
        ['/%C3%A90', '2'],
        ['/i1', '1'],
        ['/x/é0', '5'],
        ['/é/i1', '4'],
      ])
        expect(router.resolve('GET', path)).toMatchObject({ destination });
    });
  });

  describe('the segments of the winner', () => {
    it.each<[string, Table, string, string]>([
      [
        'are put by when the search goes on from a text to a segment',
        { '(:any)/(:any)/(:any)/no': 'x', 'a/(:any)/(:any)/(:any)': '$1-$2-$3' },
        '/a/b/c/d',
        'b-c-d',
      ],
      [
        'are put by when the search goes on from a set to another',
        { '(:any)/(:any)/no': 'x', '(:num)/a/(:any)/(:any)': '$1-$2-$3', '(:any)/a/b/no': 'x' },
        '/7/a/b/c',
        '7-b-c',
      ],
      [
        'are those of a better route that was found later',
        {
          '(:any)/(:any)/c/(:any)': '$1-$2-$3',
          '(:num)/b/(:any)/(:any)': '$2-$3-$1',
          '7/(:any)/(:any)/d': '$2$1',
        },
        '/7/b/c/d',
        '7-b-d',
      ],
      [
        'are put by once more for a better route',
        {
          '(:any)/(:any)/c/no': 'x',
          '(:any)/b/(:any)/(:any)': '$1-$2-$3',
          '(:num)/(:any)/(:any)/d': 'second/$1-$2-$3',
          '7/(:any)/(:any)/(:any)': 'first/$1-$2-$3',
          '(:any)/(:any)/(:any)/(:any)': 'last/$1-$2-$3-$4',
        },
        '/7/b/c/d',
        '7-c-d',
      ],
      [
        'give way to what a lower expression captures',
        { '(:any)/(.+)': '$1-$2', 'a/(:any)/(:any)': 'x' },
        '/a/b/c',
        'a-b/c',
      ],
      [
        'take the place of what a higher expression captured',
        { '(:any)/b/(:any)': '$1-$2', '(.)/(b)/(.+)': 'x/$3' },
        '/a/b/c',
        'a-c',
      ],
      [
        'are right beneath an expression that does not match',
        { '(:any)/(:any)/(.+)x': 'x', 'a/(:any)/(:any)': '$1-$2' },
        '/a/b/c',
        'b-c',
      ],
    ])('%s', (_, table, path, destination) => {
      const router = createRouter(table);
      expect(router.resolve('GET', path)).toMatchObject({ destination });
      // State left by one search must not affect the next.
      router.resolve('GET', '/x/y/z/no');
      expect(router.resolve('GET', path)).toMatchObject({ destination });
    });

    const kinds = ['7', '(:num)', '([0-9a]+)', '(:any)'];
    const prefixes = kinds.flatMap((one) =>
      kinds.flatMap((two) => kinds.map((three) => `${one}/${two}/${three}`)),
    );
    const dead = prefixes.map((prefix) => `${prefix}/no`);
    const live = prefixes.map((prefix) => `${prefix}/(:any)`);
    const rotated = (list: string[], by: number) => [...list.slice(by), ...list.slice(0, by)];

    it.each([0, 1, 5, 16, 21, 33, 42, 47, 63])(
      'are its own among 128 keys for one path, started at the key %i',
      (by) => {
        const orders = [
          [...dead, ...rotated(live, by)],
          [...dead.toReversed(), ...rotated(live.toReversed(), by)],
          // Each matching key comes between others that don't match.
          rotated(live, by).flatMap((key, place) => [dead[(place * 37) % 64], key]),
          rotated(live.toReversed(), by).flatMap((key, place) => [key, dead[place]]),
        ];
        for (const order of orders) {
          const router = createRouter(Object.fromEntries(order.map((key) => [`/${key}`, 'x'])));
          const winner = order.find((key) => live.includes(key)) ?? '';
          const params = winner
            .split('/')
            .flatMap((segment, place) => (segment === '7' ? [] : [['7', '7', '7', 'd'][place]]));
          expect(router.resolve('GET', '/7/7/7/d')).toMatchObject({ route: `/${winner}`, params });
          const first = order.find((key) => key.startsWith('(:any)/(:any)/(:any)/(')) ?? '';
          expect(router.resolve('GET', '/x/y/z/d')).toMatchObject({
            route: `/${first}`,
            params: ['x', 'y', 'z', 'd'],
          });
        }
      },
    );
  });

  it.each<[string, Table, string, string | null]>([
    ['is that of the key of the method', { 'POST /': 'p', 'GET /': 'g' }, 'GET', 'g'],
    ['is that of the other method', { 'POST /': 'p', 'GET /': 'g' }, 'POST', 'p'],
    ['is the default controller', { 'POST /': 'p', default_controller: 'd' }, 'GET', 'd'],
    ['is a key before that', { 'POST /': 'p', default_controller: 'd' }, 'POST', 'p'],
    ['is the first of two', { '/': 'all', 'GET /': 'g' }, 'GET', 'all'],
    ['is the first of two, of the method', { 'GET /': 'g', '/': 'all' }, 'GET', 'g'],
    ['is that of all methods', { 'GET /': 'g', '/': 'all' }, 'BREW', 'all'],
    ['comes before an expression', { '(.*)': 'x', '/': 'root' }, 'GET', 'root'],
    ['is that of an expression', { '(.*)': 'x', a: 'a' }, 'GET', 'x'],
    ['is none where no key is', { a: 'a', '(:any)': 'x' }, 'GET', null],
    ['is none of other keys', { '(:any)': 'x', '(:any)/(:any)': 'y' }, 'GET', null],
  ])('the path /: %s', (_, table, method, destination) => {
    expect(createRouter(table).resolve(method, '/')).toMatchObject(expected(destination));
  });

  it.each<[string, Table, string, string, object]>([
    ['finds none', { 'POST a': '1' }, 'GET', '/a', { status: 'method-not-allowed' }],
    ['finds none that is nowhere', { 'POST a': '1' }, 'GET', '/b', { status: 'not-found' }],
    ['finds none in an empty table', {}, 'GET', '/a', { status: 'not-found' }],
    ['finds none for the path / either', {}, 'GET', '/', { status: 'not-found' }],
    ['but for the path /', { 'GET /': '1' }, 'GET', '/a', { status: 'not-found' }],
    ['but for the path /, which is found', { 'GET /': '1' }, 'GET', '/', { destination: '1' }],
    ['finds none for what is not normal', { 'POST a': '1' }, 'GET', '//a', { allow: ['POST'] }],
  ])('a method without routes: %s', (_, table, method, path, answer) => {
    expect(createRouter(table).resolve(method, path)).toMatchObject(answer);
  });

  it.each(['(:any)', '(:num)', '(:any)/a', '(:num)/7', 'a'])(
    'a key of hundreds of segments of %s',
    (segment) => {
      const depth = 900;
      const key = Array.from({ length: depth }, () => segment).join('/');
      const path = key.replaceAll('(:any)', 'x').replaceAll('(:num)', '7');
      const router = createRouter({
        [`/${key}`]: 'long',
        [`/${key}/end`]: 'longer',
        [`${key}/(:num)`]: 'longest/$1',
      });
      const params = key.split('/').flatMap((segment) => {
        if (!segment.startsWith('(')) return [];
        return [segment === '(:any)' ? 'x' : '7'];
      });
      expect(router.resolve('GET', `/${path}`)).toMatchObject({ destination: 'long', params });
      expect(router.resolve('GET', `/${path}/end`)).toMatchObject({
        destination: 'longer',
        params,
      });
      expect(router.resolve('GET', `/${path}/8`)).toMatchObject({
        route: `${key}/(:num)`,
        params: [...params, '8'],
      });
      expect(router.resolve('GET', `/${path}/no`)).toEqual({ status: 'not-found' });
      expect(router.resolve('GET', `/${path.slice(0, -2)}`)).toEqual({ status: 'not-found' });
    },
  );
});

describe('a tree', () => {
  it('is built at the first search, and once', () => {
    const compiled = compilePatterns(['a/(:num)']);
    const stepsOf = vi.fn(compiled.stepsOf);
    const tree = createTree({ ...compiled, stepsOf }, null);
    const result = new SearchResult(1);
    expect(stepsOf).not.toHaveBeenCalled();
    expect(tree.matchSent('/a/7', result)).toBe(compiled.routes[0]);
    expect([...result.spans]).toEqual([3, 4]);
    expect(tree.matchSent('/a/x', result)).toBeNull();
    expect(tree.matchNormal('/a/8', result)).toBe(compiled.routes[0]);
    expect(stepsOf).toHaveBeenCalledTimes(1);
  });

  it.each(['(', 'a/[', '(:any', 'x{2,1}', '(?<a>.)(?<a>.)'])(
    'does not keep %j from being refused when the router is made',
    (pattern) => {
      expect(() => createRouter({ a: 'a', [pattern]: 'x' })).toThrow(expect.any(Error));
      expect(() => createRouter({ [`POST ${pattern}`]: 'x' })).toThrow(expect.any(Error));
    },
  );

  it('of 20,000 segments is built and searched without a stack', () => {
    const segments = '/(:any)'.repeat(20_000).slice(1);
    const path = '/x'.repeat(20_000);
    const compiled = compilePatterns([segments, `${segments}/y`]);
    const tree = createTree(compiled, null);
    const result = new SearchResult(compiled.mostSegments);
    for (const [index, target] of [path, `${path}/y`].entries()) {
      expect(tree.matchSent(target, result)).toBe(compiled.routes[index]);
    }
    expect(tree.matchSent(`${path}/z`, result)).toBeNull();
  });
});

describe.each([
  ['the tree', createTree],
  [
    'the plain loop',
    (...[compiled, method]: Parameters<typeof createTree>) => new Loop(compiled, method),
  ],
])('%s, for each character of a segment', (_, create) => {
  const result = new SearchResult(1);
  const [any, digits] = ['(:any)', '(:num)'].map((key) => create(compilePatterns([key]), null));

  it('finds it as it was sent if it is printable ASCII, but for three', () => {
    for (let code = 0; code < 300; code++) {
      const char = String.fromCharCode(code);
      if (char === '/') continue;
      const isVerbatim = code >= 32 && code < 127 && !'%?#\\'.includes(char);
      for (const path of [`/a${char}`, `/${char}a`, `/a${char}b`]) {
        expect([path, any.matchSent(path, result) !== null]).toEqual([path, isVerbatim]);
        expect([path, result.gaveUp]).toEqual([path, !isVerbatim]);
        expect([path, any.matchNormal(path, result) !== null]).toEqual([path, true]);
      }
    }
  });

  it('finds whether it is of its set, beyond ASCII too', () => {
    for (let code = 0; code < 300; code++) {
      const path = `/7${String.fromCharCode(code)}7`;
      if (code === 47) continue;
      expect([path, digits.matchNormal(path, result) !== null]).toEqual([
        path,
        code >= 48 && code < 58,
      ]);
      expect([path, any.matchNormal(path, result) !== null]).toEqual([path, true]);
    }
  });
});

describe('the steps of a search', () => {
  const search = (patterns: readonly string[], path: string) => {
    const { steps, key } = countSearch(compilePatterns(patterns), 'matchSent', path);
    return [steps, key] as const;
  };

  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  const modules = (count: number) =>
    numbers(count).flatMap((number) => [
      `module-${number}`,
      `module-${number}/(:num)/edit`,
      `area/(:any)/${number}`,
    ]);

  it.each([
    ['a text', '/module-7', '/module-7'],
    ['a segment in the middle', '/module-7/3/edit', '/module-7/(:num)/edit'],
    ['a text after a segment', '/area/x/7', '/area/(:any)/7'],
    ['no such text', '/modules', null],
    ['no such end', '/module-7/3/show', null],
    ['no such segment', '/module-7/x/edit', null],
  ])('are hardly more for 6,000 keys than for 60: %s', (_, path, key) => {
    const [few, many] = [search(modules(20), path), search(modules(2000), path)];
    expect([few[1], many[1]]).toEqual([key, key]);
    expect(many[0]).toBeLessThan(3 * few[0] + 30);
    expect(many[0]).toBeLessThan(200);
  });

  it('are no more for later keys below the one that matched', () => {
    const later = (count: number) => [
      'a.+',
      ...numbers(count).map((number) => `a${'/b'.repeat(number)}/(:any)`),
    ];
    const path = `/a${'/b'.repeat(50)}/c`;
    expect(search(later(50), path)).toEqual(search(later(5), path));
    expect(search(later(50), path)[1]).toBe('/a.+');
  });

  it('are at most a few for each key, however many ways the path could go', () => {
    // Each segment may belong to any set, and only the last text decides.
    const kinds = ['7', '(:num)', '([0-9a]+)', '(:any)'];
    const keys = numbers(4 ** 5).map((number) => {
      const segments = number
        .toString(4)
        .padStart(5, '0')
        .split('')
        .map((digit) => kinds[Number(digit)]);
      return `${segments.join('/')}/end`;
    });
    const [steps, key] = search(keys, '/7/7/7/7/7/none');
    expect(key).toBe(null);
    expect(steps).toBeLessThan(30 * keys.length);
  });
});

describe('a tree of 10,000 long keys is built in time that grows with their number', () => {
  const base = 'organisation/member/'.repeat(30).slice(0, 450);
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

  // Building one takes far less than a second. Quadratic time would take minutes.
  it.each<[string, (number: number) => string]>([
    [
      'in one and the same place',
      (number) => `${base.slice(0, 220)}${number.toString(36).padStart(4, '-')}${base.slice(224)}`,
    ],
    ['at the end', (number) => `${base.slice(0, 446)}${number.toString(36).padStart(4, '-')}`],
    [
      'each in a place of its own',
      (number) => {
        const place = 1 + ((number * 61) % 440);
        const letter = LETTERS[Math.floor(number / 440)];
        return base.slice(0, place) + letter + base.slice(place + 1);
      },
    ],
    ['in their length', (number) => `${base.slice(0, 10)}${'x'.repeat(number % 400)}${number}`],
  ])('if they differ %s', { timeout: 60_000 }, (_, keyOf) => {
    const keys = Array.from({ length: 10_000 }, (_, number) => keyOf(number));
    const start = process.cpuUsage();
    const router = createRouter(Object.fromEntries(keys.map((key) => [`/${key}`, 'x'])));
    for (const number of [0, 1, 5000, 9999]) {
      expect(router.resolve('GET', `/${keys[number]}`)).toMatchObject({
        route: `/${keys[number]}`,
      });
    }
    expect(process.cpuUsage(start).user).toBeLessThan(30e6);
  });
});

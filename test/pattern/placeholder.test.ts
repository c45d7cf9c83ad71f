/** Placeholders as expressions; named ones mean the same in a table as in a definition. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import {
  expandBuiltIns,
  withPlaceholders,
  withShortNames,
  writtenIndex,
} from '../../src/pattern/placeholder.ts';
import { caught } from '../support/caught.ts';
import { createReadRouter } from '../support/compiled.ts';

beforeEach(() => Route.reset());

describe('a named placeholder in a key of a table', () => {
  it.each([
    ['a/(:alpha)', '/a/bc', ['bc']],
    ['a/(:alphanum)/(:num)', '/a/b1/7', ['b1', '7']],
    ['GET a/(:segment)', '/a/b-1', ['b-1']],
    ['a/(:hash)', '/a/f00', ['f00']],
    ['a/\\(:alpha\\)', '/a/(:alpha)', []],
  ])('is expanded by createRouter: %j', (key, path, params) => {
    const answer = createRouter({ [key]: 'x' }).resolve('GET', path);
    expect(answer).toMatchObject({ status: 'found', route: key, params });
  });

  it('is expanded by Route.map, as in Route.any', () => {
    Route.placeholder('year', '[0-9]{4}');
    const table = { 'a/(:alpha)': 'a/$1', 'GET b/(:year)': 'b/$1', 'c/(:num)': 'c/$1' };
    expect(Object.keys(Route.map(table))).toEqual([
      'a/([a-zA-Z]+)',
      'GET b/([0-9]{4})',
      'c/(:num)',
      'default_controller',
    ]);
  });

  it.each(['\\.', '\\.\\.', '/'])(
    'may be text that a path only has next to other text: %j',
    (pattern) => {
      Route.placeholder('between', pattern);
      Route.get('a(:between)b', 'x');
      const path = `/a${pattern.replaceAll('\\', '')}b`;
      expect(createRouter(Route.map()).resolve('GET', path).status).toBe('found');
    },
  );

  it('is replaced if a definition is made for the same pattern', () => {
    Route.any('a/(:alpha)', 'new/$1');
    expect(Route.map({ 'a/(:alpha)': 'old/$1' })).toMatchObject({ 'a/([a-zA-Z]+)': 'new/$1' });
  });

  it.each([
    ['createRouter', () => createRouter({ 'a/(:nmu)': 'x' })],
    ['Route.map', () => Route.map({ 'a/(:nmu)': 'x' })],
  ])('is refused by %s if nothing defines it, with the nearest', (call, run) => {
    const error = caught(run);
    expect(error).toMatchObject({
      code: 'bad-placeholder',
      where: `${call}, table key 'a/(:nmu)'`,
      place: { pattern: 'a/(:nmu)', index: 3 },
    });
    expect(error.message).toContain('Write (:num)');
  });
});

describe('a pattern with CodeIgniter’s placeholders', () => {
  it.each([
    ['photos/(:num)', 'photos/([0-9]+)'],
    ['(:any)/:num', '([^/]+)/[0-9]+'],
    [':anything', '[^/]+thing'],
    ['(:alpha)', '(:alpha)'],
  ])('%j is the expression %j', (pattern, source) => {
    expect(expandBuiltIns(pattern)).toBe(source);
    expect(withPlaceholders(source)).toBe(pattern);
  });

  it.each([
    ['a/b', 2, 2],
    // ([0-9]+)/([^/]+)/x
    ['(:num)/(:any)/x', 0, 0],
    ['(:num)/(:any)/x', 1, 1],
    ['(:num)/(:any)/x', 2, 1],
    ['(:num)/(:any)/x', 6, 1],
    ['(:num)/(:any)/x', 7, 5],
    ['(:num)/(:any)/x', 8, 6],
    ['(:num)/(:any)/x', 9, 7],
    ['(:num)/(:any)/x', 10, 8],
    ['(:num)/(:any)/x', 11, 8],
    ['(:num)/(:any)/x', 14, 8],
    ['(:num)/(:any)/x', 15, 12],
    ['(:num)/(:any)/x', 17, 14],
  ])('%j has the place %i of its expression at %i', (pattern, index, written) => {
    expect(writtenIndex(pattern, index)).toBe(written);
  });

  it.each(['%E2%80%A8', '%E2%80%A9', '%F0%9F%98%80', '%C2%A0'])(
    'has a dot for %s too, as in PCRE, whose dot excludes only a line feed',
    (encoded) => {
      const router = createRouter({ 'x/(.+)/(.*)y': 'x/$1' });
      const params = [decodeURIComponent(encoded), ''];
      expect(router.resolve('GET', `/x/${encoded}/y`)).toMatchObject({ status: 'found', params });
    },
  );
});

/**
 * What `preg_match("#^$pattern$#", $path, $captures)` of PHP 8.2 gave for each of these paths:
 * its captures, if it matched.
 */
const PATHS = [
  'tags/a',
  'tags/a b',
  'tags/a\u00a0b',
  'tags/a/b',
  'a b',
  'a\u2003b',
  't/a- b',
  't/a-b',
  't/a\ufeffb',
  't/[b',
  't/  ',
  't/\\a',
  't/\\s',
  't/ab 12',
  't/ab12 ',
  't/x',
  'a/b/ ',
  't/\u00e9',
];
const WHITE_SPACE: readonly (readonly [
  pattern: string,
  Readonly<Record<string, readonly string[]>>,
])[] = [
  ['tags/(\\S+)', { 'tags/a': ['a'], 'tags/a\u00a0b': ['a\u00a0b'], 'tags/a/b': ['a/b'] }],
  ['(\\w+\\s\\w+)', { 'a b': ['a b'] }],
  [
    't/([\\w\\s-]+)',
    {
      't/a- b': ['a- b'],
      't/a-b': ['a-b'],
      't/  ': ['  '],
      't/ab 12': ['ab 12'],
      't/ab12 ': ['ab12 '],
      't/x': ['x'],
    },
  ],
  [
    't/([^\\s]+)',
    {
      't/a-b': ['a-b'],
      't/a\ufeffb': ['a\ufeffb'],
      't/[b': ['[b'],
      't/\\a': ['\\a'],
      't/\\s': ['\\s'],
      't/x': ['x'],
      't/\u00e9': ['\u00e9'],
    },
  ],
  ['t/(\\[\\S+)', { 't/[b': ['[b'] }],
  ['t/(\\s{2})', { 't/  ': ['  '] }],
  ['t/(\\\\\\S)', { 't/\\a': ['\\a'], 't/\\s': ['\\s'] }],
  [
    't/([a-z]+)\\s?([\\s\\d]*)',
    { 't/ab 12': ['ab', '12'], 't/ab12 ': ['ab', '12 '], 't/x': ['x', ''] },
  ],
  ['(\\S+?)/(?:\\s|x)', { 't/x': ['t'], 'a/b/ ': ['a/b'] }],
  [
    't(?=\\S)/([^\\s\\d]+)',
    {
      't/a-b': ['a-b'],
      't/a\ufeffb': ['a\ufeffb'],
      't/[b': ['[b'],
      't/\\a': ['\\a'],
      't/\\s': ['\\s'],
      't/x': ['x'],
      't/\u00e9': ['\u00e9'],
    },
  ],
];

describe('white space', () => {
  it.each(WHITE_SPACE)('means what it means in PCRE: %s', (pattern, captures) => {
    const router = createRouter({ [pattern]: 'x' });
    const answers = PATHS.flatMap((path) => {
      const answer = router.resolve('GET', `/${encodeURI(path)}`);
      return answer.status === 'found' ? [[path, answer.params]] : [];
    });
    expect(Object.fromEntries(answers)).toEqual(captures);
  });

  it.each([
    ['a router', (table: Record<string, string>) => createRouter(table)],
    ['a compiled router', (table: Record<string, string>) => createReadRouter(table)],
  ])('does not open a block to a no-break space: %s', (_, make) => {
    const router = make({ 'admin/(\\S+)': '', 'admin/(.+)': 'admin/$1' });
    expect(router.resolve('GET', '/admin/a%C2%A0b').status).toBe('blocked');
    expect(router.resolve('GET', '/admin/a%20b').status).toBe('found');
  });

  it('is a space in a URL', () => {
    Route.get('a\\sb/(\\S+)', 'x', { as: 'spaced' });
    expect(Route.url('spaced', ['c'])).toBe('/a%20b/c');
    expect(() => Route.url('spaced', ['c d'])).toThrow('c d');
  });

  it('leaves the place of a later error where it is', () => {
    const pattern = 'a\\s\\S(:num)\\\\S[\\s]{3,1}';
    const error = caught(() => createRouter({ [pattern]: 'x' }));
    expect(error).toMatchObject({ place: { pattern, index: pattern.indexOf('{') } });
  });
});

describe('the short form of a pattern', () => {
  it.each([
    ['articles/(?<slug>:any)', 'articles/{slug}'],
    ['(?<id>:num)/(?<a>[^/]+)', '{id:num}/{a}'],
    ['(?<a>[a-zA-Z]+)/(?<b>[a-zA-Z0-9]+)/(?<c>[0-9]+)', '{a:alpha}/{b:alphanum}/{c:num}'],
    ['blog(?:/(?<page>:num))?', 'blog(?:/{page:num})?'],
    ['((?<id>:any)|x)', '({id}|x)'],
  ])('has names in braces: %s', (pattern, short) => {
    expect(withShortNames(pattern)).toBe(short);
    Route.reset();
    Route.get(short, 'x');
    Route.get(pattern, 'x');
    const [one, two = one] = Object.keys(Route.map()).slice(1);
    const paths = ['/articles/a.b', '/1/x', '/a/a1/2', '/blog', '/blog/2', '/x'];
    const answers = [one, two].map((key) => {
      const router = createRouter({ [String(key)]: 'x/$1' });
      return paths.map((path) => JSON.stringify({ ...router.resolve('GET', path), route: '' }));
    });
    expect(answers[0]).toEqual(answers[1]);
  });

  it.each([
    ...['a/(:any)', '(?<lang>en|fr)', '(?<a>[a-z]+)', '(?<a>(:any))', '(?<a>:any/:num)', '(?<=a)b'],
    ...['\\(?<a>:any\\)', '[(?<a>:any)]', '(?<year>[0-9]{4})', '(?<a>[\\d]+)', ''],
  ])('leaves the rest alone: %s', (pattern) => expect(withShortNames(pattern)).toBe(pattern));
});

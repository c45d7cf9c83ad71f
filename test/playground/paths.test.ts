import { describe, expect, it } from 'vitest';
import { createRouter, type SuppliedTable } from 'waymark';
import { partsOf } from '../../docs/playground/worker/parts.ts';
import { findPaths } from '../../docs/playground/worker/paths.ts';

const PATTERNS: readonly string[] = [
  ...['photos/(:num)', '(:any)', '(:any)/(:num)/(:any)', 'posts/:num', '(:any)(:num)', '(:num){2}'],
  ...['(en|fr)', '(en|fr)?', '(en|fr)/blog(?:/page/(:num))?', 'about|contact/(:any)', '(a|b|)c'],
  ...['([a-z]{2})(?:-([A-Z]{2}))?/(.+)', 'a{2,3}', '[^a-c/]+', '[\\w-]+', '\\w+\\.(?:jpg|png)'],
  ...['(?<year>[0-9]{4})/(?<month>\\d\\d?)', '(foo|bar(?:baz|qux)+)/(:any)', '(.+?)/edit', 'a.b'],
  ...['x(?=y)yz?', '(?<!a)b', '(?!new)([a-z]+)', '\\bfoo\\b', '(([a-z])\\2)+', '([a-z]+)-\\1'],
  ...[
    'sitemap\\.xml',
    'é/(:num)',
    '中/(:any)',
    '__proto__',
    'constructor',
    '/404',
    'a\\/b',
    '(?:)',
  ],
  ...['(:segment)/(:alpha)/(:alphanum)/(:hash)', '[0-9a-f]{8}-[0-9a-f]{4}', '(?:(:num))?'],
];

const reaches = (table: SuppliedTable, key: string, method: string, path: string) => {
  const answer = createRouter(table).resolve(method, path);
  return 'route' in answer && answer.route === key;
};

describe('the paths of a pattern', () => {
  it.each(PATTERNS)('are as the router decides: %s', (pattern) => {
    for (const method of [null, 'GET', 'POST']) {
      const key = method === null ? pattern : `${method} ${pattern}`;
      const table = { [key]: 'x' };
      const { matches, near } = findPaths(table, key, method, pattern);
      const answers = [...matches, ...near].map((each) =>
        reaches(table, key, each.method, each.path),
      );
      expect(answers).toEqual([...matches.map(() => true), ...near.map(() => false)]);
      expect(matches.length).toBeGreaterThan(0);
      expect(near.length).toBeGreaterThan(0);
      expect(Math.max(matches.length, near.length)).toBeLessThanOrEqual(5);
      const lines = [...matches, ...near].map((each) => `${each.method} ${each.path}`);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  it.each([
    ['photos/(:num)', '/photos/12', '/photos/abc'],
    ['(:any)/(:any)', '/12/12', '/12/12/more'],
    ['(en|fr)/blog(?:/page/(:num))?', '/en/blog', '/en/blog/page/abc'],
    ['([a-z]+)-\\1', '/abc-abc', '/12'],
  ])('are typical: %s', (pattern, match, near) => {
    const found = findPaths({ [pattern]: 'x' }, pattern, null, pattern);
    expect(found.matches.map(({ path }) => path)).toContain(match);
    expect(found.near.map(({ path }) => path)).toContain(near);
  });

  it.each(['.*', '(.*)'])('never nearly match if all match: %s', (pattern) => {
    expect(findPaths({ [pattern]: 'x' }, pattern, null, pattern).near).toEqual([]);
  });

  it('say which other row answers', () => {
    const table = { 'users/(:any)': 'users/$1', 'users/new': '' };
    expect(findPaths(table, 'users/new', null, 'users/new').matches).toEqual([
      { method: 'GET', path: '/users/new', answer: "users/new, by 'users/(:any)'", isOwn: false },
    ]);
  });
});

describe('the parts of a pattern', () => {
  it.each(PATTERNS)('are its text, in order: %s', (pattern) => {
    const own = partsOf(pattern).filter(({ depth }) => depth === 0);
    const text = own.map((part) => part.text).join(pattern.startsWith('about|') ? '|' : '');
    // A table reads placeholders other than its own two as groups.
    const written = pattern
      .replace(/^\//, '')
      .replaceAll(/\(:(?:segment|hash)\)/g, '([^/]+)')
      .replace('(:alpha)', '([a-zA-Z]+)')
      .replace('(:alphanum)', '([a-zA-Z0-9]+)');
    expect(text).toBe(written);
    expect(own.every(({ says }) => says !== '')).toBe(true);
  });

  it.each([
    ['photos/(:num)', ['photos/ this text', '(:num) $1: one or more digits']],
    ['(:any)', ['(:any) $1: one or more characters, but no slash']],
    ['(en|fr)', ['(en|fr) $1: en or fr']],
    ['(?:a|)b', ['(?:a|) a or nothing', 'b this text']],
    ['[A-Z]{2}x?', ['[A-Z]{2} 2 upper-case letters', 'x? this text, or nothing']],
    [
      'a{2,3}[^a-c]+?',
      [
        'a{2,3} this text, 2 to 3 times',
        '[^a-c]+? one or more characters that are not in [a-c], as few as possible',
      ],
    ],
    [
      '(?<year>\\d?)[x_]{2,}',
      [
        '(?<year>\\d?) $1, called year: a digit, or nothing',
        '[x_]{2,} 2 or more characters of [x_]',
      ],
    ],
    ['sitemap\\.xml', ['sitemap\\.xml this text']],
    [
      'blog(?:/(:num))?',
      [
        'blog this text',
        '(?:/(:num))? this, or nothing:',
        '/ this text',
        '(:num) $1: one or more digits',
      ],
    ],
    [
      'a|b/(.+)',
      [
        'a either this',
        'b/(.+) or this',
        'b/ this text',
        '(.+) $1: one or more characters of any kind',
      ],
    ],
    [
      '(?!new)(.*)',
      [
        '(?!new) what follows must not be this:',
        'new this text',
        '(.*) $1: any number of characters of any kind, even none',
      ],
    ],
    [
      '([a-z]+)-\\1',
      [
        '([a-z]+) $1: one or more lower-case letters',
        '- this text',
        '\\1 the same text as $1 again',
      ],
    ],
  ])('are explained: %s', (pattern, expected) => {
    expect(partsOf(pattern).map(({ text, says }) => `${text} ${says}`)).toEqual(expected);
  });
});

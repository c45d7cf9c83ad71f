/** Respells PCRE's patterns for waymark, and refuses those that waymark doesn't have. */
import { describe, expect, it } from 'vitest';
import { Dead, translate, Untranslatable } from '../../../src/tools/import/pcre.ts';

it.each([
  'posts/(:num)',
  'posts/:num/:any',
  'a/(:any)/([^/]+)/?b',
  '(a|b)+',
  '([a-z]{2}){2}',
  '(?:a|b)*?c',
  '(?=a)(?!b)(?<=/a)(?<!c).+',
  '(a)\\1',
  '(?<x>a)\\k<x>',
  'a{,3}b{2}c{2,}d{2,3}?',
  '[\\w-]+\\.html',
  '[a-z\\d_.-]+',
  '[^\\]]+',
  '[%20]',
  '\\bfoo\\b.*\\B',
  'a\\/b',
  '(a?)b',
  '(:num)+',
  'a(:any)*',
  '[a-]',
  'a^b',
  '\\é',
  '\\x41\\u0041',
  '[!-\\#\\#]',
  'a\\#b',
  'a%2Fb%25c',
  'a\\$',
  '(a|b$)',
])('a pattern that means the same to both stays as it was written: %s', (pattern) => {
  expect(translate(pattern).pattern).toBe(pattern);
});

describe("a pattern in PCRE's spelling", () => {
  it.each([
    ['^a$', 'a'],
    ['^a\\$', 'a\\$'],
    ['\\Aa\\z', 'a'],
    ['\\Ga\\Z', 'a'],
    ['/?a/?', 'a/?'],
    ['^/*a', 'a'],
    ['(?i)ab1', '[aA][bB]1'],
    ['^(?i)ab$', '[aA][bB]'],
    ['(?i)^A', '[Aa]'],
    ['(?i)a|b', '[aA]|[bB]'],
    ['(?i)[a-cX_0-9]', '[a-cA-CXx_0-9]'],
    ['(?i)[^a]', '[^aA]'],
    ['(?i)[A-Z.-]', '[A-Za-z.-]'],
    ['(?i)[\\wé-]\\d', '[\\wé-]\\d'],
    ['(?i)a/(:any)/(:num)', '[aA]/(:any)/(:num)'],
    ['(?i)(?<id>a)', '(?<id>[aA])'],
    ['a\\hb\\H', 'a b[^ ]'],
    ['a\\sb\\S', 'a\\sb\\S'],
    ['a\\hb\\H', 'a b[^ ]'],
    ['[\\w\\h-]', '[\\w -]'],
    ['[^\\h]+', '[^ ]+'],
    ['(?P<n>a)', '(?<n>a)'],
    ['caf%C3%A9/a%20b', 'café/a b'],
    ['(a%20b)(?:%2Ec)?', '(a b)(?:\\.c)?'],
    ['a%2fb%20%2Fc%25', 'a%2Fb %2Fc%25'],
    ['a/(:alpha)', 'a/(\\:alpha)'],
    ['(?<n>:alpha)', '(?<n>\\:alpha)'],
    ['(?P<nP>:num)(?<P>a)', '(?<nP>:num)(?<P>a)'],
    ['a/{id}', 'a/\\{id\\}'],
    ['a{b', 'a\\{b'],
    ['a}', 'a\\}'],
    ['(?i){a}{2}{,3}', '\\{[aA]\\}{2}{,3}'],
  ])('is respelled: %s', (pattern, written) => expect(translate(pattern).pattern).toBe(written));

  it('writes (:any) as .+ if asked to', () => {
    expect(translate('a/(:any)/(:num)', 'all').pattern).toBe('a/(.+)/(:num)');
  });

  it.each([
    ['a|b', true],
    ['^a|b$', true],
    ['^a|^b', true],
    ['a$|b$', true],
    ['a$|b$|^c', true],
    ['a$|^b$|c', true],
    ['a$|^b|^c', true],
    ['(a|b)', false],
    ['a', false],
    ['a$|^b', false],
    ['^a$|^b$', false],
    ['a$|^b$|^c', false],
  ])('says whether alternatives at the top match more in CodeIgniter: %s', (pattern, more) => {
    // CodeIgniter's own expression, with paths that distinguish the two.
    const original = new RegExp(`^${pattern}$`);
    const paths = ['a', 'b', 'c', '', 'ax', 'xa', 'xax', 'bx', 'xb', 'xbx', 'cx', 'xc'];
    const differs = paths.some(
      (path) => original.test(path) !== new RegExp(`^(?:${pattern})$`).test(path),
    );
    expect(differs).toBe(more);
    expect(translate(pattern).alternatives).toBe(more);
  });
});

it.each([
  ['a#b', 'a # without a backslash, at which CodeIgniter ends the expression'],
  ['x'.repeat(1001), 'it is longer than 1000 characters'],
  ['a++', 'only PCRE has possessive quantifiers: leave this + out'],
  ['a/:num+', 'only PCRE has possessive quantifiers: leave this + out'],
  ['(?>a+)', 'JavaScript has no group that starts with (?>: write (?:…)'],
  [
    'a(?i)b',
    'JavaScript has no group that starts with (?i: leave the flags out: case always matters; write [Aa] for either case',
  ],
  ['(?i)(a)\\1', '(?i) with \\1'],
  ['(?i)\\x41', '(?i) with \\x41'],
  ['(?i)[\\x41]', '(?i) with \\x'],
  ['(?i)[0-z]', '(?i) with the range 0-z'],
  ['[\\s-z]', 'PCRE and JavaScript read this \\s differently: write a space: no path has a tab'],
  ['[!-\\s]', 'PCRE and JavaScript read this \\s differently: write a space: no path has a tab'],
  ['[\\S]', 'PCRE and JavaScript read this \\S differently: write [^ ]'],
  ['[[:alpha:]]', 'only PCRE has POSIX classes: list the characters, as in [a-z]'],
  ['[]a]', 'JavaScript ends a class at a ] that comes first, PCRE does not: write \\]'],
  ['a%20+', "paths are decoded before they are matched, so none contains %20: write 'a +'"],
  [
    'a%2',
    'a percent sign of a path is matched as %25, so this pattern would never match: write %25',
  ],
  ['(:anything)', 'there is no placeholder (:anything): write (:any), or a group of your own'],
  ['a|/b', 'no path has an empty segment, so this pattern would never match: leave this slash out'],
  ['a(//b)?', 'no path has an empty segment, so this pattern would never match: write one slash'],
  ['(a', 'this ( is never closed: close it with ), or write \\( for a ( in the path'],
  ['\\', 'nothing follows the backslash: write \\\\ for a backslash in the path'],
])(
  'a pattern that waymark does not have is refused with the reason and the advice: %s',
  (pattern, why) => expect(() => translate(pattern)).toThrow(new Untranslatable(why)),
);

it.each([
  ['', 'the empty path is answered by default_controller'],
  ['^$', 'the empty path is answered by default_controller'],
  ['/', 'the empty path is answered by default_controller'],
  ['/a', 'no path has an empty segment'],
  ['^/a', 'no path has an empty segment'],
  ['a/', 'no path has an empty segment'],
  ['a//b', 'no path has an empty segment'],
  ['a%FFb', 'no path has %FF, which is not UTF-8'],
  ['a/$id', '$ ends the path'],
  ['a$b', '$ ends the path'],
])('a pattern that no path matches is dead: %j', (pattern, why) => {
  expect(() => translate(pattern)).toThrow(new Dead(why));
});

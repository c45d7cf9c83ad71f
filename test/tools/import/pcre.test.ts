/** Translates PCRE's patterns to JavaScript's, and finds those without an exact translation. */
import { describe, expect, it } from 'vitest';
import { Dead, translate, Untranslatable } from '../../../src/tools/import/pcre.ts';

describe('a pattern that means the same to both', () => {
  it.each([
    'posts/(:num)',
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
    '\\bfoo\\b.*\\B',
    'a\\/b',
    '[\\b]?a',
    '(a?)b',
    '(.*)?b',
    '(a*){1}b',
    '(a)(?:\\1)?',
    '(?:(a)|b)\\1?(?<x>c)(?:\\k<x>)??d',
    '(?:ab?)+',
    'x(?:(a)|b)?',
    '[a-]',
    '[\\d-x]',
    'a^b',
    '\\é',
    '\\:any',
    '[!-\\#\\#]',
  ])('stays as it was written: %s', (pattern) => {
    expect(translate(pattern).pattern).toBe(pattern);
  });
});

describe("a pattern in PCRE's syntax", () => {
  it.each([
    ['a++', 'a+(?!a)'],
    ['a*+b', 'a*(?!a)b'],
    ['[ab]{2,}+', '[ab]{2,}(?![ab])'],
    ['a?+b', '(?:a|(?!a))b'],
    ['a{2}+', 'a{2}'],
    ['a{2,4}+', '(?:a{4}|a{2,3}(?!a))'],
    ['a{0,2}+', '(?:a{2}|a?(?!a))'],
    ['a{1,2}+b', '(?:a{2}|a(?!a))b'],
    ['(?:a)++', '(?:a)+(?!a)'],
    ['(?>a+)b', 'a+(?!a)b'],
    ['(?>ab)', '(?:ab)'],
    ['(?>a(?:b)c{2}[0-9]*)x', 'a(?:b)c{2}[0-9]*(?![0-9])x'],
    ['(?>ab+)+', '(?:ab+(?!b))+'],
    ['(?>a{2})?', '(?:a{2})?'],
    ['(?:a*?)?b', '(?:(?:a*?)|)b'],
    ['(a?b?)??c', '(?:|(a?b?))c'],
    ['(:num)+a\\1', '(:num)+a\\1'],
    ['/?a/?', 'a/?'],
    ['^/*a', 'a'],
    ['a/:num+', 'a/[0-9]+(?![0-9])'],
    ['(?i)ab1', '[aA][bB]1'],
    ['a(?i)b|c', 'a[bB]|[cC]'],
    ['(?i:a)b', '(?:[aA])b'],
    ['(?i)a(?-i)b', '[aA]b'],
    ['(?i)[a-cX_]', '[a-cA-CXx_]'],
    ['(?i)[\\wé]\\d', '[\\wa-zA-Zé]\\d'],
    ['(?i)\\Qa.\\E', '[aA]\\.'],
    ['(?s)a(?m)b', 'ab'],
    ['(?is-m)a', '[aA]'],
    ['[[:alpha:]_-]', '[A-Za-z_-]'],
    ['[[:digit:]-]', '[0-9\\-]'],
    ['[[:^ascii:]]', '[\\u0080-\\uffff]'],
    ['[^[:^digit:]]', '[^\\x00-/:-\\uffff]'],
    ['[[:punct:]]', '[!-/:-@\\[-`{-~]'],
    ['[]a]', '[\\]a]'],
    ['[^]a]', '[^\\]a]'],
    ['[\\h\\H]', '[ \\x00-\\x1f!-\\uffff]'],
    ['[\\Qa-]\\Ez]', '[a\\-\\]z]'],
    ['[a\\Ez]', '[az]'],
    ['[\\x{61}-\\x{63}]', '[a-c]'],
    ['[\\t-\\r]a', '[\\x09-\\x0d]a'],
    ['\\Aa\\z', 'a'],
    ['\\Ga\\Z', 'a'],
    ['^a$', 'a'],
    ['(?:^a|b$)', '(?:^a|b$)'],
    ['a\\hb\\H', 'a b[^ ]'],
    ['a\\sb\\S', 'a b[^ ]'],
    ['[\\w\\s-]', '[\\w \\-]'],
    ['[^\\s]+', '[^ ]+'],
    ['\\N\\V\\C\\X', '....'],
    ['a(?:\\R|\\vb|c)', 'a(?:(?!)|(?!)b|c)'],
    ['\\Qa.b\\E/c', 'a\\.b/c'],
    ['\\Qa.b', 'a\\.b'],
    ['a\\Eb', 'ab'],
    ['\\x{2e}\\x2e\\x9\\o{56}\\056', '\\.\\.\\x09\\.\\.'],
    ['(?P<n>a)(?P=n)', '(?<n>a)\\k<n>'],
    ["(?'n'a)\\k'n'\\k{n}\\g{n}", '(?<n>a)\\k<n>\\k<n>\\k<n>'],
    ['(a)\\g1\\g{1}\\g{-1}', '(a)\\1\\1\\1'],
    ['(a)\\g{1}0', '(a)(?:\\1)0'],
    ['(:num)+', '(:num)'],
    ['a(:any)*', 'a(:any)?'],
    ['a([0-9]+)*?b', 'a([0-9]+)??b'],
    ['(/(:any))*x', '(?:(?:/[^/]+)*(/(:any)))?x'],
    ['(?:-([0-9]))+', '(?:-[0-9])*(?:-([0-9]))'],
    ['(?:-([0-9])){2}', '(?:-[0-9])(?:-([0-9]))'],
    ['(?:-([0-9])){2,}', '(?:-[0-9])+(?:-([0-9]))'],
    ['(?:-([0-9])){3,5}', '(?:-[0-9]){2,4}(?:-([0-9]))'],
    ['(?:(?:a(b)){2}c)+', '(?:ababc)*(?:(?:ab)(?:a(b))c)'],
    ['(?i)[a-bz]', '[a-bABzZ]'],
    ['[a-\\d]', '[a-\\d]'],
    ['(?:a(b))*', '(?:(?:ab)*(?:a(b)))?'],
    ['caf%C3%A9/a%20b', 'café/a b'],
    ['(a%20b)+(?:%2Ec)?', '(a b)+(?:\\.c)?'],
    ['a%2fb%2Fc%25%2', 'a%2Fb%2Fc%25%2'],
    ['a/(:alpha)', 'a/(\\:alpha)'],
    ['(?<n>:alpha)', '(?<n>:alpha)'],
  ])("is written in JavaScript's syntax: %s", (pattern, written) => {
    expect(translate(pattern).pattern).toBe(written);
  });

  it('writes (:any) as .+ if asked to', () => {
    expect(translate('a/(:any)/(:num)', 'all').pattern).toBe('a/(.+)/(:num)');
  });

  it.each([
    ['a|b', true],
    ['^a|b$', true],
    ['^a|^b', true],
    ['a$|b$', true],
    ['a$|b|^c', true],
    ['a$|^b|^c', true],
    ['a|', true],
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

describe('a pattern that JavaScript can not express exactly', () => {
  it.each([
    ['a#b', 'a # without a backslash, at which CodeIgniter ends the expression'],
    ['(ab)++', 'a possessive quantifier over more than one character'],
    ['(?:a|b)++', 'a possessive quantifier over more than one character'],
    ['(?:ab)?+', 'a possessive quantifier over more than one character'],
    ['(?>a|ab)', 'this (?>…)'],
    ['(?>a+b)', 'this (?>…)'],
    ['(?>a+?)', 'this (?>…)'],
    ['(a)(?>\\1)', 'this (?>…)'],
    ['(?:a|(b))+', 'a group that captures inside a repeated one'],
    ['(?:-([0-9]+)?x)+', 'a group that captures inside a repeated one'],
    ['(?:([0-9]+)[0-9])+', 'a group that captures inside a repeated one'],
    ['(?:(?=(a))a)+', 'a group that captures inside a repeated one'],
    ['(?:a(b+?))+', 'a group that captures inside a repeated one'],
    ['(?:a(b))+?', 'a group that captures inside a repeated one'],
    ['(?:a(b)$)+', 'a group that captures inside a repeated one'],
    ['(?:a(b)(?:c?)*)+', 'a repeated group that can be empty'],
    ['(?:([0-9]+))+', 'a group that captures inside a repeated one'],
    ['(?:^|$)*', 'a repeated group that can be empty'],
    ['(a?)*', 'a repeated group that can be empty'],
    ['(?:a|)+', 'a repeated group that can be empty'],
    ['(?:(?:a*)*|^|(?=b))+', 'a repeated group that can be empty'],
    ['(x)(?:\\1)+', 'a repeated group that can be empty'],
    ['(?=a)*b', 'a look-around that is repeated'],
    ['(?i)(a)\\1', 'a reference under (?i)'],
    ['(?:(a)|b)\\1', 'a reference to a group that may have captured nothing'],
    ['(a)?\\1', 'a reference to a group that may have captured nothing'],
    ['(?!(a))\\1', 'a reference to a group that may have captured nothing'],
    ['(a|\\1*?)', 'a reference to a group that may have captured nothing'],
    ['(?<x>a|(?:\\k<x>)?)', 'a reference to a group that may have captured nothing'],
    ['(a\\1)', 'a reference to a group that may have captured nothing'],
    ['\\2(a)', 'a reference to a group that may have captured nothing'],
    ['(a)\\11', '\\11, group or octal'],
    ['\\pL', '\\p'],
    ['a\\Kb', '\\K'],
    ['[\\pL]', 'a class with \\p in it'],
    ['[[:foo:]]', 'there is no class [:foo:]'],
    ['[\\Qa\\E-z]', 'a - after \\Q…\\E'],
    ['[b-a]', 'a range that is out of order'],
    ['[ab', 'a [ that is never closed'],
    ['(ab', 'a ( that is never closed'],
    ['ab)', 'a ) that closes nothing'],
    ['a\\', 'nothing follows the backslash'],
    ['*a', 'nothing for * to repeat'],
    ['a(+)', 'nothing for + to repeat'],
    ['a^*', '^*'],
    ['a{3,2}', 'the numbers in {3,2} are out of order'],
    ['(?R)', '(?R…)'],
    ['(?|a|b)', '(?|…)'],
    ['(*SKIP)', '(*S…)'],
    ['\\xe9', '\\xe9 is a single byte of a multibyte character'],
    ['[\\x80-\\xff]+', '\\x80 is a single byte of a multibyte character'],
    ['\\x{1f600}', 'a character beyond U+FFFF has no single code unit'],
    [`${'('.repeat(300)}${')'.repeat(300)}`, 'groups are nested too deeply'],
  ])('is refused with the reason: %s', (pattern, why) => {
    expect(() => translate(pattern)).toThrow(new Untranslatable(why));
  });

  it('reads a # with a backslash as the character', () => {
    expect(translate('a\\#b').pattern).toBe('a\\#b');
  });
});

describe('a pattern that no path matches', () => {
  it.each(['', '^$', '/', '/a', 'a/', 'a//b', 'a%FFb', 'a/$id', 'a$b'])(
    'is dead: %j',
    (pattern) => {
      expect(() => translate(pattern)).toThrow(Dead);
    },
  );
});

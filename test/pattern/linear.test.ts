/** Sequences of characters and classes are matched in linear time, with an expression's captures. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRouter } from '../../src/index.ts';
import { createLinearMatcher } from '../../src/pattern/linear.ts';
import { createMatcher } from '../../src/pattern/matcher.ts';
import { parsePattern } from '../../src/pattern/parse.ts';
import { countSteps } from '../support/backtrack.ts';
import { RUNS } from '../support/runs.ts';

const compiled = (pattern: string) => createMatcher(parsePattern(pattern, ''), '');
const linear = (pattern: string) => createLinearMatcher(parsePattern(pattern, '').choices);
const expression = (pattern: string) =>
  new RegExp(`^(?:${parsePattern(pattern, '').source})$`, 's');

/** The captures, as a resolver gives them: a group that took no part is empty. */
const captures = (found: readonly (string | undefined)[] | null) =>
  found && Array.from(found, (capture) => capture ?? '');

describe('a sequence that an engine could go back in is matched in two passes', () => {
  it.each([
    ['(:any)-(:any)', 'a-b-c', ['a-b', 'c']],
    ['(:any)-(:any)-(:any)', 'a--b-c', ['a-', 'b', 'c']],
    ['(:any)-(:any)', '-a', null],
    ['(.*)(.*)(.*)x', 'abx', ['ab', '', '']],
    ['(.*?)(.*)x', 'abx', ['', 'ab']],
    ['(.*?)-(.*?)', 'a-b-c', ['a', 'b-c']],
    ['([a-z]+?)([a-z]{2,3}?)([a-z]*)', 'abcdef', ['a', 'bc', 'def']],
    ['([a-z]{1,2})([a-z]{1,2})([a-z]{1,2})', 'abcd', ['ab', 'c', 'd']],
    ['([a-z]{1,2})([a-z]{1,2})', 'abcde', null],
    ['([a-z]{1,2})([a-z]*)', 'abcd', ['ab', 'cd']],
    ['([a-z]{3})([a-z]+)([a-z]?)', 'abcd', ['abc', 'd', '']],
    ['(a+)(a+)', 'a', null],
    ['([0-9]+)([a-z]*)([0-9]+)', '123', ['12', '', '3']],
    ['(:any)-(:any)[a-z]', 'a-b-cd', ['a-b', 'c']],
    ['((:any)-(?:x))(:any)', 'a-xb', ['a-x', 'a', 'b']],
    ['(?<n>.+)-(.+)', 'é-日本', ['é', '日本']],
    ['(.+)-(.+)', '\n-\u2028', ['\n', '\u2028']],
    ['(.+)-(.+)', '\u0080-a', ['\u0080', 'a']],
    ['(.*)é+(.*)', 'aéb', ['a', 'b']],
    ['(.*)-+(.*)', 'a--b', ['a-', 'b']],
    ['([\\u00a0]+)([^\\u00a0]+)([\\u00a0]*)', '\u00a0é', ['\u00a0', 'é', '']],
    ['([à-ü]+)([é-ü]+)x?', 'éé', ['é', 'é']],
    ['([à-ü]+)([à-ü]+)', 'éüé', ['éü', 'é']],
    ['([à-ü]+)([à-ü]+)', 'é日', null],
    ['^(:any)-(:any)$', 'a-b', ['a', 'b']],
    ['(:any)*-(:any)*', '-a', ['', 'a']],
    ['(:any)*(:num)*', 'a1', ['a1', '']],
    ['(:any)-([a-z]+)+?(z?)', 'a-bz', ['a', 'bz', '']],
    ['(:any)-(:any){1}', 'a-b-c', ['a-b', 'c']],
    ['(x+)?(x*)y', 'xxy', ['xx', '']],
    ['.+(.{9})', '0123456789', ['123456789']],
    ['()(:any)x(:any)', 'axb', ['', 'a', 'b']],
  ])('%j gives for %j the captures %j', (pattern, path, expected) => {
    const matcher = linear(pattern);
    expect(matcher).not.toBeNull();
    const found = captures(matcher?.exec(path) ?? null);
    expect(found).toEqual(expected && [path, ...expected]);
    expect(found).toEqual(captures(expression(pattern).exec(path)));
  });
});

describe('a path without the text that a sequence starts or ends with', () => {
  it.each([
    ['page-(:any)-(:num)-7', 'pages-a-7-7'],
    ['page-(:any)-(:num)-7', 'page-a-7-77'],
    ['page-(:any)-(:num)', 'pages-a-7'],
    ['(:any)-(:any)-x', 'a-b-y'],
  ])('of %j is refused before its characters are looked at: %j', (pattern, path) => {
    const matcher = linear(pattern);
    const look = vi.spyOn(String.prototype, 'charCodeAt');
    try {
      expect(matcher?.exec(path)).toBeNull();
      expect(look).not.toHaveBeenCalled();
    } finally {
      look.mockRestore();
    }
  });
});

describe('anything else is left to the regular expression', () => {
  it.each([
    'page-(:num)',
    '.+(.{8})',
    '(.*)\\.json',
    '([0-9]+)-([a-z]+)',
    '(:num)-(:any)',
    '([0-9]+)([^0-9]+)',
    '([^0-9]+)([0-9]+)',
    '(~+)([^~]+)',
    '([0-9]{1,3})[a-z](.*)',
    '(:any)-(a|b)-(:any)',
    '(:any)-(:any)|b',
    '(:any)-(:any)(?:x)?',
    '(:any)-(:any)(?:x+)??',
    '(:any)-(:any)(?:x+?)?',
    '(:any)-(:any)(?:x+){0,2}',
    '(:any)-(:any)(?:x+){2,}',
    '(:any)-(:any)(?:xy+)?',
    '(:any)-(:any)\\b',
    '(:any)-((:any)\\b)',
    '(:any)-(:any)(?=b)b',
    '(:any)-(:any)\\1',
    '(?:(:any)-(:any))+',
  ])('%j', (pattern) => {
    expect(linear(pattern)).toBeNull();
    expect(compiled(pattern)).toBeInstanceOf(RegExp);
  });
});

describe('a repeated group of one repeated class', () => {
  it.each([
    ['(:any)+', 'abc', ['abc']],
    ['(:any)*', 'abc', ['abc']],
    ['(:any)*', '', ['']],
    ['a(:num)+b(x|y)', 'a12bx', ['12', 'x']],
    ['(?:([a-z]+)+|b)-(x)*', 'ab-x', ['ab', 'x']],
    ['([a-z]+)+?(z|$)', 'abz', ['abz', '']],
    ['([a-z]+)*?(z|$)', 'abz', ['abz', '']],
    ['([a-z]+)*(abz|$)', 'abz', ['abz', '']],
    ['([a-z]+)*?(abz|$)', 'abz', ['', 'abz']],
    ['(?:[a-z]+)+(?:[0-9]+)*(x|y)', 'ab12x', ['x']],
    ['([ab]+)+\\1', 'aaa', ['a']],
    ['([ab]+)+\\1*', 'aab', ['aab']],
    ['([0-9]+)+-\\1{2,}', '122-22', ['2']],
  ])('%j captures in %j what PCRE does: %j', (pattern, path, expected) => {
    expect(captures(compiled(pattern).exec(path))).toEqual([path, ...expected]);
    expect(captures(expression(pattern).exec(path))).toEqual([path, ...expected]);
  });

  it.each([
    ['([a-z]+)+?(-|$)', ''],
    ['([a-z]+){0}(-|$)', 'a'],
    ['([a-z]+){2,}(-|$)', 'a'],
  ])('%j has as many turns as it says, and does not match %j', (pattern, path) => {
    expect(compiled(pattern).exec(path)).toBeNull();
    expect(expression(pattern).exec(path)).toBeNull();
  });

  it.each(['(:any)*', '(:any)+', 'x(:any)+', '(:num)*', '(?:[^/]+)+', '((?:[^/]+)+)', '(a+)+b|c'])(
    '%j takes no exponential time where it does not match',
    (pattern) => {
      const router = createRouter({ [pattern]: 'x' }, { maxPathLength: 100_000 });
      expect(router.resolve('GET', `/x${'a'.repeat(2_000)}/`).status).toBe(
        /any|\^/.test(pattern) ? 'found' : 'not-found',
      );
      expect(router.resolve('GET', `/x${'a'.repeat(2_000)}/b/`).status).toBe('not-found');
    },
  );
});

/** A sequence of characters and classes, quantified or not, in groups that are not repeated. */
const sequences = fc.letrec<{ sequence: string; part: string }>((tie) => ({
  sequence: fc.array(tie('part'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc
      .tuple(
        fc.constantFrom('a', 'b', '-', '/', 'é', '[ab]', '[^/]', '.', '\\d', '\\D', '\\W', '[^a]'),
        fc.constantFrom('', '', '+', '*', '?', '+?', '*?', '??', '{2}', '{1,2}', '{2,}?', '{0,3}'),
      )
      .map((both) => both.join('')),
    fc.tuple(fc.constantFrom('(', '(?:'), tie('sequence')).map(([open, body]) => `${open}${body})`),
    fc.constantFrom('([^/]+)*', '(a+)?', '([ab]+)+', '(?:b+)*'),
  ),
})).sequence;

const paths = fc.string({
  unit: fc.constantFrom('a', 'b', '-', '/', 'é', '1', ' '),
  maxLength: 12,
});

/** Only such as are accepted: `a//b`, say, is not. */
const pattern = sequences.filter((written) => {
  try {
    return parsePattern(written, '') !== null;
  } catch {
    return false;
  }
});

describe('for any sequence and any path', () => {
  it('the captures are those of the expression', () => {
    fc.assert(
      fc.property(pattern, paths, (pattern, path) => {
        const expected = captures(expression(pattern).exec(path));
        expect(captures(compiled(pattern).exec(path))).toEqual(expected);
      }),
      RUNS,
    );
  });

  it('the steps are bounded by the length of the path times that of the pattern', () => {
    const look = vi.spyOn(String.prototype, 'charCodeAt');
    try {
      fc.assert(
        fc.property(pattern, paths, fc.nat(20), (pattern, piece, times) => {
          const path = piece.repeat(times);
          const matcher = linear(pattern);
          look.mockClear();
          matcher?.exec(path);
          const bound = 3 * (path.length + 1) * (pattern.length + 1);
          expect(look.mock.calls.length).toBeLessThanOrEqual(bound);
          // What is left to an engine is so, too, when it goes back as engines do.
          if (matcher === null) expect(countSteps(pattern, path)).toBeLessThanOrEqual(bound);
        }),
        RUNS,
      );
    } finally {
      look.mockRestore();
    }
  });
});

/** How a pattern is read: what its expression is made of, and where that stands in what was written. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/index.ts';
import { expand, writtenIndex } from '../../src/pattern/expand.ts';
import type { Piece } from '../../src/pattern/pieces.ts';
import { scan } from '../../src/pattern/scan.ts';

const refuse = (index: number, problem: string): never => {
  throw new Error(`${problem} at ${index}`);
};

const text = (value: string, index: number): Piece => ({ kind: 'text', value, index });
const other = (index: number): Piece => ({ kind: 'other', index });
const assertion = (index: number, captures = 0): Piece => ({ kind: 'assertion', index, captures });
const group = (
  kind: 'capture' | 'plain',
  body: string,
  index: number,
  captures: number,
): Piece => ({
  kind,
  body,
  index,
  captures,
});

describe('an expression', () => {
  it.each<[string, Piece[]]>([
    ['', []],
    ['photos/new', [text('photos/new', 0)]],
    ['a\\.b', [text('a.b', 0)]],
    ['a{b}-{', [text('a{b}-{', 0)]],
    ['a\\/\\-', [text('a/-', 0)]],
    ['a.b', [text('a', 0), other(1), text('b', 2)]],
    ['ab*c', [text('a', 0), other(1), text('c', 3)]],
    ['a*?b', [other(0), text('b', 3)]],
    ['a\\.+', [text('a', 0), other(1)]],
    ['ab{2}c', [text('a', 0), other(1), text('c', 5)]],
    ['ab{1,10}?c', [text('a', 0), other(1), text('c', 9)]],
    ['^a$', [assertion(0), text('a', 1), assertion(2)]],
    ['a\\b\\Bc', [text('a', 0), assertion(1), assertion(3), text('c', 5)]],
    ['\\d\\wa', [other(0), other(2), text('a', 4)]],
    ['[a-z]b', [other(0), text('b', 5)]],
    ['[a-z]+b', [other(0), text('b', 6)]],
    ['[^\\]/]b', [other(0), text('b', 6)]],
    ['[[]b', [other(0), text('b', 3)]],
    ['a(b)c', [text('a', 0), group('capture', 'b', 1, 1), text('c', 4)]],
    ['a(?:b)c', [text('a', 0), group('plain', 'b', 1, 0), text('c', 6)]],
    ['(?<n>b)c', [group('capture', 'b', 0, 1), text('c', 7)]],
    ['(a)((b)(c))', [group('capture', 'a', 0, 1), group('capture', '(b)(c)', 3, 3)]],
    ['(a)(?:(b)|\\)c*)', [group('capture', 'a', 0, 1), group('plain', '(b)|\\)c*', 3, 1)]],
    ['(a)?b', [other(0), text('b', 4)]],
    ['(?=a)b', [assertion(0), text('b', 5)]],
    ['(?!(a)|b)c', [assertion(0, 1), text('c', 9)]],
    ['(z)(?<=(a))b', [group('capture', 'z', 0, 1), assertion(3, 1), text('b', 11)]],
    ['(?<!a)b', [assertion(0), text('b', 6)]],
  ])('%j is made of %j', (source, pieces) => {
    expect(scan(source, refuse).pieces).toEqual(pieces);
  });

  it.each([
    ['', 0, false],
    ['a|b', 0, true],
    ['(a|b)', 1, false],
    ['(?:a|(b))|(c)', 2, true],
    ['[(|]\\(', 0, false],
    ['(?<n>(?=(a))b)', 2, false],
  ])('%j has %i groups that capture; a choice at its top level: %s', (source, captures, choice) => {
    expect(scan(source, refuse)).toMatchObject({ captures, alternatives: choice });
  });
});

describe('a pattern', () => {
  it.each([
    ['photos/(:num)', 'photos/([0-9]+)'],
    ['(:any)/:num', '([^/]+)/[0-9]+'],
    [':anything', '[^/]+thing'],
    ['(:alpha)', '(:alpha)'],
  ])('%j is the expression %j', (pattern, source) => {
    expect(expand(pattern)).toBe(source);
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
    'has a dot for %s too, as in PCRE, where only a line feed is none',
    (encoded) => {
      const router = createRouter({ 'x/(.+)/(.*)y': 'x/$1' });
      const params = [decodeURIComponent(encoded), ''];
      expect(router.resolve('GET', `/x/${encoded}/y`)).toMatchObject({ status: 'found', params });
    },
  );
});

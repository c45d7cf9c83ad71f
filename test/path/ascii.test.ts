import { describe, expect, it } from 'vitest';
import { isVerbatim } from '../../src/path/ascii.ts';

describe('isVerbatim', () => {
  it.each([
    '/',
    '/a',
    '/a/b/c',
    '/a.b',
    '/a..',
    '/a b~!$&',
    '/.a',
    '/a/.b/c',
    '/..a',
    '/...',
    '/a/.../b',
    '/.a.',
  ])('takes %j for normal as it stands', (path) => {
    expect(isVerbatim(path)).toBe(true);
  });

  it.each([
    '//',
    '/a/',
    '/a//b',
    '//a',
    '/.',
    '/..',
    '/./a',
    '/a/../b',
    '/a/..',
    '/a%41',
    '/a?b',
    '/a#b',
    '/a\u001f',
    '/a\u007f',
    '/é',
    '/a\u0100',
  ])('leaves %j to normalisation', (path) => {
    expect(isVerbatim(path)).toBe(false);
  });
});

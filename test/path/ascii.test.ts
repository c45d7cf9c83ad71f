import { describe, expect, it } from 'vitest';
import { endOfVerbatim, isVerbatim, VERBATIM_TEXT } from '../../src/path/ascii.ts';

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
  ])('finds %j normal as it is', (path) => expect(isVerbatim(path)).toBe(true));

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
    '/a\\b',
  ])('leaves %j to normalisation', (path) => expect(isVerbatim(path)).toBe(false));
});

const CODES = Array.from({ length: 0x181 }, (_, code) => code).concat(0xd800, 0xffff);

it.each(CODES.filter((code) => code !== 0x2f))(
  'the two tests for a verbatim character agree on the code %i',
  (code) => {
    const character = String.fromCharCode(code);
    const path = `/a${character}b`;
    expect(VERBATIM_TEXT.exec(character)?.[0] === character).toBe(isVerbatim(path));
    expect(endOfVerbatim(path, 1)).toBe(isVerbatim(path) ? path.length : 1);
  },
);

it.each([
  ['/a/b', 1, 2],
  ['/a/b', 3, 4],
  ['/a/', 3, 3],
  ['/a//b', 3, 3],
  ['/.', 1, 1],
  ['/../a', 1, 1],
  ['/.a/b', 1, 3],
  ['/a/é', 1, 2],
  ['/a/é', 3, 3],
])('endOfVerbatim ends the segment of %j from %i on at %i', (path, start, end) => {
  expect(endOfVerbatim(path, start)).toBe(end);
});

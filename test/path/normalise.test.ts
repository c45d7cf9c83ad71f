import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BadPath,
  cutQuery,
  decodeKept,
  decodePath,
  encodeKept,
  encodeNormal,
  endOfVerbatim,
  guardKept,
  isKept,
  isVerbatim,
  normalisePath,
  VERBATIM_TEXT,
} from '../../src/path/normalise.ts';
import { normalOf } from '../support/ordered.ts';
import { RUNS } from '../support/runs.ts';
import { MALFORMED, spell, spelling, target } from '../support/targets.ts';
import { word } from '../support/vocabulary.ts';

it.each([
  ['/a?b', '/a'],
  ['/a#b', '/a'],
  ['/a?b#c', '/a'],
  ['/a#b?c', '/a'],
  ['/a', '/a'],
  ['?', ''],
  ['/a%3Fb', '/a%3Fb'],
])('cutQuery of %j is %j', (target, path) => expect(cutQuery(target)).toBe(path));

describe('normalisePath', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['//', '/'],
    ['a', '/a'],
    ['/a', '/a'],
    ['/a/', '/a'],
    ['/a//b', '/a/b'],
    ['/./a', '/a'],
    ['/a/./b', '/a/b'],
    ['/a/.', '/a'],
    ['/a/../b', '/b'],
    ['/a/..', '/'],
    ['/../a', '/a'],
    ['../a', '/a'],
    ['/../../a', '/a'],
    ['/a//../b', '/a/b'],
    ['/a/.../b', '/a/.../b'],
    ['/a/.b/..c', '/a/.b/..c'],
    ['/%61', '/a'],
    ['/%6c', '/l'],
    ['/a/%2e%2E/b', '/b'],
    ['/a/.%2e/b', '/b'],
    ['/%7Ejoe', '/~joe'],
    ['/a%2fb', '/a%2Fb'],
    ['/a%2Fb', '/a%2Fb'],
    ['/%2e%2e%2fa', '/..%2Fa'],
    ['/a%25b', '/a%25b'],
    ['/%2575', '/%2575'],
    ['/%25%32%46', '/%252F'],
    ['/a%20', '/a '],
    ['/ a ', '/ a '],
    ['/a+b', '/a+b'],
    ['/a;b=1', '/a;b=1'],
    ['/a%5Cb', '/a\\b'],
    ['/é', '/é'],
    ['/%C3%A9', '/é'],
    ['/%F0%9F%98%80', '/😀'],
    ['/😀', '/😀'],
    ['/%C2%A0', '/\u00a0'],
    ['/a%3Fb%23c', '/a?b#c'],
    ['/A', '/A'],
    ['*', '/*'],
  ])('of %j is %j', (path, normal) => expect(normalisePath(path)).toBe(normal));

  it.each([
    ['/%', 'malformed percent sequence'],
    ['/%2', 'malformed percent sequence'],
    ['/%zz', 'malformed percent sequence'],
    ['/%u0061', 'malformed percent sequence'],
    ['/%/../a', 'malformed percent sequence'],
    ['/%C0%AF', 'invalid UTF-8'],
    ['/%C0%80', 'invalid UTF-8'],
    ['/%FF', 'invalid UTF-8'],
    ['/%C3', 'invalid UTF-8'],
    ['/%C3/%A9', 'invalid UTF-8'],
    ['/%C3%2F', 'invalid UTF-8'],
    ['/%C3é', 'invalid UTF-8'],
    ['/%ED%A0%80', 'invalid UTF-8'],
    ['/%F4%90%80%80', 'invalid UTF-8'],
    ['/\ud800', 'invalid UTF-8'],
    ['/%C3/../a', 'invalid UTF-8'],
    ['/%00', 'control character'],
    ['/\u0000', 'control character'],
    ['/a%0A', 'control character'],
    ['/a\n', 'control character'],
    ['/%09', 'control character'],
    ['/%7F', 'control character'],
    ['/\u007f', 'control character'],
    ['/%C2%85', 'control character'],
    ['/\u0080', 'control character'],
    ['/\u009f', 'control character'],
    ['/%00/../a', 'control character'],
    ['/a\\b', 'backslash'],
    ['/a\\..\\b', 'backslash'],
    ['/\\/../a', 'backslash'],
    ['/%5C\\', 'backslash'],
  ])('of %j is refused: %s', (path, reason) => {
    expect(normalisePath(path)).toEqual(new BadPath(reason as never));
  });

  const anyPath = fc.oneof(
    { weight: 2, arbitrary: target.map(cutQuery) },
    {
      weight: 1,
      arbitrary: fc
        .array(
          fc.oneof(
            fc.constantFrom('/', '.', '..', '%2F', '%2f', '%25', '%2e', '%C3%A9', '\\', '?'),
            fc.constantFrom(...MALFORMED),
            word,
            fc.string({ unit: 'binary', maxLength: 3 }),
          ),
        )
        .map((pieces) => pieces.join('')),
    },
  );

  it('is idempotent', () => {
    let normal = 0;
    fc.assert(
      fc.property(anyPath, (path) => {
        const once = normalisePath(path);
        if (typeof once !== 'string') return;
        normal++;
        // A backslash of a normal path was sent encoded.
        expect(normalisePath(once.replaceAll('\\', '%5C'))).toBe(once);
      }),
      RUNS,
    );
    expect(normal).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('returns what a byte-by-byte reading returns, and refuses the same paths', () => {
    fc.assert(
      fc.property(target, anyPath, (target, path) => {
        for (const one of [target, path]) {
          const [normal, expected] = [normalisePath(cutQuery(one)), normalOf(one)];
          const refused = normal instanceof BadPath ? { reason: normal.reason } : normal;
          expect([one, refused]).toEqual([
            one,
            typeof expected === 'string' ? `/${expected}` : expected,
          ]);
        }
      }),
      RUNS,
    );
  });

  it('gives all spellings of a path one normal form, as the joined segments', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), spelling, (segments, way) => {
        expect(normalisePath(cutQuery(spell(segments, way)))).toBe(`/${segments.join('/')}`);
      }),
      RUNS,
    );
  });
});

describe('the escapes that a normal path keeps', () => {
  it.each([
    ['a', 'a'],
    ['a/b', 'a%2Fb'],
    ['a/b%41', 'a%2Fb%2541'],
    ['%2F', '%252F'],
    ['%25', '%2525'],
    ['/%', '%2F%25'],
  ])('%j is encoded as %j and decoded again', (text, encoded) => {
    expect(encodeKept(text)).toBe(encoded);
    expect(decodeKept(encoded)).toBe(text);
  });

  it.each([
    ['%2f', '%252F'],
    ['%2F%25', '%252F%2525'],
    ['%41%2e', '%41%2e'],
  ])('%j is guarded as %j, which decodes once to itself in upper case', (path, guarded) => {
    expect(guardKept(path)).toBe(guarded);
  });

  it.each([
    ['2F', true],
    ['25', true],
    ['2f', false],
    ['41', false],
    ['', false],
  ])('%j stays: %s', (digits, stays) => expect(isKept(digits)).toBe(stays));

  it('survive the encoding of a URL and the decoding of a path', () => {
    const piece = fc.constantFrom('%2F', '%25', '%252F', 'a', 'é', ' ', '+');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(decodePath(encodeNormal(text))).toBe(text);
      }),
    );
  });
});

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

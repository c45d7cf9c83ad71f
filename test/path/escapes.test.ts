/** The escapes that a normal path keeps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRest, encodeRest, guardRest, isRest, restoreRest } from '../../src/path/escapes.ts';
import { decodePath } from '../../src/path/normalise.ts';

describe('the escapes that a normal path keeps', () => {
  it.each([
    ['a', 'a'],
    ['a/b%41', 'a%2Fb%2541'],
    ['%2F', '%252F'],
    ['/%', '%2F%25'],
  ])('%j is encoded as %j and decoded again', (text, encoded) => {
    expect(encodeRest(text)).toBe(encoded);
    expect(decodeRest(encoded)).toBe(text);
  });

  it.each([
    ['%2f', '%252F'],
    ['%2F%25', '%252F%2525'],
    ['%41%2e', '%41%2e'],
  ])('%j is guarded as %j, which decodes once to itself in upper case', (path, guarded) => {
    expect(guardRest(path)).toBe(guarded);
  });

  it.each([
    ['2F', true],
    ['25', true],
    ['2f', false],
    ['41', false],
    ['', false],
  ])('%j stays: %s', (digits, stays) => {
    expect(isRest(digits)).toBe(stays);
  });

  it('survive the encoding of a URL and the decoding of a path', () => {
    const piece = fc.constantFrom('%2F', '%25', '%252F', 'a', 'é', ' ', '+');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(decodePath(restoreRest(encodeURI(text)))).toBe(text);
      }),
    );
  });
});

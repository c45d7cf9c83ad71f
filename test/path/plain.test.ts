import { describe, expect, it } from 'vitest';
import { isPlainPath } from '../../src/path/plain.ts';

describe('isPlainPath', () => {
  it.each([
    ['', 0],
    ['/', 1],
    ['/a', 1],
    ['a', 0],
    ['a/b', 0],
    ['/a/b/c', 1],
    ['/a.b', 1],
    ['/a..', 1],
    ['/a b~!$&', 1],
    ['//a', 2],
    ['/.a', 1],
    ['/a/.b/c', 1],
    ['/..a', 1],
    ['/...', 1],
    ['/a/.../b', 1],
    ['/.a.', 1],
  ])('takes %j from %i on for normal as it stands', (text, start) => {
    expect(isPlainPath(text, start)).toBe(true);
  });

  it.each([
    ['/', 0],
    ['//', 1],
    ['/a/', 1],
    ['/a//b', 1],
    ['//a', 1],
    ['/.', 1],
    ['/..', 1],
    ['/./a', 1],
    ['/a/../b', 1],
    ['/a/..', 1],
    ['/a%41', 1],
    ['/a?b', 1],
    ['/a#b', 1],
    ['/a\u001f', 1],
    ['/a\u007f', 1],
    ['/é', 1],
    ['/a\u0100', 1],
  ])('leaves %j from %i on to normalisation', (text, start) => {
    expect(isPlainPath(text, start)).toBe(false);
  });
});

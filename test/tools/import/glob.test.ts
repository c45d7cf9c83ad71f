/** Names and patterns of files, matched like PHP's `glob`. */
import { expect, it } from 'vitest';
import { matchesGlob } from '../../../src/tools/import/php/files.ts';

// Recorded with fnmatch($pattern, $name, FNM_PERIOD | FNM_PATHNAME).
it.each([
  ['*', 'abc', true],
  ['*', '.abc', false],
  ['?abc', '.abc', false],
  ['.*', '.abc', true],
  ['a*c', 'abcbc', true],
  ['a*c', 'abcb', false],
  ['a**', 'a', true],
  ['*a*b*', 'xaxxbx', true],
  ['*a*b', 'xbxxa', false],
  ['?', 'é', true],
  ['??', '\u{1f600}', false],
  ['a?', 'a', false],
  ['ab', 'a', false],
  ['a', 'ab', false],
  ['[ab]', 'b', true],
  ['[ab]', 'c', false],
  ['[!ab]', 'b', false],
  ['[^ab]', 'c', true],
  ['[a-c]x', 'bx', true],
  ['[a-c]x', 'dx', false],
  ['[xa-c]', 'x', true],
  ['[]a]', ']', true],
  ['[!]a]', ']', false],
  ['[a-]', '-', true],
  ['[-a]', '-', true],
  ['[', '[', true],
  ['[a', '[a', true],
  ['a]', 'a]', true],
])('a pattern of glob: %s and %s: %s', (pattern, name, matches) =>
  expect(matchesGlob(pattern, name)).toBe(matches),
);

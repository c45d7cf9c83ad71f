import { expect, it, vi } from 'vitest';
import { createMatcher } from '../../src/pattern/matcher.ts';
import { parsePattern } from '../../src/pattern/parse.ts';

it.each(['\n', '\u2028'])('a dot matches every character, as in a path: %j', (character) => {
  const matcher = createMatcher(parsePattern('(?:a|b).(?:c|d)', 'a test'), 'a test');
  expect(matcher).toBeInstanceOf(RegExp);
  expect(matcher.exec(`a${character}c`)).not.toBeNull();
});

it('an expression is compiled at its first use', () => {
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  const test = vi.spyOn(RegExp.prototype, 'test');
  try {
    const pattern = parsePattern('(?:a|b)(:num)', 'a test');
    exec.mockClear();
    test.mockClear();
    createMatcher(pattern, 'a test');
    const used = [...exec.mock.contexts, ...test.mock.contexts].map((each) => String(each));
    expect(used.filter((source) => source.includes('(?:a|b)'))).toEqual([]);
  } finally {
    vi.restoreAllMocks();
  }
});

it.each([
  ['Latin-1', 'abcde'],
  ['other', '日本'],
])('a pattern that the engine has no room for, of %s characters, is matched', (_, piece) => {
  const long = piece.repeat(40_000);
  const matcher = createMatcher(parsePattern(`x*(?:y|${long})`, 'a test'), 'a test');
  expect(matcher.exec(`xx${long}`)).toEqual([`xx${long}`]);
  expect(matcher.exec(`xx${long}y`)).toBeNull();
});

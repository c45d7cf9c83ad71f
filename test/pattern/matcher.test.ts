import { expect, it } from 'vitest';
import { createMatcher } from '../../src/pattern/matcher.ts';
import { parsePattern } from '../../src/pattern/parse.ts';

it.each(['\n', '\u2028'])('a dot matches every character, as in a path: %j', (character) => {
  const matcher = createMatcher(parsePattern('(?:a|b).(?:c|d)', 'a test'), 'a test');
  expect(matcher).toBeInstanceOf(RegExp);
  expect(matcher.exec(`a${character}c`)).not.toBeNull();
});

it.each([
  ['Latin-1', 'abcde'],
  ['other', '日本'],
])('a pattern that is too large for paths of %s characters is refused at once', (_, piece) => {
  const pattern = parsePattern(`x*(?:y|${piece.repeat(40_000)})`, 'a test');
  expect(() => createMatcher(pattern, 'a test')).toThrow('the engine refuses it');
});

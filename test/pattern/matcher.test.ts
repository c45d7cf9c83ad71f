import { expect, it } from 'vitest';
import { createMatcher } from '../../src/pattern/matcher.ts';
import { parsePattern } from '../../src/pattern/parse.ts';

it.each(['\n', '\u2028'])('a dot matches every character, as in a path: %j', (character) => {
  const matcher = createMatcher(parsePattern('(?:a|b).(?:c|d)', 'a test'), 'a test');
  expect(matcher).toBeInstanceOf(RegExp);
  expect(matcher.exec(`a${character}c`)).not.toBeNull();
});

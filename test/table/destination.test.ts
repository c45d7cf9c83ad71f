import { describe, expect, it } from 'vitest';
import { variesIn } from '../../src/table/destination.ts';

describe('a part of a destination', () => {
  it.each([
    ['$1', true],
    ['show-${1}', true],
    ['\\1', true],
    ['show', false],
    ['\\$1', false],
    ['\\\\1', false],
  ])('takes something from the path: %s is %s', (part, expected) => {
    expect(variesIn(`photos/${part}/$2`, '(a)/(b)')(part)).toBe(expected);
  });

  it.each([
    ['the destination has no $', 'photos/\\1', '(a)', '\\1'],
    ['the pattern has no group', 'photos/$1', 'a', '$1'],
  ])('never varies if %s', (_, to, pattern, part) => {
    expect(variesIn(to, pattern)(part)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { Pointer } from '../../src/errors/error.ts';

describe('a place in a pattern', () => {
  it.each<[string, number, string]>([
    ['a(b', 1, '  a(b\n   ^'],
    ['', 0, '  \n  ^'],
    ['a\u0001b', 2, '  a\\x01b\n       ^'],
    [
      `${'x'.repeat(70)}y${'z'.repeat(70)}`,
      70,
      `  …${'x'.repeat(60)}y${'z'.repeat(59)}…\n${' '.repeat(63)}^`,
    ],
  ])('is drawn with a caret below it: %j, %i', (pattern, index, drawing) => {
    expect(new Pointer({ pattern, index }).draw()).toBe(drawing);
  });
});

import { describe, expect, it } from 'vitest';
import { meant, nearest } from '../../src/errors/show.ts';

describe('nearest', () => {
  it.each<[string, [string, ...string[]], string]>([
    ['nmu', ['any', 'num', 'alpha'], 'num'],
    ['alhpa', ['alphanum', 'alpha', 'any'], 'alpha'],
    ['b', ['a', 'c'], 'a'],
    ['', ['abc', 'a', 'ab'], 'a'],
    ['abc', ['x', 'ab', 'abcdef'], 'ab'],
    ['users', ['user', 'users', 'usersx'], 'users'],
    ['kitten', ['sitting', 'kit'], 'sitting'],
    ['aaaa', ['baaa', 'aa'], 'baaa'],
    ['num', ['nux', 'nums'], 'nux'],
    ['num', ['nums', 'nux'], 'nums'],
  ])('to %j in %j is %j: the fewest changes, and the earlier of two', (name, known, best) => {
    expect(nearest(name, known)).toBe(best);
  });

  it('looks at the start of a name of more than 100 characters', () => {
    const start = 'a'.repeat(100);
    const name = start + 'b'.repeat(50);
    expect(nearest(name, [name, start])).toBe(start);
    expect(meant(start + 'b'.repeat(100), [start])).toBe(start);
  });
});

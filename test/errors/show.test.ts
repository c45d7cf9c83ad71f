/** Values as error messages show them. */
import { describe, expect, it } from 'vitest';
import { isPromise } from '../../src/errors/kind.ts';
import {
  describe as describeValue,
  meant,
  nearest,
  quote,
  shorten,
} from '../../src/errors/show.ts';

it.each<[unknown, string]>([
  ['a', "'a'"],
  ['', 'an empty string'],
  [7, '7'],
  [Number.NaN, 'NaN'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[], 'an array'],
  [{}, 'an object'],
  [Object.create(null), 'an object'],
  [new Map(), 'a Map'],
  [new Error('x'), 'an Error'],
  [new Uint8Array(1), 'a Uint8Array'],
  [() => 1, 'a function'],
  [Object.freeze(function named() {}), 'a function'],
  [{ class() {} }.class, 'a function'],
  [class {}, 'a class'],
  [class Named {}, 'a class'],
  [Symbol('x'), 'a symbol'],
  [7n, 'a bigint'],
  [{ [Symbol.toStringTag]: 'x'.repeat(200) }, `a ${'x'.repeat(120)}…`],
])('a value in a message is shown by its kind: %o', (value, shown) =>
  expect(describeValue(value)).toBe(shown),
);

it.each([
  ['x'.repeat(120), 'x'.repeat(120)],
  ['x'.repeat(121), `${'x'.repeat(120)}…`],
  ['a\u0000\u007f\u0085', 'a\\x00\\x7f\\x85'],
  ['\u0001'.repeat(30), '\\x01'.repeat(30)],
  ['\u0001'.repeat(31), `${'\\x01'.repeat(30)}…`],
])('a string in a message is cut to 120 characters as it is shown: %j', (text, shown) => {
  expect(shorten(text)).toBe(shown);
  expect(quote(text)).toBe(`'${shown}'`);
});

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

const thenable = (value: unknown) => ({
  // biome-ignore lint/suspicious/noThenProperty: a thenable is tested
  then: (done: (value: unknown) => void) => done(value),
});

it.each<[string, unknown, boolean]>([
  ['a promise', Promise.resolve(), true],
  ['an object with a method then', thenable(1), true],
  ['a function with a method then', Object.assign(() => {}, thenable(1)), true],
  ['a function', () => {}, false],
  ['an object', {}, false],
  ['an object whose then is a number', Object.fromEntries([['then', 5]]), false],
  ['a string', 'then', false],
  ['null', null, false],
  ['undefined', undefined, false],
])('isPromise says of %s whether it has to be awaited', (_what, value, expected) => {
  expect(isPromise(value)).toBe(expected);
});

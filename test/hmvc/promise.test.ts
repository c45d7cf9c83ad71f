import { describe, expect, it } from 'vitest';
import { isPromise } from '../../src/hmvc/promise.ts';

const thenable = (value: unknown) => ({
  // biome-ignore lint/suspicious/noThenProperty: a thenable is tested
  then: (done: (value: unknown) => void) => done(value),
});

describe('isPromise', () => {
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
  ])('says of %s whether it has to be awaited', (_what, value, expected) => {
    expect(isPromise(value)).toBe(expected);
  });
});

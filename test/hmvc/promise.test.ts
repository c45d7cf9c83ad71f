import { describe, expect, it } from 'vitest';
import { andThen, isPromise } from '../../src/hmvc/promise.ts';

const thenable = (value: unknown) => ({
  // biome-ignore lint/suspicious/noThenProperty: what such an object is for
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

describe('andThen', () => {
  const next = (value: unknown) => `got ${value}`;

  it('goes on at once with what is not a promise', () => {
    expect(andThen(1, next)).toBe('got 1');
  });

  it.each([
    ['a value', 1],
    ['a promise', Promise.resolve(1)],
  ])('hands on what it was given, after what is %s', async (_what, value) => {
    const pair = (one: number, other: string) => [one, other];
    expect(await andThen(value, pair, 'given')).toEqual([1, 'given']);
  });

  it.each([
    ['a promise', Promise.resolve(1)],
    ['an object with a method then', thenable(1)],
  ])('goes on with what %s gives', async (_what, value) => {
    const result = andThen(value, next);
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toBe('got 1');
  });

  it('throws at once what is thrown at once, and rejects with what is thrown later', async () => {
    const fail = () => {
      throw new Error('out of film');
    };
    expect(() => andThen(1, fail)).toThrow('out of film');
    await expect(andThen(Promise.resolve(1), fail)).rejects.toThrow('out of film');
  });
});

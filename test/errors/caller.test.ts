/** The first line of an error's stack is the line of the call that is wrong. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

const firstFrame = (call: () => unknown) =>
  caught(call)
    .stack?.split('\n')
    .find((line) => /^\s+at /.test(line));

describe('the first frame of the stack of an error', () => {
  const deep = `${'('.repeat(200)}%20${')'.repeat(200)}`;

  it.each<[string, () => unknown]>([
    ['any', () => Route.any('a(', 'x')],
    ['all', () => Route.all('a(', 'x')],
    ['get', () => Route.get('a(', 'x')],
    ['post', () => Route.post('a(', 'x')],
    ['put', () => Route.put('a(', 'x')],
    ['delete', () => Route.delete('a(', 'x')],
    ['head', () => Route.head('a(', 'x')],
    ['patch', () => Route.patch('a(', 'x')],
    ['options', () => Route.options('a(', 'x')],
    ['resources', () => Route.resources('a(')],
    ['context', () => Route.context('a(')],
    ['prefix', () => Route.prefix(7 as never, () => undefined)], // the cast passes what the types forbid
    ['block', () => Route.block('a(')],
    ['url', () => Route.url('nothing')],
    ['placeholder', () => Route.placeholder('any', 'x')],
    ['map', () => Route.map({ 'a/(:nmu)': 'x' })],
    ['createRouter', () => createRouter({ 'a(': 'x' })],
    ['a pattern that takes many frames to read', () => Route.get(deep, 'x')],
  ])('is the line that called: %s', (_, call) => {
    expect(firstFrame(call)).toContain('caller.test.ts');
  });

  it('is that of the inner of two calls', () => {
    function inner() {
      Route.get('a(', 'x');
    }
    expect(firstFrame(() => Route.prefix('api', inner))).toContain('inner');
    expect(firstFrame(() => Route.any('b', 'x', { children: inner }))).toContain('inner');
  });

  it('comes after the name and the whole message', () => {
    const error = caught(() => Route.get('a(', 'x'));
    expect(error.stack?.startsWith(`WaymarkError: ${error.message}\n`)).toBe(true);
  });
});

describe('where the engine has no Error.captureStackTrace', () => {
  it('the error is thrown as it is', () => {
    const { captureStackTrace } = Error;
    try {
      Object.assign(Error, { captureStackTrace: undefined });
      expect(() => Route.get('a(', 'x')).toThrow('this ( is never closed');
    } finally {
      Object.assign(Error, { captureStackTrace });
    }
  });

  it('an error of something else passes through unchanged', () => {
    const own = new TypeError('own');
    const fail = () => {
      throw own;
    };
    expect(() => Route.prefix('a', fail)).toThrow(own);
  });
});

/** The lines of a stack. */
import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../src/tools/shared/words.ts';

describe('a line of a stack', () => {
  it.each<[string, string, string, number, number]>([
    ['a path', '    at /app/routes.ts:7:3', '/app/routes.ts', 7, 3],
    ['a call', '    at define (/app/lib/a b.ts:12:1)', '/app/lib/a b.ts', 12, 1],
    ['a method', '    at new Route.get [as x] (/app/a.ts:12:1)', '/app/a.ts', 12, 1],
    ['a URL', '    at async file:///app/routes.ts:3:9', 'file:///app/routes.ts', 3, 9],
    ['a path of Windows', '    at f (C:\\app\\a.ts:3:9)', 'C:\\app\\a.ts', 3, 9],
    ['another engine', 'define@file:///app/a.js:3:9', 'file:///app/a.js', 3, 9],
    ['space at its end', '    at /app/a.ts:7:3  ', '/app/a.ts', 7, 3],
  ])('names a place: %s', (_, text, path, line, column) => {
    expect(readFrame(text)).toEqual({ path, line, column });
  });

  it.each([
    '    at native',
    '    at <anonymous>:1:2',
    '    at /app/routes.ts:x:y',
    '    at /app/routes.ts:7x:3',
    '    at /app/routes.ts:x7:3',
    '    at /app/routes.ts:7:x',
    '7',
    ':7',
    '    at /app/routes.ts',
    'Error: no',
    '',
  ])('names none: %j', (line) => expect(readFrame(line)).toBeNull());
});

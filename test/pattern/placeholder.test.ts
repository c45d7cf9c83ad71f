/** Named placeholders mean the same in a table as in a definition. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

describe('a named placeholder in a key of a table', () => {
  it.each([
    ['a/(:alpha)', '/a/bc', ['bc']],
    ['a/(:alphanum)/(:num)', '/a/b1/7', ['b1', '7']],
    ['GET a/(:segment)', '/a/b-1', ['b-1']],
    ['a/(:hash)', '/a/f00', ['f00']],
    ['a/\\(:alpha\\)', '/a/(:alpha)', []],
  ])('is expanded by createRouter: %j', (key, path, params) => {
    const answer = createRouter({ [key]: 'x' }).resolve('GET', path);
    expect(answer).toMatchObject({ status: 'found', route: key, params });
  });

  it('is expanded by Route.map, as in Route.any', () => {
    Route.placeholder('year', '[0-9]{4}');
    const table = { 'a/(:alpha)': 'a/$1', 'GET b/(:year)': 'b/$1', 'c/(:num)': 'c/$1' };
    expect(Object.keys(Route.map(table))).toEqual([
      'a/([a-zA-Z]+)',
      'GET b/([0-9]{4})',
      'c/(:num)',
      'default_controller',
    ]);
  });

  it.each(['\\.', '\\.\\.', '/'])(
    'may be what a path has only next to other text: %j',
    (pattern) => {
      Route.placeholder('between', pattern);
      Route.get('a(:between)b', 'x');
      const path = `/a${pattern.replaceAll('\\', '')}b`;
      expect(createRouter(Route.map()).resolve('GET', path).status).toBe('found');
    },
  );

  it('is replaced where a definition is made for the same pattern', () => {
    Route.any('a/(:alpha)', 'new/$1');
    expect(Route.map({ 'a/(:alpha)': 'old/$1' })).toMatchObject({ 'a/([a-zA-Z]+)': 'new/$1' });
  });

  it.each([
    ['createRouter', () => createRouter({ 'a/(:nmu)': 'x' })],
    ['Route.map', () => Route.map({ 'a/(:nmu)': 'x' })],
  ])('is refused by %s where nothing defines it, with the nearest', (call, run) => {
    const error = caught(run);
    expect(error).toMatchObject({
      code: 'bad-placeholder',
      where: `${call}, table key 'a/(:nmu)'`,
      place: { pattern: 'a/(:nmu)', index: 3 },
    });
    expect(error.message).toContain('Write (:num)');
  });

  it('keeps its message short, however long the word is', () => {
    const word = 'x'.repeat(100_000);
    expect(caught(() => Route.any(`a/(:${word})`, 'x')).message.length).toBeLessThan(2_000);
  });
});

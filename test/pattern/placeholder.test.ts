/** Placeholders as expressions; named ones mean the same in a table as in a definition. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { expand, withPlaceholders, writtenIndex } from '../../src/pattern/placeholder.ts';
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
    'may be text that a path only has next to other text: %j',
    (pattern) => {
      Route.placeholder('between', pattern);
      Route.get('a(:between)b', 'x');
      const path = `/a${pattern.replaceAll('\\', '')}b`;
      expect(createRouter(Route.map()).resolve('GET', path).status).toBe('found');
    },
  );

  it('is replaced if a definition is made for the same pattern', () => {
    Route.any('a/(:alpha)', 'new/$1');
    expect(Route.map({ 'a/(:alpha)': 'old/$1' })).toMatchObject({ 'a/([a-zA-Z]+)': 'new/$1' });
  });

  it.each([
    ['createRouter', () => createRouter({ 'a/(:nmu)': 'x' })],
    ['Route.map', () => Route.map({ 'a/(:nmu)': 'x' })],
  ])('is refused by %s if nothing defines it, with the nearest', (call, run) => {
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

describe('a pattern with CodeIgniter’s placeholders', () => {
  it.each([
    ['photos/(:num)', 'photos/([0-9]+)'],
    ['(:any)/:num', '([^/]+)/[0-9]+'],
    [':anything', '[^/]+thing'],
    ['(:alpha)', '(:alpha)'],
  ])('%j is the expression %j', (pattern, source) => {
    expect(expand(pattern)).toBe(source);
    expect(withPlaceholders(source)).toBe(pattern);
  });

  it.each([
    ['a/b', 2, 2],
    // ([0-9]+)/([^/]+)/x
    ['(:num)/(:any)/x', 0, 0],
    ['(:num)/(:any)/x', 1, 1],
    ['(:num)/(:any)/x', 2, 1],
    ['(:num)/(:any)/x', 6, 1],
    ['(:num)/(:any)/x', 7, 5],
    ['(:num)/(:any)/x', 8, 6],
    ['(:num)/(:any)/x', 9, 7],
    ['(:num)/(:any)/x', 10, 8],
    ['(:num)/(:any)/x', 11, 8],
    ['(:num)/(:any)/x', 14, 8],
    ['(:num)/(:any)/x', 15, 12],
    ['(:num)/(:any)/x', 17, 14],
  ])('%j has the place %i of its expression at %i', (pattern, index, written) => {
    expect(writtenIndex(pattern, index)).toBe(written);
  });

  it.each(['%E2%80%A8', '%E2%80%A9', '%F0%9F%98%80', '%C2%A0'])(
    'has a dot for %s too, as in PCRE, whose dot excludes only a line feed',
    (encoded) => {
      const router = createRouter({ 'x/(.+)/(.*)y': 'x/$1' });
      const params = [decodeURIComponent(encoded), ''];
      expect(router.resolve('GET', `/x/${encoded}/y`)).toMatchObject({ status: 'found', params });
    },
  );
});

/** How a pattern becomes an expression, and where a place of that stands in what was written. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/index.ts';
import { expand, writtenIndex } from '../../src/pattern/expand.ts';

describe('a pattern', () => {
  it.each([
    ['photos/(:num)', 'photos/([0-9]+)'],
    ['(:any)/:num', '([^/]+)/[0-9]+'],
    [':anything', '[^/]+thing'],
    ['(:alpha)', '(:alpha)'],
  ])('%j is the expression %j', (pattern, source) => {
    expect(expand(pattern)).toBe(source);
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
    'has a dot for %s too, as in PCRE, where only a line feed is none',
    (encoded) => {
      const router = createRouter({ 'x/(.+)/(.*)y': 'x/$1' });
      const params = [decodeURIComponent(encoded), ''];
      expect(router.resolve('GET', `/x/${encoded}/y`)).toMatchObject({ status: 'found', params });
    },
  );
});

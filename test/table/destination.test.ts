import { describe, expect, it } from 'vitest';
import { isRedirect, readRedirect, variesIn, writeRedirect } from '../../src/table/destination.ts';

describe('a part of a destination', () => {
  it.each([
    ['$1', true],
    ['show-${1}', true],
    ['\\1', true],
    ['show', false],
    ['\\$1', false],
    ['\\\\1', false],
  ])('takes something from the path: %s is %s', (part, expected) => {
    expect(variesIn(`photos/${part}/$2`, '(a)/(b)')(part)).toBe(expected);
  });

  it.each([
    ['the destination has no $', 'photos/\\1', '(a)', '\\1'],
    ['the pattern has no group', 'photos/$1', 'a', '$1'],
  ])('never varies if %s', (_, to, pattern, part) => {
    expect(variesIn(to, pattern)(part)).toBe(false);
  });
});

describe('the text of a redirect', () => {
  it.each([
    [302, '/photos/$1', false, { origin: '', path: '/photos/$1', slash: '', query: '' }],
    [303, '/photos/$1/', false, { origin: '', path: '/photos/$1', slash: '/', query: '' }],
    [301, '/', true, { origin: '', path: '/', slash: '', query: '?' }],
    [
      307,
      'https://[::1]:3000/',
      false,
      { origin: 'https://[::1]:3000', path: '/', slash: '', query: '' },
    ],
    [
      308,
      'http://a.test/b/',
      true,
      { origin: 'http://a.test', path: '/b', slash: '/', query: '?' },
    ],
  ] as const)('of %i, %j, %j is read as it was written', (status, target, keepsQuery, pieces) => {
    const text = writeRedirect(status, target, keepsQuery);
    expect(readRedirect(text)).toEqual({ status: String(status), ...pieces });
    expect(isRedirect(text)).toBe(true);
  });

  it.each([
    'photos/show/1',
    '',
    '304\t/a',
    '301\ta',
    '301\t//\t\t',
    '301\t/a\tb',
    '301\t/a\t?/',
    '301\tftp://a.test/b',
  ])('is not %j', (text) => {
    expect(readRedirect(text)).toBeNull();
    expect(isRedirect(text)).toBe(false);
  });
});

/** What of a pattern the tree follows by itself; the rest is left to its expression. */
import { describe, expect, it } from 'vitest';
import { parsePattern } from '../../../src/pattern/parse.ts';
import {
  ANY,
  DIGITS,
  type SegmentSet,
  takeSteps,
  templateSteps,
} from '../../../src/resolve/matcher/steps.ts';

const steps = (pattern: string, known = new Map<string, SegmentSet>()) =>
  takeSteps(parsePattern(pattern, 'here'), known);

/** The printable members of a set, and whether those beyond ASCII are members. */
function members({ ascii, beyond }: SegmentSet): [string, boolean] {
  const codes = Array.from(ascii.keys()).filter(
    (code) => code > 32 && code < 127 && ascii[code] === 1,
  );
  return [String.fromCharCode(...codes), beyond];
}

describe('a template', () => {
  it.each([
    ['photos', ['/photos'], []],
    ['photos/new', ['/photos/new'], []],
    ['a/b/c', ['/a/b/c'], []],
    ["a~!@&=;,' -_9Z/b", ["/a~!@&=;,' -_9Z/b"], []],
    ['index\\.html', ['/index.html'], []],
    ['a/\\.well-known', ['/a/.well-known'], []],
    ['a\\.\\./b', ['/a../b'], []],
    ['(:any)', ['', ''], [ANY]],
    ['(:num)', ['', ''], [DIGITS]],
    ['photos/(:num)', ['/photos', ''], [DIGITS]],
    ['photos/(:num)/edit', ['/photos', '/edit'], [DIGITS]],
    ['(:any)/(:num)/x/y/(:any)', ['', '', '/x/y', ''], [ANY, DIGITS, ANY]],
  ])('%j is the texts %j and its segments', (pattern, texts, sets) => {
    const expected = { fixedTexts: texts, sets, whole: true };
    expect(templateSteps(pattern)).toEqual(expected);
    expect(steps(pattern)).toEqual(expected);
  });

  it.each([
    '',
    'a.html',
    'a/b+',
    'a\\d',
    'page-(:num)',
    '(:num)x',
    'a/(:num)?',
    'a/:num',
    'a|b',
    'a/([a-z]+)',
    'é',
    'a%2Fb',
    'a/',
    'a//b',
    '\\.',
    '\\.\\.',
    '\\./a',
    '\\.\\./a',
    'a/\\.',
    'a/\\.\\.',
    'a/\\./b',
    'a/\\.\\./b',
    '\\.\\./(:any)',
  ])('is no pattern such as %j', (pattern) => {
    expect(templateSteps(pattern)).toBeNull();
  });
});

describe('the steps of a pattern', () => {
  it.each<[string, string[], number, boolean]>([
    ['', ['/'], 0, true],
    ['a|b', [''], 0, false],
    ['a|(:any)', [''], 0, false],
    ['page-(:num)', ['/page-'], 0, false],
    ['a/(:num)x', ['/a/'], 0, false],
    ['a/(:num)\\d/(:any)', ['/a/'], 0, false],
    ['a/(:num)(:any)', ['/a/'], 0, false],
    ['a/(:num)(b)/c', ['/a/'], 0, false],
    ['a/b/?(:num)/c', ['/a/b'], 0, false],
    ['(:num)', ['', ''], 1, true],
    ['(:num)(:any)', ['/'], 0, false],
    ['(:any)/a.b', ['', '/a'], 1, false],
    ['a/(?:[0-9]+)', ['/a/'], 0, false],
    ['a/[0-9]+', ['/a/'], 0, false],
    ['a/(.+)', ['/a/'], 0, false],
    ['a/(:any)/b/(.+)', ['/a', '/b/'], 1, false],
    ['a/([a-z]+)/b', ['/a', '/b'], 1, true],
    ['a/([a-z]+x)/b', ['/a/'], 0, false],
    ['a/([a-z]+|b)/b', ['/a/'], 0, false],
    ['a/([a-z]+?)/b', ['/a/'], 0, false],
    ['a/([a-z])/b', ['/a/'], 0, false],
    ['a/([a-z/]+)/b', ['/a/'], 0, false],
    ['a/([^a]+)/b', ['/a/'], 0, false],
    ['a/([é]+)/b', ['/a/'], 0, false],
    ['a/([\\s]+)/b', ['/a/'], 0, false],
    ['a/([\\]]+)/b', ['/a', '/b'], 1, true],
    ['a/(\\d+)/b', ['/a', '/b'], 1, true],
    ['a/(x+)/b', ['/a', '/b'], 1, true],
    ['a/(.+)/b', ['/a/'], 0, false],
    ['a/(?<id>[0-9]+)', ['/a', ''], 1, true],
    ['a/([0-9]{1,})', ['/a', ''], 1, true],
    ['a/([0-9]{1,3})', ['/a/'], 0, false],
    ['a/([0-9]{2,})', ['/a/'], 0, false],
    ['aé/b', ['/a'], 0, false],
    ['a%2Fb', ['/a'], 0, false],
    ['a\\?b', ['/a'], 0, false],
    ['a#b', ['/a'], 0, false],
    ['a\\./b', ['/a./b'], 0, true],
    ['b/\\.x', ['/b/.x'], 0, true],
  ])('%j start with %j and %i segments; all of it: %s', (pattern, texts, segments, whole) => {
    const found = steps(pattern);
    expect(found).toMatchObject({ fixedTexts: texts, whole });
    expect(found.sets).toHaveLength(segments);
  });

  it.each<[string, [string, boolean]]>([
    ['([a-c]+)', ['abc', false]],
    ['([\\d]+)', ['0123456789', false]],
    ['([A-C\\-_]+)', ['-ABC_', false]],
    ['([^/!-~]+)', ['', true]],
    ['([^/\\d\\w!-.:-@]+)', ['[\\]^`{|}~', true]],
  ])('%j have a segment of %j', (pattern, expected) => {
    expect(members(steps(pattern).sets[0])).toEqual(expected);
  });

  it('have one set for one source, all patterns together', () => {
    const known = new Map<string, SegmentSet>();
    const [first] = steps('a/([a-z]+)', known).sets;
    const [second, third] = steps('([0-9]+)/([a-z]+)', known).sets;
    expect(third).toBe(first);
    expect(second).not.toBe(first);
    expect(steps('([^/]+)', known).sets[0]).toBe(ANY);
  });
});

describe('the set of characters', () => {
  it('of (:any) is all but the slash', () => {
    expect(ANY.beyond).toBe(true);
    expect([...ANY.ascii].flatMap((member, code) => (member === 0 ? [code] : []))).toEqual([47]);
  });

  it('of (:num) is the ten digits', () => {
    expect(members(DIGITS)).toEqual(['0123456789', false]);
  });
});

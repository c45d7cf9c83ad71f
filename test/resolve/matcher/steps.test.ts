/** The part of a pattern that the tree follows itself; its expression matches the rest. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTemplate, parsePattern } from '../../../src/pattern/parse.ts';
import {
  ANY,
  DIGITS,
  type SegmentSet,
  SegmentSets,
  takeSteps,
  templateSteps,
} from '../../../src/resolve/matcher/steps.ts';
import { RUNS } from '../../support/runs.ts';

const steps = (pattern: string, known = new SegmentSets()) =>
  takeSteps(parsePattern(pattern, 'here'), 0, known);

/** The printable members of a set, and if characters beyond ASCII are members. */
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
    ['a\\.b/(:num)/c\\.d/(:any)', ['/a.b', '/c.d', ''], [DIGITS, ANY]],
    ['(:any)/\\.\\.\\.', ['', '/...'], [ANY]],
    ['any/num/(:num)/(:num)', ['/any/num', '', ''], [DIGITS, DIGITS]],
  ])('%j is the texts %j and its segments', (pattern, texts, sets) => {
    const expected = { index: 0, fixedTexts: texts, sets, whole: true };
    expect(isTemplate(pattern)).toBe(true);
    expect(templateSteps(pattern, 0)).toEqual(expected);
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
    '(:num)/\\.',
    '/a',
    '(:alpha)',
    '(:any)(:num)',
    '(:any)x',
    'a/(:any)/',
    '(:any)//b',
    'a.b',
    'a\\-b',
    'a\nb',
    'a%20b',
    'a?',
    '^a',
    'a$',
    '[a]',
  ])('is not a pattern such as %j', (pattern) => expect(isTemplate(pattern)).toBe(false));

  it('of any words and placeholders has the steps of the pattern as it is read', () => {
    const text = fc.stringMatching(/^(?:[\w~!@&=;,' -]|\\\.){1,6}$/);
    const segment = fc.oneof(text, fc.constantFrom('(:any)', '(:num)'));
    const pattern = fc
      .array(segment, { minLength: 1, maxLength: 6 })
      .map((segments) => segments.join('/'))
      .filter(isTemplate);
    fc.assert(
      fc.property(pattern, (pattern) => {
        expect(templateSteps(pattern, 0)).toEqual(steps(pattern));
      }),
      RUNS,
    );
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
    ['a/([\\u00e9]+)/b', ['/a/'], 0, false],
    ['a/([\\]]+)/b', ['/a', '/b'], 1, true],
    ['a/(\\d+)/b', ['/a', '/b'], 1, true],
    ['a/(x+)/b', ['/a/'], 0, false],
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
    const known = new SegmentSets();
    const [number] = steps(pattern, known).sets;
    expect(members(known.list[number])).toEqual(expected);
  });

  it('have one set for one source, all patterns together', () => {
    const known = new SegmentSets();
    expect(steps('a/([a-z]+)', known).sets).toEqual([2]);
    expect(steps('([0-9]+)/([a-z]+)/([A-Z]+)', known).sets).toEqual([DIGITS, 2, 3]);
    expect(steps('([^/]+)/(\\d+)', known).sets).toEqual([ANY, 4]);
    expect(known.list.map(members)).toEqual([
      [expect.any(String), true],
      ['0123456789', false],
      ['abcdefghijklmnopqrstuvwxyz', false],
      ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', false],
      ['0123456789', false],
    ]);
  });

  it('add no set if one cannot be used', () => {
    const known = new SegmentSets();
    expect(steps('a/([a-z/]+)/([\\u00e9]+)', known).sets).toEqual([]);
    expect(known.list).toHaveLength(2);
  });
});

describe('the sets of a table', () => {
  it('start with that of (:any), which is all but the slash', () => {
    const { ascii, beyond } = new SegmentSets().list[ANY];
    expect(beyond).toBe(true);
    expect([...ascii].flatMap((member, code) => (member === 0 ? [code] : []))).toEqual([47]);
  });

  it('go on with that of (:num), which is the ten digits', () => {
    expect(members(new SegmentSets().list[DIGITS])).toEqual(['0123456789', false]);
  });

  it.each([
    ['[^/]', ANY],
    ['[0-9]', DIGITS],
    ['[a-z]', 2],
    ['[0-9/]', -1],
    ['.', -1],
    ['[^/é]', -1],
  ])('give %j the number %i, each time', (source, number) => {
    const sets = new SegmentSets();
    expect(sets.numberOf(source)).toBe(number);
    expect(sets.numberOf(source)).toBe(number);
    expect(sets.list).toHaveLength(number === 2 ? 3 : 2);
  });
});

/** Splits patterns at their slashes, and tells which of them may overlap. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Languages } from '../../../src/tools/inspect/automata/languages.ts';
import { covers, Overlaps } from '../../../src/tools/inspect/automata/overlaps.ts';
import { readShape, samplePaths } from '../../../src/tools/inspect/automata/shape.ts';
import { RUNS } from '../../support/runs.ts';

const text = (source: string, text = source) => ({ text, source, captures: 0, whole: false });

describe('the shape of a pattern', () => {
  it.each([
    ['photos/new', [text('photos'), text('new')]],
    ['', []],
    ['a\\.b/c', [text('a\\.b', 'a.b'), text('c')]],
    ['a\\/b', [text('a'), text('b')]],
    ['([^/]+)', [{ text: null, source: '([^/]+)', captures: 1, whole: true }]],
    ['([0-9]+)-x', [{ text: null, source: '([0-9]+)-x', captures: 1, whole: false }]],
    ['((a)|b)', [{ text: null, source: '((a)|b)', captures: 2, whole: false }]],
    ['[ab]', [{ text: null, source: '[ab]', captures: 0, whole: false }]],
    ['(?:a)', [{ text: null, source: '(?:a)', captures: 0, whole: false }]],
    ['a+', [{ text: null, source: 'a+', captures: 0, whole: false }]],
    ['\\d\\w\\s', [{ text: null, source: '\\d\\w\\s', captures: 0, whole: false }]],
  ])('is its segments: %s', (source, segments) => {
    const shape = readShape(source);
    expect(shape).toMatchObject({ segments, open: false, rest: null });
    expect(shape.segments).toHaveLength(segments.length);
  });

  it.each([
    ['a', 'a', 'a'],
    ['([a-z]+)-s7\\.html', '', '-s7.html'],
    ['p(?:-(s))[0-9]', 'p-s', ''],
    ['p(?:-(s[0-9])x)y', 'p-s', 'xy'],
    ['(a|b)c', '', 'c'],
    ['ab?c', 'a', 'c'],
  ])('says how a segment starts and ends: %s', (source, starts, ends) => {
    expect(readShape(source).segments).toMatchObject([{ starts, ends }]);
  });

  it.each([
    ['a/(.+)', ['a'], 'capture'],
    ['a/.*', ['a'], 'plain'],
    ['(?:.+)', [], 'plain'],
    ['(.*)', [], 'capture'],
    ['a/x(.+)', ['a'], null],
    ['a/(.+)x', ['a'], null],
    ['a/(.{2,})', ['a'], null],
    ['a(?:/b)?', [], null],
    ['a/(b|c/d)', ['a'], null],
    ['a/\\D', ['a'], null],
    ['a/[^b]', ['a'], null],
    ['a/b/(?=c)c', ['a', 'b'], null],
    ['a/(b)\\1', ['a'], null],
    ['a//+', ['a'], null],
    ['a|b', [], null],
    ['a/\\bb', ['a'], null],
  ])('is open if a slash may be anywhere: %s', (source, segments, rest) => {
    const shape = readShape(source);
    expect(shape).toMatchObject({ open: true, rest });
    expect(shape.segments.map(({ text }) => text)).toEqual(segments);
  });
});

describe('the patterns that may meet another', () => {
  const languages = new Languages();
  const PATTERNS = [
    ...[
      'a/b',
      'a/([0-9]+)',
      'a/([^/]+)',
      '([^/]+)/b',
      'a/b/c',
      'a/(.+)',
      '(.+)',
      'b/(?:(.+))',
      'a',
    ],
    '([a-z]+)/([a-z]+)',
  ];
  const patterns = PATTERNS.map((source) => ({ source, shape: readShape(source) }));
  const overlaps = new Overlaps(patterns, languages);

  it.each([
    ['a/b', ['a/b', 'a/([^/]+)', '([^/]+)/b', 'a/(.+)', '(.+)', '([a-z]+)/([a-z]+)']],
    ['a/7', ['a/([0-9]+)', 'a/([^/]+)', 'a/(.+)', '(.+)']],
    ['a', ['(.+)', 'a']],
    ['', []],
    ['([0-9]+)/b', ['([^/]+)/b', '(.+)']],
    ['([0-9]+)/c', ['(.+)']],
    ['([ax])/([0-9])', ['a/([0-9]+)', 'a/([^/]+)', 'a/(.+)', '(.+)']],
    ['b/(.+)', ['([^/]+)/b', '(.+)', 'b/(?:(.+))', '([a-z]+)/([a-z]+)']],
    ['a/b/(.+)', ['a/b/c', 'a/(.+)', '(.+)']],
    ['(.+)', PATTERNS],
    ['a/([^/]+)/c', ['a/b/c', 'a/(.+)', '(.+)']],
  ])('are those with segments that may be the same: %s', (source, expected) => {
    const found = overlaps.with(readShape(source)).map(({ source }) => source);
    expect(found.sort()).toEqual([...expected].sort());
  });

  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/c', false],
    ['([^/]+)', 'a', true],
    ['([^/]+)', '[0-9]+', true],
    ['([^/]+)', '([^/]+)', true],
    ['[0-9]+', '[^/]+', false],
    ['[0-9]+', '12', true],
    ['[0-9]+', 'a', false],
    ['a', '(?:a)', false],
    ['([^/]+)', 'a/b', false],
    ['([^/]+)/b', 'a/b', true],
    ['a/(.+)', 'a/b', true],
    ['a/(.+)', 'a/b/c', true],
    ['a/(.+)', 'a', false],
    ['a/(.+)', 'b/c', false],
    ['(.+)', 'a', true],
    ['(.+)', 'a|b', true],
    ['a/(.+)', 'a/(b|c/d)', true],
    ['a/(.+)', '(b|c/d)', false],
    ['a/b/(.+)', 'a/(b|c/d)', false],
    ['a/(b|c/d)', 'a/b', false],
    ['a/b', 'a/(.+)', false],
  ])('cover one another if that is sure: %s and %s', (wide, narrow, expected) => {
    expect(covers(readShape(wide), readShape(narrow), languages)).toBe(expected);
  });
});

describe('sample paths', () => {
  it.each([
    ['photos', ['photos']],
    ['photos/([0-9]+)', ['photos/12']],
    ['([^/]+)', ['12', 'abc', 'a-1', 'example', 'A1b2', 'x_7.z']],
    ['[0-9]{4}', ['1212']],
    ['[a-z]{2}', ['aa', 'ab']],
    ['(en|fr)', ['en', 'fr']],
    ['en|fr', ['en', 'fr']],
    ['(a)\\1', ['aa']],
    ['(a\\1)', ['a']],
    ['é+', ['é']],
    ['(?:ab){2}', ['abab']],
    ['a(?=b)', ['a']],
    ['[^\\x00-\\xff]', ['Ж']],
    ['a(?:b){0}', ['ab']],
    ['a{3}', ['aaa']],
  ])('fill the variable parts with readable text: %s', (source, expected) => {
    expect(samplePaths(source)).toEqual(expect.arrayContaining(expected));
  });

  it('usually match the pattern, whatever it is', () => {
    const part = fc.constantFrom('a', '[a-z]+', '([0-9]+)', '(en|fr)', '[A-Z]{2}', '([^/]+)', '/x');
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const source = parts.join('');
        const expression = new RegExp(`^(?:${source})$`);
        expect(samplePaths(source).some((path) => expression.test(path))).toBe(true);
      }),
      RUNS,
    );
  });
});

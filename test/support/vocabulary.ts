/**
 * The words that all properties draw from, as segments of paths and patterns. They are awkward on
 * purpose: each has tripped a router, or looks as if it could.
 */
import fc from 'fast-check';

/** A segment or the end of a pattern, with a text that it should match. */
export interface Segment {
  readonly from: string;
  readonly text: string;
}

const COMMON = ['a', 'b', 'ab', 'abc', 'users', 'login', 'new', 'x-y', '3-x', 'a1', '7', '12'];
const CASES = ['A', 'Ab', 'aB', 'A_b', 'USERS', 'Users', 'K', 'k', 'get', 'GET', 'A b'];
const DOTS = ['...', '.a', '..a', 'a.', 'a..', '.env', '.well-known', 'index.html', 'x.json'];
const BEYOND_ASCII = [
  ...['é', 'É', '日本', '😀', 'a😀b', 'caf\u00e9', 'cafe\u0301', '\ufeff', 'a\ufeff', '\u00a0'],
  ...['a\u00a0b', '\u212a', '\u2028', '\uffff'],
];
/**
 * Characters that are special in expressions or URLs. A `%` is `%25` in a normal path, as in
 * ESCAPES.
 */
const SPECIAL = [...' !"#$&\'()*+,-:;<=>?@[\\]^_`{|}~'].flatMap((char) => [char, `a${char}b`]);
const QUANTIFIED = [
  'a{2}',
  'a+?',
  '(a)',
  '(a|b)',
  '[ab]',
  '[^a]',
  '^a$',
  '$1',
  '$&',
  'a.*b',
  '\\d',
];
const ESCAPES = ['%2F', '%25', 'a%2Fb', 'a%25b', '%252F', '%2541', '..%2Fa', '%25%2F'];
const MEMBERS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
/** The tree looks 24 characters ahead, and compares texts in pieces of up to 12. */
const ALIKE = [11, 12, 13, 23, 24, 25, 26, 36].flatMap((length) =>
  ['', 'a', 'b', '-1'].map((end) => 'organisation-'.repeat(3).slice(0, length) + end),
);

/** A segment of a normal path: decoded except `%2F` and `%25`, and not `.` or `..`. */
export const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...COMMON) },
  { weight: 2, arbitrary: fc.constantFrom(...CASES) },
  { weight: 3, arbitrary: fc.constantFrom(...DOTS) },
  { weight: 2, arbitrary: fc.constantFrom(...BEYOND_ASCII) },
  { weight: 2, arbitrary: fc.constantFrom(...SPECIAL) },
  { weight: 1, arbitrary: fc.constantFrom(...QUANTIFIED) },
  { weight: 2, arbitrary: fc.constantFrom(...ESCAPES) },
  { weight: 1, arbitrary: fc.constantFrom(...MEMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...ALIKE) },
);

/** Ways to write a literal text in a pattern. */
const WRITTEN = [
  (text: string) => text.replace(/[\\^$.*+?()[{|}]/g, '\\$&'),
  (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
  (text: string) => text.replace(/[.*+?()|$[{}]/g, '[$&]').replace(/[\\^]/g, '\\$&'),
] as const;

/** A way to write a literal text in a pattern. */
export const written = fc.oneof(
  { weight: 6, arbitrary: fc.constant(WRITTEN[0]) },
  { weight: 1, arbitrary: fc.constantFrom(...WRITTEN) },
);

/** A word as fixed text, escaped if necessary. */
export const fixed: fc.Arbitrary<Segment> = word.map((text) => ({ from: WRITTEN[0](text), text }));

/** A word as fixed text, sometimes escaped more than necessary or written as classes. */
export const literal: fc.Arbitrary<Segment> = fc
  .tuple(word, written)
  .map(([text, write]) => ({ from: write(text), text }));

/** Patterns for a segment, each with texts that it matches. */
const PLACEHOLDERS: readonly (readonly [from: string, ...texts: string[]])[] = [
  ['(:num)', '7', '12', '007'],
  [':any', 'ab', '.env'],
  [':num', '12'],
  ['v(:num)', 'v2'],
  ['(:any)b', 'ab', '.b'],
  ['(:num)-(:any)', '3-x', '12-é'],
  ['(:any)-(:any)', 'x-y', 'organisation-a'],
  ['(:alpha)', 'ab', 'Users'],
  ['(:alphanum)', 'a1', '12'],
  ['(:segment)', 'a b', '.env', 'a%2Fb'],
  ['(:hash)', '日本', 'x.json'],
  ['([a-z]+)', 'ab', 'users', 'k'],
  ['([a-zA-Z0-9\\-_]+)', 'x-y', 'A_b', '7'],
  ['([^a]+)', 'b', 'é', '.x'],
  ['([^/.]+)', 'ab', '\u00a0', '😀'],
  ['([.a-z]+)', '.env', '...'],
  ['([A-Z][a-z]*)', 'A', 'Ab'],
  ['(\\d+)', '12'],
  ['(\\w+)', 'A_b'],
  ['(\\S+)', 'a\u00a0b', 'x-y'],
  ['([\\w\\s]+)', 'a b'],
  ['a\\s(:any)', 'a b'],
  ['(\\.\\w+)', '.env'],
  ['\\.(:any)', '.env', '...'],
  ['(?:\\.(:any))', '.well-known'],
  ['(.+)', 'ab', 'é', 'a%25b'],
  ['(.+?)', 'ab', '.a'],
  ['(a+?)(:any)', 'aab', 'a.'],
  ['([a-z]{2,3})', 'ab', 'abc'],
  ['([a-z]{1,2})(\\w)', 'abc', 'ab'],
  ['([a-z]{1,2}?)(\\w+)', 'abc', 'users'],
  ['(a|b|ab)', 'a', 'ab'],
  ['(?:a|(b))', 'a', 'b'],
  ['(?:(:num))', '7'],
  ['((:num)(:any)?)', '7', '7a'],
  ['(?!new)(:any)', 'ab', '.new'],
  ['(?=a)(:any)', 'ab'],
  ['[ab]', 'a', 'b'],
  ['[.]env', '.env'],
  ['a?b', 'b', 'ab'],
  ['.+', 'x', '.x'],
  ['(:any)\\.json', 'x.json', '..json'],
];

/** A segment that is more than fixed text. */
export const placeholder: fc.Arbitrary<Segment> = fc.oneof(
  { weight: 2, arbitrary: word.map((text) => ({ from: '(:any)', text })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...PLACEHOLDERS)
      .chain(([from, ...texts]) => fc.constantFrom(...texts).map((text) => ({ from, text }))),
  },
);

/** Segments that may be refused or not match their text: words as expressions, dead patterns. */
const loose: fc.Arbitrary<Segment> = fc
  .oneof(
    { weight: 3, arbitrary: word },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '.',
        '..',
        '\\.\\.',
        '(?<id>[0-9]+)',
        '%20',
        'a%2fb',
        '(:unknown)',
      ),
    },
  )
  .map((text) => ({ from: text, text }));

/** Any segment of a pattern. */
export const segment = fc.oneof(
  { weight: 9, arbitrary: literal },
  { weight: 8, arbitrary: placeholder },
  { weight: 2, arbitrary: loose },
);

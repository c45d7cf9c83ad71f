/** Holds the tree to the answers of the plain ordered loop. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/index.ts';
import { createOrderedRouter } from '../support/ordered.ts';
import { RUNS } from '../support/runs.ts';

/** Words that start alike for longer than the tree looks ahead at once. */
const long = ['', 'a', 'b', 'ab', '-1'].map((end) => `${'organisation-'.repeat(3)}${end}`);

/** What a segment of a pattern may be: few words, so that patterns and paths meet. */
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'ab', 'abc', 'user', 'users', 'new', '12') },
  { weight: 1, arbitrary: fc.constantFrom(...long) },
  { weight: 4, arbitrary: fc.constantFrom('(:any)', '(:num)', '([a-z]+)', '([a-zA-Z0-9\\-_]+)') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ':any',
      ':num',
      'a(:num)',
      '(:any)b',
      '(:num)-(:any)',
      '(a|b|ab)',
      '(?:(:num))',
      '((:num)(:any)?)',
      '([^a]+)',
      '([^/.]+)',
      '(\\d+)',
      '(\\w+)',
      '([A-Z][a-z]*)',
      'index\\.html',
      'é',
      'a b',
      'a%2Fb',
      '~me',
      '\\.\\.x',
      '\\.x',
      'a?b',
      '(?!new)(:any)',
      '(?=a)(:any)',
      '(?<id>[0-9]+)',
      '[ab]',
    ),
  },
);
const tail = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/(.+)',
      '/(.*)',
      '(.*)',
      '(?:/(:num))?',
      '(?:/(:any))*',
      '|b/(:any)',
      '/?',
      '.*',
      '/(.*)\\.json',
    ),
  },
);
const pattern = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), tail)
      .map(([segments, end]) => segments.join('/') + end),
  },
  { weight: 1, arbitrary: fc.constantFrom('(.*)', '(.+)', '/', '.*\\.json', '^a$', '(?:)', 'a|') },
);
/** A pattern can have a group's name once. */
const valid = pattern.filter((from) => from.split('(?<id>').length < 3);
const key = fc
  .tuple(fc.constantFrom('', '', '', 'GET ', 'POST ', 'HEAD '), valid)
  .map(([method, from]) => (method === '' && /^\d+$/.test(from) ? `/${from}` : method + from));
const to = fc.constantFrom('', 'x', 'x/$1', 'x/$2/$1', '$1/y/$3', 'x/$1/$1');
const table = fc
  .tuple(
    fc.constantFrom(
      {},
      { default_controller: 'home' },
      { default_controller: 'home', '404_override': 'missing' },
    ),
    fc.array(fc.tuple(key, to), { maxLength: 12 }),
  )
  .map(([settings, entries]) => Object.fromEntries([...Object.entries(settings), ...entries]));

const word = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'ab',
      'abc',
      'user',
      'users',
      'new',
      '12',
      '7',
      'x',
      'Ab',
      '3-x',
      'a1',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '.',
      '..',
      '...',
      '.x',
      'é',
      '%C3%A9',
      '%61',
      '%2F',
      'a%2fb',
      '%25',
      '%',
      '%FF',
      '%00',
      'a b',
      'a%20b',
      '~me',
      'index.html',
      'x.json',
      'a;b',
      '\\',
      '😀',
      '\u0085',
      '__proto__',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...long) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);
const target = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '/', '', '//'),
    fc.array(word, { maxLength: 5 }),
    fc.constantFrom('', '', '', '/', '?q=1', '#h', '/.'),
  )
  .map(([start, words, end]) => start + words.join('/') + end);
const request = fc.tuple(
  fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'PUT', 'BREW', 'get'),
  target,
);

describe('the tree', () => {
  it('gives the answer of trying the keys in order, for any table and request', () => {
    fc.assert(
      fc.property(table, fc.array(request, { minLength: 1, maxLength: 12 }), (table, requests) => {
        const router = createRouter(table);
        const ordered = createOrderedRouter(table);
        for (const [method, path] of requests) {
          expect([method, path, router.resolve(method, path)]).toEqual([
            method,
            path,
            ordered.resolve(method, path),
          ]);
        }
      }),
      RUNS,
    );
  });

  it('finds for paths made from its own patterns what trying the keys in order finds', () => {
    const values = ['12', 'ab', 'Ab', 'x', 'new', '3-x'];
    const filled = fc.tuple(
      table,
      fc.array(fc.nat(values.length - 1), { minLength: 12, maxLength: 12 }),
    );
    fc.assert(
      fc.property(filled, ([table, picks]) => {
        const router = createRouter(table);
        const ordered = createOrderedRouter(table);
        for (const key of Object.keys(table)) {
          let turn = 0;
          const path = key
            .replace(/^[A-Z]+ /, '')
            .replace(/\([^/]*?\)|:any|:num|\[[^/]*\]/g, () => values[picks[turn++ % picks.length]]);
          for (const method of ['GET', 'POST']) {
            expect([path, router.resolve(method, `/${path}`)]).toEqual([
              path,
              ordered.resolve(method, `/${path}`),
            ]);
          }
        }
      }),
      RUNS,
    );
  });

  it('tells texts of any length apart that are much the same', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'a', 'b'),
      minLength: 1,
      maxLength: 40,
    });
    const parts = fc.constantFrom('(:any)', '(:num)', 'a', 'a(.*)', '([ab]+)');
    const alike = fc
      .array(fc.oneof({ weight: 3, arbitrary: letters }, parts), { minLength: 1, maxLength: 5 })
      .map((segments) => segments.join('/'));
    /** A path for a key, with one character exchanged, or taken out. */
    const missed = fc.tuple(fc.nat(150), fc.constantFrom('', 'a', 'b', '/', '7', 'ba'));
    fc.assert(
      fc.property(
        fc.uniqueArray(alike, { minLength: 1, maxLength: 24 }),
        fc.array(missed, { minLength: 4, maxLength: 4 }),
        (keys, misses) => {
          const table = Object.fromEntries(keys.map((key, index) => [key, `to/${index}/$1`]));
          const router = createRouter(table);
          const ordered = createOrderedRouter(table);
          for (const key of keys) {
            const path = `/${key.replace('(:num)', '7').replaceAll(/\(.*?\)/g, 'ab')}`;
            for (const [at, char] of [[path.length, ''] as const, ...misses]) {
              const near = path.slice(0, at) + char + path.slice(at + 1);
              expect([near, router.resolve('GET', near)]).toEqual([
                near,
                ordered.resolve('GET', near),
              ]);
            }
          }
        },
      ),
      RUNS,
    );
  });
});

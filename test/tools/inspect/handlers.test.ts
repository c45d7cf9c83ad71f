/** Answers by a function, which only its row identifies. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route, type SuppliedTable } from '../../../src/index.ts';
import {
  assertReaches,
  type DiffOptions,
  diff,
  examples,
  explain,
  inWords,
  list,
  reach,
} from '../../../src/tools/inspect.ts';

beforeEach(() => Route.reset());

const one = () => 'one';
const other = () => 'other';

const tableOf = (define: () => void) => Route.collect(define);
const ARTICLES = () => {
  Route.get('articles/(:any)', { as: 'article' }, one);
  Route.get('articles/feed', other);
};
const JSON_OF = (table: SuppliedTable) => JSON.parse(JSON.stringify(table));

describe('diff', () => {
  it('sees that another function answers, though both rows have one label', () => {
    const before = tableOf(() => {
      Route.get('users/(:num)', one);
      Route.get('users/(:any)', other);
    });
    const after = tableOf(() => Route.get('users/(:any)', other));
    const { alike, changes } = diff(before, after);
    expect(alike).toBe(false);
    expect(changes.map(({ request }) => request.path)).toEqual([
      expect.stringMatching(/^\/users\/\d+$/),
    ]);
  });

  const num = (handler: () => string) => tableOf(() => Route.get('a/(:num)', handler));
  const digits = (handler: () => string) => tableOf(() => Route.get('a/([0-9]+)', handler));
  const text = tableOf(() => Route.get('a/(:num)', 'a/$1'));

  it.each<[string, SuppliedTable, SuppliedTable, DiffOptions, boolean]>([
    ['the same function', num(one), num(one), {}, true],
    ['another function', num(one), num(other), {}, false],
    ['the same function under another key', num(one), digits(one), {}, true],
    ['another function, by rows', num(one), num(other), { handlers: 'rows' }, true],
    ['another key, by rows', num(one), digits(one), { handlers: 'rows' }, false],
    ['no function, by rows', num(one), text, { handlers: 'rows' }, false],
    ['JSON of the same table', num(one), JSON_OF(num(one)), { handlers: 'json' }, true],
    ['JSON with another string', num(one), { 'GET a/(:num)': 'b' }, { handlers: 'json' }, false],
    ['JSON with another key', JSON_OF(digits(one)), num(one), { handlers: 'json' }, false],
  ])('compares functions, or rows if asked: %s', (_, before, after, options, alike) => {
    const settings = { ...options };
    expect(diff({ ...before }, { ...after }, settings).alike).toBe(alike);
  });
});

describe('reach', () => {
  it('names no function by the text of its row', () => {
    expect(reach(tableOf(ARTICLES), 'articles/feed')).toEqual({ ways: [], unproved: [] });
  });

  it.each([
    ['a key', 'GET articles/(:any)', 1],
    ['a name', 'article', 1],
    ['the key of a row that no request reaches', 'GET articles/feed', 0],
  ])('finds the requests of a row with a handler: %s', (_, asked, count) => {
    const { ways, unproved } = reach(tableOf(ARTICLES), asked);
    expect(unproved).toEqual([]);
    expect(ways).toHaveLength(count);
    for (const way of ways) {
      expect(way).toMatchObject({ route: 'GET articles/(:any)', destination: null });
    }
  });

  it('finds the rows that lead to what is the key of a handler too', () => {
    const table = tableOf(() => {
      Route.any('b', one);
      Route.any('a', 'b');
    });
    expect(reach(table, 'b').ways.map(({ route }) => route)).toEqual(['b', 'a']);
  });

  it('says if a row with a handler is not proved to be reached', () => {
    const table = tableOf(() => {
      Route.get('(?=ba)([ab]+)\\1', one);
      Route.get('(?=ba)([ab]+)(\\1)', other);
    });
    expect(reach(table, 'GET (?=ba)([ab]+)(\\1)').unproved).toMatchObject([
      { route: 'GET (?=ba)([ab]+)(\\1)' },
    ]);
  });
});

it.each([
  ['the key of the row that answers', 'GET articles/(:any)', true],
  ['its name', 'article', true],
  ['the key of a later row', 'GET articles/feed', false],
  ['the label of a row', 'articles/feed', false],
])('assertReaches identifies a handler by its row: %s', (_, wanted, passes) => {
  const assert = () => assertReaches(tableOf(ARTICLES), 'GET', '/articles/feed', wanted);
  if (passes) assert();
  else expect(assert).toThrow("answered by the handler of 'GET articles/(:any)'");
});

it('list names no destination for a handler, and those of other rows', () => {
  const table = tableOf(() => {
    ARTICLES();
    Route.block('b');
    Route.get('c', 'x/c');
  });
  expect(list(table).map(({ destination }) => destination)).toEqual([null, null, '', 'x/c']);
});

it('explain, examples and the router name the row of a handler, and no destination', () => {
  const table = tableOf(ARTICLES);
  const answer = createRouter(table).resolve('GET', '/articles/feed');
  expect(answer).toMatchObject({ route: 'GET articles/(:any)', destination: null, handler: one });
  const words = inWords(explain(table, 'GET', '/articles/feed'));
  expect(words).toContain("answered by the handler of 'GET articles/(:any)'");
  expect(words).not.toContain("goes to 'articles/feed'");
  expect(examples(table)[0]).toMatchObject({ route: 'GET articles/(:any)', destination: null });
});

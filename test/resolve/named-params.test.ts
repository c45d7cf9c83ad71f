/** Params, in answers of both routers and in handlers: an object if a group has a name. */
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import {
  createRouter,
  type PatternParams,
  Route,
  type RouteParams,
  type SuppliedTable,
} from '../../src/index.ts';
import { createReadRouter } from '../support/compiled.ts';

beforeEach(() => Route.reset());

const ROUTERS: [string, (table: SuppliedTable) => ReturnType<typeof createRouter>][] = [
  ['createRouter', createRouter],
  ['a compiled table', createReadRouter],
];

describe.each(ROUTERS)('%s', (_, create) => {
  it.each<[pattern: string, path: string, params: Record<string, string>]>([
    ['articles/(?<slug>:any)', '/articles/a', { slug: 'a' }],
    ['(?<lang>en|fr)/(:any)/(?<id>:num)', '/fr/x/7', { lang: 'fr', 1: 'x', id: '7' }],
    ['(:num)-(?<rest>.+)', '/1-2/3', { 0: '1', rest: '2/3' }],
    ['a(?:/(?<page>:num))?', '/a', { page: '' }],
    ['((?<inner>:num)x)', '/7x', { 0: '7x', inner: '7' }],
    ['a/(?<slug>:any)', '/a/b%2Fc%20d', { slug: 'b/c d' }],
    ['a/(?<=/)(?<x>b)', '/a/b', { x: 'b' }],
    ['(:any)/(?<__proto__>:any)', '/a/b', { 0: 'a', ['__proto__']: 'b' }],
  ])('gives the params of %s an object with their names', (pattern, path, expected) => {
    const answer = create({ [pattern]: 'x/y' }).resolve('GET', path);
    if (answer.status !== 'found') throw new Error(answer.status);
    const { params } = answer;
    expect(Object.getPrototypeOf(params)).toBeNull();
    expect({ ...params }).toStrictEqual(expected);
    expect(JSON.stringify(params)).toBe(JSON.stringify(expected));
    expect(Object.entries(params)).toEqual(Object.entries(expected));
  });

  it.each([
    ['a', []],
    ['(:any)', ['a']],
    ['(a)(b)?', ['a', '']],
  ])('gives the params of %s, without names, in an array', (pattern, expected) => {
    expect(create({ [pattern]: 'x/y' }).resolve('GET', '/a')).toHaveProperty('params', expected);
  });

  it('fills references by position, whatever the names', () => {
    const table = { '(?<two>:num)-(?<one>:any)/(:any)': 'x/$3/$2/$1' };
    const answer = create(table).resolve('GET', '/7-a/b%2Fc');
    expect(answer).toMatchObject({ destination: 'x/b%2Fc/a/7' });
    expect(answer).toHaveProperty('params', { two: '7', one: 'a', 2: 'b/c' });
  });
});

/** Names that people give to params, those of an array and an object too. */
const NAMES = [
  ...['id', 'slug', 'name', 'page', 'lang', 'year', 'month', 'day', 'user', 'code', 'token'],
  ...['filter', 'sort', 'map', 'group', 'at', 'find', 'keys', 'values', 'entries', 'length'],
  ...['join', 'reverse', 'slice', 'some', 'every', 'fill', 'with', 'concat', 'includes'],
  ...['toString', 'valueOf', 'constructor', 'hasOwnProperty', '__proto__', 'then', 'toJSON'],
  ...['prototype', 'default', 'class', 'params', '_', '$id', 'Symbol'],
];

describe('a handler', () => {
  it.each(NAMES)('may name a param %s', async (name) => {
    const routes = Route.collect(() => {
      Route.get(`a/(?<${name}>:any)/(?<other>:any)`, ({ params }) => {
        const { other, ...rest } = { ...params };
        return { own: Object.entries(params), rest: Object.entries(rest), other };
      });
    });
    const answer = await createFetchHandler({ routes })(new Request('http://localhost/a/b/c'));
    expect(await answer.json()).toEqual({
      own: [[name, 'b'], ...[['other', 'c']]],
      rest: [[name, 'b']],
      other: 'c',
    });
  });

  it('gets its params as its answer shows them', async () => {
    const routes = Route.collect(() => Route.get('{slug}/{id:num}', ({ params }) => params));
    const answer = await createFetchHandler({ routes })(new Request('http://localhost/a/7'));
    expect(await answer.text()).toBe('{"slug":"a","id":"7"}');
  });

  it('reads its params by their names, below a prefix with a name too', async () => {
    const routes = Route.collect(() => {
      Route.prefix('(?<lang>en|fr)', () => {
        Route.get('articles/(?<slug>:any)', ({ params }) => {
          expect(params).toEqual({ lang: 'fr', slug: 'café' });
          return params.slug;
        });
        Route.get('articles', ({ params }) => ('lang' in params ? params.lang : null));
      });
    });
    const ask = createFetchHandler({ routes });
    const answer = await ask(new Request('http://localhost/fr/articles/caf%C3%A9'));
    expect(await answer.text()).toBe('café');
    expect(await (await ask(new Request('http://localhost/en/articles'))).text()).toBe('en');
  });

  it('reads the params of the short form, from both routers', async () => {
    const routes = Route.collect(() => {
      Route.prefix('{lang:alpha}', () => Route.get('a/{slug}', ({ params }) => params.slug));
    });
    const ask = createFetchHandler({ routes });
    expect(await (await ask(new Request('http://localhost/fr/a/b%20c'))).text()).toBe('b c');
    for (const [, create] of ROUTERS) {
      const plain = JSON.parse(JSON.stringify(routes)); // without the handler, which is a function
      const answer = create(plain).resolve('GET', '/fr/a/b');
      expect(answer).toHaveProperty('params', { lang: 'fr', slug: 'b' });
    }
  });

  it.each([
    ['a name of the prefix', '{lang}', 'a/(:num)'],
    ['a name of both', '{lang}', '{slug}/(:num)'],
    ['a name of its own', '(:num)', '{slug}/(:any)'],
    ['a group of a longer prefix', 'a/(?:{x}|b)', '([a-z]+)'],
  ])('below a prefix, names all groups if one has a name: %s', (_what, prefix, from) => {
    const define = (from: string) => Route.prefix(prefix, () => Route.get(from, () => null));
    expect(() => define(from)).toThrow(
      /a group of this pattern has no name, and others in '.*' have one\. Name it too, as in \{id:num\}/,
    );
    Route.prefix(prefix, () => Route.get(from, 'x/$1'));
    define(from.replace(/\(.*\)/, '{id}'));
  });

  it.each([
    ['(:num)', 'a/(:any)'],
    ['(:num)', 'a/{slug}'],
    ['{lang}', 'a'],
    ['a', '{slug}/(:any)'],
    ['', '{slug}/(:any)'],
  ])('may have groups without a name where the type tells their place: %s, %s', (prefix, from) => {
    expect(() => Route.prefix(prefix, () => Route.get(from, () => null))).not.toThrow();
  });
});

describe('the type of params', () => {
  it('has the names of its pattern, and the positions of other groups', () => {
    Route.get('(?<year>:num)/(?<=/)(?<slug>:any)', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly year: string; readonly slug: string }>();
      // @ts-expect-error: no group has this name
      return params.month;
    });
    Route.get('(?<id>:num)/(:any)', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly id: string; readonly 1: string }>();
      // @ts-expect-error: it has a name
      return params[0];
    });
    Route.get('a/(:num)', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<readonly [string, ...string[]]>();
      return null;
    });
  });

  it('has the names of the short form', () => {
    Route.get('{year:num}/(:any)/{slug}', { as: 'x' }, ({ params }) => {
      type Params = { readonly year: string; readonly 1: string; readonly slug: string };
      expectTypeOf(params).toEqualTypeOf<Params>();
      const { year, ...rest } = params;
      expectTypeOf(rest).toEqualTypeOf<{ 1: string; slug: string }>();
      expectTypeOf({ ...params, year }.slug).toBeString();
      // @ts-expect-error: no group has this name
      return params.month;
    });
    Route.get('a/{slug}', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly slug: string }>();
      expectTypeOf(Object.values(params)).toEqualTypeOf<string[]>();
      // @ts-expect-error: params with names are no array
      return params.map(String);
    });
    Route.get('(:num){2}/(:any){1,3}/{id}', ({ params }) => {
      type Params = { readonly id: string; readonly 0: string; readonly 1: string };
      expectTypeOf(params).toEqualTypeOf<Params>();
      // @ts-expect-error: a quantifier is no name
      return params[',3'] ?? params['2'];
    });
    Route.get('a/\\{no\\}/{yes}', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly yes: string }>();
      // @ts-expect-error: an escaped brace is text
      return params.no;
    });
    Route.get('blog(?:/{page})?', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly page: string }>();
      return null;
    });
    type Open = { readonly page: string; readonly [place: number]: string };
    expectTypeOf<PatternParams<'{page}(?:/(:num))?'>>().toEqualTypeOf<Open>();
    expectTypeOf<PatternParams<'((?<page>:num)x)'>>().toEqualTypeOf<Open>();
    expectTypeOf<PatternParams<'(?<page>[0-9]+)'>>().toEqualTypeOf<{ readonly page: string }>();
  });

  it('is any array or object if the pattern is not a literal', () => {
    const from: string = 'a/{slug}';
    Route.get(from, ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<RouteParams>();
      expectTypeOf(params[0]).toEqualTypeOf<string>();
      if ('slug' in params) expectTypeOf(params.slug).toEqualTypeOf<string>();
      return null;
    });
  });

  it.each(NAMES)('may have any name: %s', (name) => {
    type Params = PatternParams<'{filter}/{length}/{toString}/{__proto__}/{at}/{then}'>;
    type Names = 'filter' | 'length' | 'toString' | '__proto__' | 'at' | 'then';
    expectTypeOf<keyof Params>().toEqualTypeOf<Names>();
    expect(() => Route.get(`(?<${name}>:any)`, () => null)).not.toThrow();
  });
});

/** Params of named groups, in answers of both routers and in handlers. */
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createCompiledRouter } from '../../src/compiled.ts';
import { createFetchHandler } from '../../src/fetch.ts';
import { compileTable, createRouter, Route, type SuppliedTable } from '../../src/index.ts';

beforeEach(() => Route.reset());

const ROUTERS: [string, (table: SuppliedTable) => ReturnType<typeof createRouter>][] = [
  ['createRouter', createRouter],
  [
    'createCompiledRouter',
    (table) => createCompiledRouter(JSON.parse(JSON.stringify(compileTable(table)))),
  ],
];

describe.each(ROUTERS)('%s', (_, create) => {
  it.each<[pattern: string, path: string, names: Record<string, string>, params: string[]]>([
    ['articles/(?<slug>:any)', '/articles/a', { slug: 'a' }, ['a']],
    ['(?<lang>en|fr)/(:any)/(?<id>:num)', '/fr/x/7', { lang: 'fr', id: '7' }, ['fr', 'x', '7']],
    ['(:num)-(?<rest>.+)', '/1-2/3', { rest: '2/3' }, ['1', '2/3']],
    ['a(?:/(?<page>:num))?', '/a', { page: '' }, ['']],
    ['((?<inner>:num)x)', '/7x', { inner: '7' }, ['7x', '7']],
    ['a/(?<slug>:any)', '/a/b%2Fc%20d', { slug: 'b/c d' }, ['b/c d']],
    ['a/(?<=/)(?<x>b)', '/a/b', { x: 'b' }, ['b']],
  ])('gives the params of %s their names', (pattern, path, names, expected) => {
    const answer = create({ [pattern]: 'x/y' }).resolve('GET', path);
    expect(answer).toMatchObject({ status: 'found', params: expected });
    if (answer.status !== 'found') return;
    for (const [name, value] of Object.entries(names)) {
      expect(Reflect.get(answer.params, name)).toBe(value);
    }
    expect(JSON.stringify(answer.params)).toBe(JSON.stringify(expected));
    expect(Object.keys(answer.params)).toEqual(Object.keys(expected));
    expect([...answer.params]).toStrictEqual(expected);
  });
});

describe('a handler', () => {
  it('reads its params by their names, below a prefix with a name too', async () => {
    const routes = Route.collect(() => {
      Route.prefix('(?<lang>en|fr)', () => {
        Route.get('articles/(?<slug>:any)', ({ params }) => {
          expect(Reflect.get(params, 'lang')).toBe('fr');
          return params.slug;
        });
      });
    });
    const answer = await createFetchHandler({ routes })(
      new Request('http://localhost/fr/articles/caf%C3%A9'),
    );
    expect(await answer.text()).toBe('café');
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
      expect(answer).toMatchObject({ status: 'found', params: ['fr', 'b'] });
      if (answer.status === 'found') expect(Reflect.get(answer.params, 'slug')).toBe('b');
    }
  });

  it('has a type with the names of its pattern', () => {
    Route.get('(?<year>:num)/(?<=/)(?<slug>:any)', ({ params }) => {
      expectTypeOf(params.year).toBeString();
      expectTypeOf(params.slug).toBeString();
      // @ts-expect-error: no group has this name
      return params.month;
    });
    Route.get('(?<id>:num)/(:any)', ({ params }) => {
      expectTypeOf(params).toExtend<readonly [...string[], string, string]>();
      return null;
    });
    Route.get('a/(:num)', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<readonly [...string[], string]>();
      return null;
    });
  });

  it('has a type with the names of the short form', () => {
    Route.get('{year:num}/(:any)/{slug}', { as: 'x' }, ({ params }) => {
      expectTypeOf(params.year).toBeString();
      expectTypeOf(params.slug).toBeString();
      expectTypeOf(params).toExtend<readonly [...string[], string, string, string]>();
      // @ts-expect-error: no group has this name
      return params.month;
    });
    Route.get('a/{slug}', ({ params }) => {
      type Params = readonly [...string[], string] & { readonly slug: string };
      expectTypeOf(params).toEqualTypeOf<Params>();
      return null;
    });
    Route.get('(:num){2}/(:any){1,3}/{id}', ({ params }) => {
      expectTypeOf(params.id).toBeString();
      expectTypeOf(params).toExtend<readonly [...string[], string, string, string]>();
      // @ts-expect-error: a quantifier is no name
      return params[',3'] ?? params['2'];
    });
    Route.get('a/\\{no\\}/{yes}', ({ params }) => {
      expectTypeOf(params.yes).toBeString();
      // @ts-expect-error: an escaped brace is text
      return params.no;
    });
    const from: string = 'a/{slug}';
    Route.get(from, ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<readonly string[]>();
      return null;
    });
  });
});

it.each(['length', 'map', 'constructor', '__proto__', 'at'])(
  'a name that an array has itself is refused where it is written: %s',
  (name) => {
    expect(() => Route.get(`a/(?<${name}>:any)`, 'x')).toThrow(
      `an array of params has a ${name} of its own`,
    );
  },
);

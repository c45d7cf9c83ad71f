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

  it('has a type with the names of its pattern', () => {
    Route.get('(?<year>:num)/(?<=/)(?<slug>:any)', ({ params }) => {
      expectTypeOf(params.year).toBeString();
      expectTypeOf(params.slug).toBeString();
      // @ts-expect-error: no group has this name
      return params.month;
    });
    Route.get('(?<id>:num)/(:any)', ({ params }) => {
      expectTypeOf(params).toExtend<readonly [...string[], string, string]>();
    });
    Route.get('a/(:num)', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<readonly [...string[], string]>();
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

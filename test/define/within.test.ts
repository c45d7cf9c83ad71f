/** The argument of the callbacks that define routes below a pattern. */
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { Route, type RouteOptions, type RouteParams, type Within } from '../../src/index.ts';

beforeEach(() => Route.reset());

type Named = { readonly lang: string; readonly slug: string };

describe('within', () => {
  it.each<[string, (callback: (within: unknown) => void) => void]>([
    ['Route.prefix', (callback) => Route.prefix('a', callback)],
    ['Route.prefix with options', (callback) => Route.prefix('a', {}, callback)],
    ['children of Route.get', (children) => Route.get('a', 'b', { children })],
    ['children of Route.match', (children) => Route.match(['PUT'], 'a', 'b', { children })],
    ['children of Route.resources', (children) => Route.resources('a', { children })],
  ])('is Route itself: %s', (_, call) => {
    const given: unknown[] = [];
    call((within) => given.push(within));
    expect(given).toEqual([Route]);
  });

  it('gives handlers the names of the prefix', async () => {
    Route.prefix('{lang}', (within) => {
      within.get('a/{slug}', ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<Named>();
        return `${params.lang} ${params.slug}`;
      });
      within.match(['GET'], 'b/{slug}', { as: 'b' }, ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<Named>();
        return `${params.lang} ${params.slug}`;
      });
      within.any('c', 'c', {}, ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly lang: string }>();
        // @ts-expect-error: no pattern has this name
        return `${params.lang} ${params.slug}`;
      });
    });
    const answer = createFetchHandler({ routes: Route.map() });
    const texts = ['/en/a/x', '/de/b/y', '/fr/c'].map(async (path) => {
      return await (await answer(new Request(`http://localhost${path}`))).text();
    });
    expect(await Promise.all(texts)).toEqual(['en x', 'de y', 'fr undefined']);
  });

  it('gives them the names of every prefix, and of routes with children', () => {
    Route.prefix('{lang}', { meta: {} }, (within) => {
      within.prefix('x/{year:num}', {}, ({ get }) => {
        get('{slug}', ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<{
            readonly lang: string;
            readonly year: string;
            readonly slug: string;
          }>();
          return params.year;
        });
      });
    });
    const children = (within: Within<'{lang}'>) =>
      within.get('{slug}', ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<Named>();
        return params.lang;
      });
    Route.get('{lang}', { children }, () => 1);
    Route.get('{lang}', 'a', { children });
    Route.get('{lang}', 'a', { children }, () => 1);
    Route.get(
      '{lang}',
      { children: (inner) => inner.get('{slug}', ({ params }) => params.lang) },
      () => 1,
    );
    expect(Object.keys(Route.map())).toContain('GET (?<lang>:any)/x/(?<year>:num)/(?<slug>:any)');
  });

  it('gives them the groups of the prefix if none has a name', () => {
    Route.prefix('(:num)', (within) => {
      within.get('a/(:any)', ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<readonly [string, string, ...string[]]>();
        return params[0];
      });
      within.resources('photos', { children: (inner) => inner.get('b', 'c') });
      within.block('z');
    });
    Route.prefix('a' as string, (within) => {
      within.get('b', ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<RouteParams>();
        return 1;
      });
    });
    expect(Object.keys(Route.map())).toContain('GET (:num)/a/(:any)');
  });

  it('may be left out, and options without a pattern fit every route', () => {
    const options: RouteOptions = { as: 'a', children: () => Route.get('b', 'c') };
    Route.get('{a}', options, () => 1);
    Route.get('{a}', 'b', options);
    Route.prefix('{lang}', () => {
      Route.get('{slug}', ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly slug: string }>();
        return params.slug;
      });
    });
    expect(Object.keys(Route.map())).toContain('GET (?<lang>:any)/(?<slug>:any)');
  });
});

/** Routes defined with only a handler. */
import fc from 'fast-check';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import {
  createRouter,
  type PatternParams,
  Route,
  type RouteParams,
  WaymarkError,
} from '../../src/index.ts';
import { parseDestination } from '../../src/table/destination.ts';
import { RUNS } from '../support/runs.ts';
import { segment } from '../support/vocabulary.ts';

beforeEach(() => Route.reset());

const handler = () => 'handled';

describe('the destination of a route that has only a handler', () => {
  it.each([
    ['/', '/', '/'],
    ['status', 'status', '/status'],
    ['hello/(:any)', 'hello/$1', '/hello/Ada'],
    ['(:num)/(:any)', '$1/$2', '/7/a'],
    ['7', '7', '/7'],
    ['report\\.pdf', 'report.pdf', '/report.pdf'],
    ['report\\.(:any)', 'report.$1', '/report.pdf'],
    ['p(:num)0', 'p${1}0', '/p50'],
    ['a/(b|(c))/(:num)', 'a/$1/$3', '/a/c/7'],
    ['(en|fr)/(.+)', '$1/$2', '/fr/a/b'],
    ['(?:a|b)/(:num)', 'a|b/$1', '/b/7'],
    ['[ab]+/(:num)', '[ab]+/$1', '/ab/7'],
    ['\\$a\\\\/(:num)', '\\$a\\\\/$1', '/%24a%5C/7'],
    ['a/\\$\\{5\\}/(:num)', 'a/\\${5}/$1', '/a/$%7B5%7D/7'],
    ['a\\\\(:num)', 'a\\\\${1}', '/a%5C7'],
    ['a|b', 'a|b', '/b'],
    ['(?=a)[a-z]+', '[a-z]+', '/ab'],
    ['(:num)?', '$1', '/7'],
  ])('of %j is %j in the table, and none in the answer to %j', (from, to, path) => {
    Route.get(from, handler);
    expect(Object.values(Route.map())).toContain(to);
    expect(createRouter(Route.map()).resolve('GET', path)).toMatchObject({
      destination: null,
      handler,
    });
  });

  it('has the prefixes and their groups in front', () => {
    Route.prefix('(en|fr)', () => {
      Route.get('/', handler);
      Route.get('a/(:num)', { children: () => Route.get('b/(:num)', handler) }, handler);
    });
    expect(JSON.parse(JSON.stringify(Route.map()))).toEqual({
      default_controller: 'home',
      'GET (en|fr)': '$1',
      'GET (en|fr)/a/(:num)': '$1/a/$2',
      'GET (en|fr)/a/(:num)/b/(:num)': '$1/a/$2/b/$3',
    });
  });

  it('takes the options between the pattern and the handler', () => {
    Route.get('users/(:num)', { as: 'user', meta: { area: 'members' } }, handler);
    expect(createRouter(Route.map()).resolve('GET', '/users/7')).toEqual({
      status: 'found',
      route: 'GET users/(:num)',
      name: 'user',
      destination: null,
      params: ['7'],
      meta: { area: 'members' },
      handler,
    });
  });

  it('never blocks, and refers to groups of its pattern only, whatever the pattern', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        Route.reset();
        const from = segments.map(({ from }) => from).join('/');
        try {
          Route.any(from, handler);
        } catch (error) {
          expect(error).toBeInstanceOf(WaymarkError);
          return;
        }
        const { default_controller: _, ...table } = Route.map();
        const [[key, to]] = Object.entries(table);
        expect(to).not.toBe('');
        const source = key.replaceAll(':any', '[^/]+').replaceAll(':num', '[0-9]+');
        const groups = new RegExp(`${source}|`).exec('')?.length;
        expect(Math.max(0, ...(parseDestination(to, key).tail?.groups ?? []))).toBeLessThan(
          Number(groups),
        );
        createRouter(table);
      }),
      RUNS,
    );
  });
});

describe('the params of a handler are typed', () => {
  it('by the plain groups of a literal pattern, after those of prefixes', () => {
    Route.get('a/(:num)/(:any)', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<readonly [string, string, ...string[]]>();
      return null;
    });
    Route.get('a/(:num)', { as: 'a' }, ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<readonly [string, ...string[]]>();
      return null;
    });
    Route.any('a/(:num)', 'a/$1', {}, ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<readonly [string, ...string[]]>();
      return null;
    });
    expectTypeOf<PatternParams<'a'>>().toEqualTypeOf<RouteParams>();
  });

  it('as any strings if the pattern is more than that, or not a literal', () => {
    type Any = readonly string[];
    expectTypeOf<PatternParams<'(a|b)'>>().toEqualTypeOf<Any>();
    expectTypeOf<PatternParams<'(:num)?'>>().toEqualTypeOf<Any>();
    expectTypeOf<PatternParams<'[(](:num)'>>().toEqualTypeOf<Any>();
    expectTypeOf<PatternParams<'\\((:num)'>>().toEqualTypeOf<RouteParams>();
    expectTypeOf<PatternParams<'(a(b))'>>().toEqualTypeOf<Any>();
    expectTypeOf<PatternParams<'a|(?:b)'>>().toEqualTypeOf<RouteParams>();
    expectTypeOf<PatternParams<string>>().toEqualTypeOf<RouteParams>();
    expectTypeOf<PatternParams<`a/${string}`>>().toEqualTypeOf<RouteParams>();
  });
});

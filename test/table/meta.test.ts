/** The data of routes: allowed values, the routes that have it, and the places that receive it. */
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import {
  type Context,
  Controller,
  createControllers,
  type Files,
  withModuleRoutes,
} from '../../src/hmvc.ts';
import {
  createRouter,
  type Found,
  type Meta,
  type MetaValue,
  type RequestContext,
  Route,
} from '../../src/index.ts';
import { NO_META, readMeta } from '../../src/table/meta.ts';
import { caught } from '../support/caught.ts';
import { createReadRouter } from '../support/compiled.ts';

beforeEach(() => Route.reset());

/** The meta of each row that has any. */
const metaIn = (table = Route.map()) => {
  const router = createRouter(table);
  const rows = Object.keys(table).map((key) => {
    const [method, pattern] = key.includes(' ') ? key.split(' ') : ['GET', key];
    const path = `/${pattern.replace('([a-zA-Z0-9\\-_]+)', '7').replaceAll('(:any)', 'x')}`;
    const { route, meta } = router.resolve(method, path) as Found; // the cast: each row is found by its own path
    return [route, meta];
  });
  return Object.fromEntries(rows.filter(([, meta]) => meta !== undefined));
};

describe('the data of a route', () => {
  it.each<[string, object]>([
    ['strings, numbers, booleans and null', { a: 'x', b: -0.5, c: true, d: null }],
    ['lists and objects', { roles: ['admin', { of: ['a', 'b'] }] }],
    ["names of an object's members", { __proto__: null, constructor: 'a', toString: 'b' }],
  ])('may be made of %s', (_, meta) => expect(readMeta('here', meta)).toEqual({ ...meta }));

  it('keeps a member that is named __proto__ as data', () => {
    const meta = readMeta('here', JSON.parse('{"__proto__": {"role": "admin"}}'));
    expect(Object.keys(meta ?? {})).toEqual(['__proto__']);
    expect((meta as { role?: unknown } | undefined)?.role).toBeUndefined();
  });

  it('is a frozen copy at every level', () => {
    const given = { roles: ['admin'], at: { x: 1 } };
    const meta = readMeta('here', given) as typeof given; // the cast: a copy has the same form
    given.roles.push('editor');
    expect(meta).toEqual({ roles: ['admin'], at: { x: 1 } });
    expect([meta, meta.roles, meta.at].every(Object.isFrozen)).toBe(true);
  });

  it.each([[undefined], [null], [{}]])('is absent for %o', (given) => {
    expect(readMeta('here', given)).toBeUndefined();
    expect(readMeta('here', given, { a: 1 })).toEqual({ a: 1 });
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;
  const loop: unknown[] = [];
  loop.push(loop);
  /** An object with others in it, to a depth. */
  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });

  it('may have 16 levels of objects below it', () => {
    expect(readMeta('here', nested(16))).toEqual(nested(16));
  });

  it.each<[string, unknown, RegExp]>([
    ['a string', 'admin', /meta is 'admin'. .*an object of plain data/],
    ['a list', ['admin'], /meta is an? \w+. .*an object of plain data/],
    ['a Map', new Map(), /meta is an? \w+. .*an object of plain data/],
    ['a function in it', { check: () => true }, /meta\.check is a function. .*a string/],
    ['undefined in it', { role: undefined }, /meta\.role is undefined/],
    ['NaN in a list', { a: [1, Number.NaN] }, /meta\.a\[1\] is NaN/],
    ['a Date in an object', { a: { b: new Date(0) } }, /meta\.a\.b is a Date/],
    ['an instance of a class', { a: new (class A {})() }, /meta\.a is an object/],
    ['an object of the language', { a: Math }, /meta\.a is a Math/],
    ['17 levels of objects below it', nested(17), /at most 16 levels of nesting/],
    ['a circle', circle, /at most 16 levels of nesting/],
    ['a circle of lists', { a: loop }, /at most 16 levels of nesting/],
  ])('is refused if it is or has %s', (_, meta, message) => {
    const error = caught(() => Route.get('a', 'b', { meta: meta as Meta })); // the cast: an invalid argument
    expect(error).toMatchObject({ code: 'bad-argument', message: expect.stringMatching(message) });
    expect(Route.map()).toEqual({ default_controller: 'home' });
  });

  it('is any plain data unless the application declares its members', () => {
    expectTypeOf<Meta>().toEqualTypeOf<Readonly<Record<string, MetaValue>>>();
    const meta = { role: 'a', of: [1, { b: null }] } as const;
    Route.get('a', 'b', { meta });
    // @ts-expect-error: a function is no plain data
    expect(() => Route.get('a', 'b', { meta: { role: () => 1 } })).toThrow('meta.role');
    // @ts-expect-error: nor is a class
    expect(() => Route.get('a', { meta: { role: Date } }, () => 1)).toThrow('meta.role');
  });
});

describe('the routes that have data', () => {
  it.each<[string, () => void, object]>([
    ['Route.get', () => Route.get('a', 'b', { meta: { r: 1 } }), { 'GET a': { r: 1 } }],
    [
      'Route.prefix, for the routes inside',
      () =>
        Route.prefix('p', { meta: { r: 1, s: 1 } }, () => Route.any('a', 'b', { meta: { s: 2 } })),
      { 'p/a': { r: 1, s: 2 } },
    ],
    [
      'prefixes in prefixes, the inner member first',
      () =>
        Route.prefix('p', { meta: { r: 1, s: 1 } }, () =>
          Route.prefix('q', { meta: { s: 2 } }, () => Route.any('a', 'b')),
        ),
      { 'p/q/a': { r: 1, s: 2 } },
    ],
    ['Route.prefix without options', () => Route.prefix('p', null, () => Route.any('a', 'b')), {}],
    [
      'Route.resources, and what is nested in them',
      () =>
        Route.resources('r', { only: 'show', meta: { r: 1 }, children: () => Route.any('a', 'b') }),
      { 'GET r/([a-zA-Z0-9\\-_]+)': { r: 1 }, 'r/([a-zA-Z0-9\\-_]+)/a': { r: 1 } },
    ],
    [
      'children, for the routes in it',
      () => Route.any('a', 'b', { meta: { r: 1 }, children: () => Route.any('c', 'd') }),
      { a: { r: 1 }, 'a/c': { r: 1 } },
    ],
    [
      'a pattern that is defined again: the last definition alone',
      () => {
        Route.any('a', 'b', { meta: { r: 1 } });
        Route.any('a', 'b', { meta: { s: 1 } });
        Route.any('c', 'b', { meta: { r: 1 } });
        Route.any('c', 'b');
      },
      { a: { s: 1 } },
    ],
    [
      'one method of a pattern for all',
      () => {
        Route.any('a', 'b', { meta: { r: 1 } });
        Route.post('a', 'c', { meta: { s: 1 } });
      },
      { 'POST a': { s: 1 }, a: { r: 1 } },
    ],
  ])('are those of %s', (_, define, expected) => {
    define();
    expect(metaIn()).toEqual(expected);
  });

  it('are all of a context', () => {
    Route.context('tools', { home: 'index', meta: { area: 'tools' } });
    const metas = Object.values(metaIn());
    expect(metas).toHaveLength(7);
    expect(new Set(metas)).toEqual(new Set([{ area: 'tools' }]));
  });

  it('do not reach beyond a callback that throws', () => {
    const failing = () => {
      throw new Error('on purpose');
    };
    expect(() => Route.prefix('p', { meta: { r: 1 } }, failing)).toThrow('on purpose');
    Route.any('a', 'b');
    expect(metaIn()).toEqual({});
  });

  it('are refused an argument in the wrong place', () => {
    const wrong = () => Route.prefix('p', (() => {}) as never, () => {});
    expect(wrong).toThrow(/Route\.prefix\('p'\): options is a function/);
    expect(() => Route.prefix('p', { meta: { r: 1 } } as never)).toThrow(/the callback/);
  });
});

describe('the data of a route, on arrival,', () => {
  const define = () => {
    Route.get('a/(:num)', 'area/show/$1', { meta: { role: 'admin' } });
    Route.get('h', 'h', { meta: { role: 'editor' } }, ({ meta }) => meta);
    Route.get('plain', 'area/show/1');
    Route.get('broken', 'area/broken', { meta: { role: 'admin' } });
  };
  class Area extends Controller {
    show(id: string) {
      return { id, meta: this.context.meta };
    }
    async nested() {
      return this.context.run('area/show', 'inner');
    }
    broken() {
      throw new Error('on purpose');
    }
    page() {
      return this.context.meta;
    }
  }
  const files: Files = { 'application/controllers/area.ts': async () => ({ default: Area }) };
  const bodyOf = async (path: string, options: object = {}) => {
    const routes = Route.collect(define);
    const fetch = createFetchHandler<object>({
      routes,
      controllers: createControllers(files),
      onError() {},
      ...options,
    });
    return (await fetch(new Request(`http://localhost${path}`))).json();
  };

  it('is in the answer of the router, and absent from one of a route without any', () => {
    const router = createRouter(Route.collect(define));
    expect(router.resolve('GET', '/a/7')).toMatchObject({ meta: { role: 'admin' } });
    expect(router.resolve('GET', '/a%2e/../a/7')).toMatchObject({ meta: { role: 'admin' } });
    expect(router.resolve('GET', '/plain')).not.toHaveProperty('meta');
  });

  it.each([
    ['of a handler', '/h', { role: 'editor' }],
    ['of a controller', '/a/7', { id: '7', meta: { role: 'admin' } }],
    ['of a route without any', '/plain', { id: '1', meta: {} }],
    ['of an action that autoRoute reaches', '/area/show/1', { id: '1', meta: {} }],
    ['of an action that run calls', '/area/nested', { id: 'inner', meta: {} }],
  ])('is in the context %s', async (_, path, expected) => {
    expect(await bodyOf(path, { autoRoute: true })).toEqual(expected);
  });

  it('is in the context of the page for the error of its route', async () => {
    const errorPages = { 500: 'area/page' };
    expect(await bodyOf('/broken', { errorPages })).toEqual({ role: 'admin' });
  });

  it.each([
    ['/a/7', { route: 'GET a/(:num)', params: ['7'], meta: { role: 'admin' }, status: null }],
    ['/area/show/1', { route: null, params: [], meta: {}, status: null }],
    ['/%', { route: null, params: [], meta: {}, status: 400 }],
  ])('is in the argument of the option context: %s', async (path, expected) => {
    let arrived: RequestContext | undefined;
    const context = (own: RequestContext) => {
      arrived = own;
      return {};
    };
    await bodyOf(path, { context, autoRoute: true, errorPages: { 400: 'area/page' } });
    expect(arrived).toMatchObject(expected);
  });

  it('lets one guard serve an area, and refuse rows without any', async () => {
    const context = ({ meta, status }: RequestContext) => {
      if (status === null && meta.role !== 'admin') throw new Response('{}', { status: 403 });
      return {};
    };
    const routes = Route.collect(define);
    const fetch = createFetchHandler<object>({
      routes,
      controllers: createControllers(files),
      context,
      autoRoute: true,
    });
    const statuses = ['/a/7', '/plain', '/area/show/7', '/h'].map(
      async (path) => (await fetch(new Request(`http://localhost${path}`))).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 403, 403, 403]);
  });

  it('is frozen in a table that was compiled and read from JSON', () => {
    const table = Route.collect(() =>
      Route.get('a', 'b', { as: 'n', meta: { role: 'admin', at: [{ x: 1 }] } }),
    );
    const router = createReadRouter(table);
    const { meta, name } = router.resolve('GET', '/a') as Found; // the cast: the table has the path
    expect([meta, name]).toEqual([{ role: 'admin', at: [{ x: 1 }] }, 'n']);
    expect(Object.isFrozen((meta as { at: object[] }).at[0])).toBe(true);
  });

  it('comes with the routes of a module', async () => {
    const files: Files = {
      'application/modules/m/config/routes.ts': async () => ({
        default: () => Route.get('x', 'y', { meta: { role: 'm' } }),
      }),
    };
    const table = await withModuleRoutes({ default_controller: 'home' }, files);
    expect(metaIn(table)).toEqual({ 'GET x': { role: 'm' } });
  });

  it('is an empty frozen object if there is none', () => {
    expect(NO_META).toEqual({});
    expect(Object.isFrozen(NO_META)).toBe(true);
    expectTypeOf<Context['meta']>().toEqualTypeOf<Meta>();
  });
});

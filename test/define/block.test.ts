import { beforeEach, describe, expect, it } from 'vitest';
import { withModuleRoutes } from '../../src/hmvc.ts';
import { createRouter, Route, type SuppliedTable } from '../../src/index.ts';
import { readTable } from '../../src/table/table.ts';

beforeEach(() => Route.reset());

const mistakesOf = (table: SuppliedTable) => readTable(table, 'test').mistakes;

function routes(): [string, string][] {
  return Object.entries(Route.map()).slice(1);
}

describe('Route.block', () => {
  it.each([
    [['a'], ['a']],
    [
      ['a', 'b/(:num)'],
      ['a', 'b/(:num)'],
    ],
    [[['a', 'b']], ['a', 'b']],
    [
      [['a'], 'b', ['c']],
      ['a', 'b', 'c'],
    ],
    [[], []],
    [[[]], []],
  ])('of %j sets the destinations of %j to the empty one', (paths, keys) => {
    Route.block(...paths);
    expect(routes()).toEqual(keys.map((key) => [key, '']));
  });

  it.each([
    undefined,
    null,
    7,
    true,
    {},
    () => 'a',
    Symbol('a'),
    1n,
    /^a$/,
    new Set(['a']),
    new Map(),
    new String('a'),
    Promise.resolve('a'),
    (function* () {})(),
  ])('ignores a value that is neither a string nor an array, as the original does: %s', (value) => {
    // The casts pass invalid arguments.
    Route.block(...([value, [value]] as string[]));
    expect(routes()).toEqual([]);
    Route.block(...(['a', value, ['b', value], 'c'] as string[]));
    expect(routes().map(([key]) => key)).toEqual(['a', 'b', 'c']);
    expect(mistakesOf(Route.map())).toHaveLength(4);
  });

  it.each([
    [[null], 'argument 1 is null.'],
    [['a', [undefined]], 'item 1 of argument 2 is undefined.'],
    [[['a', ['b']]], 'item 2 of argument 1 is an array.'],
    // biome-ignore lint/suspicious/noSparseArray: the hole is tested
    [[['a', , 'b']], 'item 2 of argument 1 is undefined.'],
  ])('keeps which value of %j is not a pattern, and the line of the call', (paths, problem) => {
    Route.block(...(paths as string[])); // the cast passes an invalid argument
    const [mistake] = mistakesOf(Route.map());
    expect(mistake?.message).toContain(problem);
    expect(mistake?.where).toMatch(/^Route\.block at .*block\.test\.ts:\d+:\d+\)?$/);
  });

  it('says that Route.named returns null for an unknown name', () => {
    // @ts-expect-error: null is not a pattern
    Route.block(Route.named('typo'));
    expect(String(mistakesOf(Route.map()))).toContain('Route.named gives null for unknown names.');
  });

  it.each<[string, () => SuppliedTable | Promise<SuppliedTable>]>([
    ['Route.map', () => Route.map()],
    ['a table that is supplied', () => Route.collect(Route.map(), () => {})],
    ['a copy', () => ({ ...Route.map() })],
    ['an application with modules', () => withModuleRoutes(Route.map(), {})],
    [
      'a module',
      () => {
        Route.reset();
        const define = () => Route.block(...([null] as never[])); // the cast passes an invalid argument
        const path = 'application/modules/blog/config/routes.ts';
        return withModuleRoutes({ a: 'b' }, { [path]: async () => ({ default: define }) });
      },
    ],
  ])('is reported once by the table of %s', async (_, make) => {
    Route.any('a', { meta: { role: 'x' } }, () => 1);
    Route.block(...([null] as never[])); // the cast passes an invalid argument
    expect(mistakesOf(await make())).toHaveLength(1);
  });

  it('belongs to the table whose module made it, if tables are made at the same time', async () => {
    const modules = ['a', 'b', 'c'].map((name) => ({
      [`application/modules/${name}/config/routes.ts`]: async () => ({
        default: () => Route.block(name, ...(name === 'a' ? ([null] as never[]) : [])), // the cast: as above
      }),
    }));
    const [a, b, c] = modules;
    const making = [{ ...a, ...b }, c].map((files) => withModuleRoutes({ x: 'y' }, files));
    const tables = await Promise.all(making);
    expect(tables.map((table) => mistakesOf(table).length)).toEqual([1, 0]);
  });

  it('is known again, with the routes of a file that is imported once, to a second table', async () => {
    const module = {};
    let isImported = false;
    const load = async () => {
      if (!isImported) Route.block('a', ...([null] as never[])); // the cast passes an invalid argument
      isImported = true;
      return module;
    };
    const files = { 'application/modules/a/config/routes.ts': load };
    const first = await withModuleRoutes({ x: 'y' }, files);
    const second = await withModuleRoutes({ x: 'y' }, files);
    expect(mistakesOf(second)).toEqual(mistakesOf(first));
    expect(mistakesOf(second)).toHaveLength(1);
    expect(mistakesOf(Route.map())).toEqual([]);
  });

  it('is forgotten with the definitions', () => {
    Route.block(...([null] as never[])); // the cast passes an invalid argument
    Route.reset();
    expect(mistakesOf(Route.map())).toEqual([]);
  });

  it('refuses in its type what it refuses in a call', () => {
    const refused = () => {
      // @ts-expect-error: null is not a pattern
      Route.block(null);
      // @ts-expect-error: nor is undefined
      Route.block(undefined);
      // @ts-expect-error: nor is a number
      Route.block(7);
      // @ts-expect-error: nor is an expression
      Route.block(/^a$/);
      // @ts-expect-error: nor is null in an array
      Route.block(['a', null]);
      // @ts-expect-error: nor is an array in an array
      Route.block([['a']]);
      // @ts-expect-error: a Set is not an array
      Route.block(new Set(['a']));
    };
    refused();
    Route.reset();
    const accepted: readonly string[] = ['a'];
    Route.block(...accepted, accepted, 'b');
    expect(routes().map(([key]) => key)).toEqual(['a', 'b']);
  });

  it('blocks for every method, and later routes do not open it', () => {
    Route.block('users/login');
    Route.any('users/(:any)', 'users/$1');
    const router = createRouter(Route.map({ '404_override': 'errors/missing' }));
    for (const method of ['GET', 'POST', 'BREW']) {
      expect(router.resolve(method, '/users/login')).toEqual({
        status: 'blocked',
        route: 'users/login',
      });
    }
    expect(router.allowed('/users/login')).toEqual([]);
  });

  it('defines nothing when one of the patterns is wrong', () => {
    expect(() => Route.block('a', 'b(')).toThrow("Route.block('b(')");
    expect(routes()).toEqual([]);
  });

  it('blocks the root of the site if it is told to', () => {
    Route.block('/');
    expect(createRouter(Route.map()).resolve('GET', '/')).toEqual({
      status: 'blocked',
      route: '/',
    });
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { type Files, withModuleRoutes } from '../../src/hmvc.ts';
import { createRouter, METHODS, Route, type SuppliedTable, WaymarkError } from '../../src/index.ts';
import { findFiles } from '../../src/node.ts';
import { check } from '../../src/tools/inspect.ts';

beforeEach(() => Route.reset());

const folder = mkdtempSync(join(tmpdir(), 'waymark-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = (module: string, root = 'application') => `${root}/modules/${module}/config/routes.ts`;

/** Files whose route files have these exports, by module. */
function files(exported: Readonly<Record<string, unknown>>, root?: string): Files {
  return Object.fromEntries(
    Object.entries(exported).map(([module, value]) => [
      path(module, root),
      async () => ({ default: value }),
    ]),
  );
}

const base = { default_controller: 'welcome' };

/** The rows that modules add to a table. */
async function rows(list: Files, table: SuppliedTable = base) {
  return Object.entries(await withModuleRoutes(table, list)).slice(Object.keys(table).length);
}

describe('withModuleRoutes', () => {
  it.each<[string, unknown, readonly (readonly [string, string])[]]>([
    [
      'a function that calls Route',
      () => Route.resources('photos', { only: ['index', 'show'], constraint: '(:num)' }),
      [
        ['GET photos', 'gallery/photos/index'],
        ['GET photos/(:num)', 'gallery/photos/show/$1'],
      ],
    ],
    [
      'a table',
      { 'gallery/(:any)': 'photos/show/$1', 'POST gallery': 'photos/create' },
      [
        ['gallery/(:any)', 'gallery/photos/show/$1'],
        ['POST gallery', 'gallery/photos/create'],
      ],
    ],
    ['a table without rows', {}, []],
    ['a table that blocks', { 'photos/secret': '' }, [['photos/secret', '']]],
    ['a table with a key like an integer', { '/404': 'errors' }, [['/404', 'gallery/errors']]],
    ['a function that defines nothing', () => undefined, []],
    ['a function that only returns null', () => null, []],
    [
      'a function that also returns a table',
      () => {
        Route.get('photos', 'photos');
        return { a: 'b' };
      },
      [['GET photos', 'gallery/photos']],
    ],
    [
      'a prefix, a context and a block',
      () => {
        Route.prefix('api', () => Route.any('photos', 'api'));
        Route.context('tools', { home: '{default_controller}' });
        Route.block('hidden');
      },
      [
        ['api/photos', 'gallery/api'],
        ['tools/(:any)/(:any)/(:any)/(:any)/(:any)/(:any)', 'gallery/$1/tools/$2/$3/$4/$5/$6'],
        ['tools/(:any)/(:any)/(:any)/(:any)/(:any)', 'gallery/$1/tools/$2/$3/$4/$5'],
        ['tools/(:any)/(:any)/(:any)/(:any)', 'gallery/$1/tools/$2/$3/$4'],
        ['tools/(:any)/(:any)/(:any)', 'gallery/$1/tools/$2/$3'],
        ['tools/(:any)/(:any)', 'gallery/$1/tools/$2'],
        ['tools/(:any)', 'gallery/$1/tools'],
        ['tools', 'gallery/tools/welcome'],
        ['hidden', ''],
      ],
    ],
  ])('adds the routes of %s, with destinations below the module', async (_what, value, added) => {
    expect(await rows(files({ gallery: value }))).toEqual(added);
  });

  it('uses home as the default controller of a table that has none, as Route.map does', async () => {
    const define = () => Route.context('tools', { home: '{default_controller}' });
    const table = await withModuleRoutes({ a: 'b' }, files({ gallery: define }));
    expect(Object.entries(table).at(-1)).toEqual(['tools', 'gallery/tools/home']);
  });

  it.each([
    'application/modules/gallery/controllers/routes.ts',
    'application/modules/gallery/config/sub/routes.ts',
    'application/config/routes.ts',
    'application/modules/gallery/routes.ts',
    'other/modules/gallery/config/routes.ts',
  ])('imports no other file: %s', async (other) => {
    expect(await rows({ [other]: () => Promise.reject(new Error('imported')) })).toEqual([]);
  });

  it('reads the export routes if there is no default', async () => {
    const list = { [path('gallery')]: async () => ({ routes: { a: 'b' } }) };
    expect(await rows(list)).toEqual([['a', 'gallery/b']]);
  });

  it.each<[string, object]>([
    ['in the default of CommonJS', { default: { default: { a: 'b' } } }],
    ['in the default of CommonJS, as routes', { default: { routes: { a: 'b' } } }],
    ['as table', { table: { a: 'b' } }],
  ])('reads an export as the command line does: %s', async (_what, module) => {
    const list = { [path('gallery')]: async () => module };
    expect(await rows(list)).toEqual([['a', 'gallery/b']]);
  });

  it('leaves the table, the registry and the scope alone', async () => {
    Route.get('own', 'own');
    const table = Object.freeze({ ...base, a: 'b' });
    await withModuleRoutes(table, files({ gallery: () => Route.get('photos', 'photos') }));
    expect(table).toEqual({ ...base, a: 'b' });
    expect(Route.map()).toEqual({ default_controller: 'home', 'GET own': 'own' });
  });

  it.each<[string, (failing: () => never) => Files]>([
    ['throws', (failing) => files({ gallery: failing })],
    ['can not be imported', (failing) => ({ [path('gallery')]: async () => failing() })],
  ])('leaves the registry alone if a route file %s, and goes on', async (_what, listed) => {
    Route.get('own', 'own');
    const failing = () => {
      Route.get('half', 'half');
      throw new Error('half done');
    };
    await expect(rows(listed(failing))).rejects.toThrow('half done');
    expect(Object.keys(Route.map())).toEqual(['default_controller', 'GET own']);
    expect(await rows(files({ gallery: { a: 'b' } }))).toEqual([['a', 'gallery/b']]);
  });

  it("separates modules' definitions if tables are made at the same time", async () => {
    const slow = async () => {
      await Promise.resolve();
      Route.get('slow', 'slow');
      return {};
    };
    const both = Promise.all([
      rows({ [path('a')]: slow, ...files({ b: () => Route.get('b', 'b') }) }),
      rows({ [path('c')]: slow }),
    ]);
    expect(await both).toEqual([
      [
        ['GET slow', 'a/slow'],
        ['GET b', 'b/b'],
      ],
      [['GET slow', 'c/slow']],
    ]);
    expect(Object.keys(Route.map())).toEqual(['default_controller']);
  });

  it('separates them from definitions collected while a route file is being imported', async () => {
    let collected = {};
    const load = async () => {
      Route.get('before', 'a');
      collected = Route.collect(() => Route.get('collected', 'b'));
      Route.get('after', 'c');
      return {};
    };
    expect(await rows({ [path('gallery')]: load })).toEqual([
      ['GET before', 'gallery/a'],
      ['GET after', 'gallery/c'],
    ]);
    expect(Object.keys(collected)).toEqual(['default_controller', 'GET collected']);
  });

  it('knows the names of routes, for the answer and for Route.url', async () => {
    const define = () => Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
    const table = await withModuleRoutes(base, files({ gallery: define }));
    expect(createRouter(table).resolve('GET', '/photos/7')).toMatchObject({ name: 'photo' });
    expect(Route.url('photo', [7])).toBe('/photos/7');
  });

  it('knows their names also after a reset, though an imported file runs once', async () => {
    const imported = { default: undefined };
    let first = true;
    const list: Files = {
      [path('gallery')]: async () => {
        if (first) Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
        first = false;
        return imported;
      },
    };
    await rows(list);
    Route.reset();
    await rows(list);
    expect(Route.url('photo', [7])).toBe('/photos/7');
  });

  it('adds their names to the collected ones, until the next collection', async () => {
    const table = Route.collect(base, () => Route.get('own', 'own', { as: 'own' }));
    const define = () => Route.get('photos/(:num)', 'photos', { as: 'photo' });
    const routes = await withModuleRoutes({ ...table }, files({ gallery: define }));
    expect([Route.url('own'), Route.url('photo', [7])]).toEqual(['/own', '/photos/7']);
    expect(Route.url('photo', [7], { routes })).toBe('/photos/7');
    Route.collect(base);
    expect([Route.named('own'), Route.named('photo')]).toEqual([null, null]);
  });

  describe.each<[string, (define: () => void) => SuppliedTable]>([
    ['collects', (define) => Route.collect(define)],
    [
      'defines for the process',
      (define) => {
        define();
        return Route.map();
      },
    ],
  ])('a name that the application %s', (_how, make) => {
    it.each([
      ['a function', (define: () => void) => async () => ({ default: define })],
      [
        'its import',
        (define: () => void) => async () => {
          define();
          return { default: undefined };
        },
      ],
    ])("stays the application's if %s of a module has it too", async (_what, file) => {
      const own = make(() => Route.get('a/(:num)', 'a', { as: 'x' }));
      const routes = await withModuleRoutes(own, {
        [path('gallery')]: file(() => Route.get('g/(:num)', 'g', { as: 'x' })),
        [path('blog')]: file(() => Route.get('b/(:num)', 'b', { as: 'x' })),
      });
      expect(Route.url('x', [1])).toBe('/a/1');
      expect(Route.url('x', [1], { routes })).toBe('/a/1');
      const router = createRouter(routes);
      const names = ['/a/1', '/g/1', '/b/1'].map((to) =>
        Reflect.get(router.resolve('GET', to), 'name'),
      );
      expect(names).toEqual(['x', undefined, undefined]);
      expect(await check(routes)).toEqual([]);
    });
  });

  it('gives a name that two modules have to the first, and in one file to the last route', async () => {
    const routes = await withModuleRoutes(
      {},
      files({
        gallery: () => Route.get('g/(:num)', 'g', { as: 'x' }),
        blog: () => {
          Route.get('b/(:num)', 'b', { as: 'x' });
          Route.get('c/(:num)', 'c', { as: 'x' });
        },
      }),
    );
    expect(Route.url('x', [1])).toBe('/c/1');
    expect(Route.url('x', [1], { routes })).toBe('/c/1');
    const router = createRouter(routes);
    expect(router.resolve('GET', '/c/1')).toMatchObject({ name: 'x' });
    expect(router.resolve('GET', '/g/1')).not.toHaveProperty('name');
  });

  it('knows the name of a key that is left out, whose URL is the same', async () => {
    const define = () => Route.get('photos', 'photos', { as: 'photos' });
    const routes = await withModuleRoutes({ 'GET photos': 'own' }, files({ gallery: define }));
    expect(Route.url('photos', [], { routes })).toBe('/photos');
    expect(Route.url('photos')).toBe('/photos');
  });

  it.each<[string, () => unknown, string]>([
    ['asynchronous', async () => Route.get('photos', 'photos'), 'the callback returned a promise'],
    [
      'a generator',
      function* () {
        yield Route.get('photos', 'photos');
      },
      'the callback is a generator, so nothing in it has run',
    ],
  ])('refuses a function that is %s, as Route.collect does', async (_what, define, problem) => {
    await expect(rows(files({ gallery: define }))).rejects.toThrow(
      `${path('gallery')}: ${problem}`,
    );
    expect(Object.keys(Route.map())).toEqual(['default_controller']);
  });

  it("keeps a route's own handler, and those of the table", async () => {
    Route.get('own', 'own', {}, () => 'own');
    const define = () => Route.get('photos', 'photos', {}, () => 'fine');
    const table = await withModuleRoutes(Route.map(), files({ gallery: define }));
    const fetch = createFetchHandler({ routes: table });
    expect(await (await fetch(new Request('http://localhost/photos'))).text()).toBe('fine');
    expect(await (await fetch(new Request('http://localhost/own'))).text()).toBe('own');
  });

  it.each([
    ['in the order of the list', (list: [string, unknown][]) => list],
    ['in another order', (list: [string, unknown][]) => [...list].reverse()],
  ])('puts the table first, then modules by root and name, listed %s', async (_how, order) => {
    const listed = order([
      ...Object.entries(files({ blog: { b: 'b' }, gallery: { g: 'g' } })),
      ...Object.entries(files({ admin: { a: 'a' }, gallery: { never: 'x' } }, 'framework')),
    ]);
    // The cast restores the functions' type, which the list lost.
    const table = await withModuleRoutes(base, Object.fromEntries(listed) as Files);
    expect(Object.keys(table)).toEqual(['default_controller', 'b', 'g', 'a']);
  });

  it('reads the given roots', async () => {
    const list = files({ gallery: { a: 'b' } }, 'src');
    expect(Object.keys(await withModuleRoutes(base, list))).toEqual(['default_controller']);
    expect(await withModuleRoutes(base, list, { roots: ['src'] })).toEqual({
      ...base,
      a: 'gallery/b',
    });
  });

  it.each<[unknown, string]>([
    [['src'], "withModuleRoutes: '0' is not an option of this call. Known options: roots."],
    [{ rots: ['src'] }, 'Write roots;'],
    [{ roots: 'src' }, "roots: the list is 'src'"],
  ])('refuses the options %j', async (options, message) => {
    await expect(withModuleRoutes(base, {}, options as object)).rejects.toThrow(message);
  });

  it.each([null, { roots: null }])('reads the options %j as none', async (options) => {
    expect(await withModuleRoutes(base, {}, options as never)).toEqual(base);
  });

  it('refuses files that are still being found', async () => {
    // The cast passes an invalid argument.
    const files = Promise.resolve({}) as never;
    await expect(withModuleRoutes(base, files)).rejects.toThrow('files: the record is a Promise');
  });

  it('leaves out a key that the table or an earlier module has', async () => {
    const list = files({ blog: { a: 'b', '/b': 'b' }, gallery: { b: 'g', c: 'g', 'GET b': 'g' } });
    expect(await rows(list, { ...base, a: 'own' })).toEqual([
      ['/b', 'blog/b'],
      ['c', 'gallery/g'],
      ['GET b', 'gallery/g'],
    ]);
  });

  it.each<[string, unknown, string]>([
    ['default_controller', { default_controller: 'photos' }, 'default_controller'],
    ['404_override', { '404_override': 'photos' }, '404_override'],
    ['translate_uri_dashes', { translate_uri_dashes: true }, 'translate_uri_dashes'],
    ['a setting made by Route', () => Route.any('404_override', 'x'), '404_override'],
  ])('refuses %s in a module', async (_what, value, name) => {
    const error = await rows(files({ gallery: value })).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WaymarkError);
    expect(String(error)).toBe(
      `WaymarkError: ${path('gallery')}, table key '${name}': ${name} is a setting of the whole ` +
        "table, not of a module. Set it in the application's table: " +
        `Route.map({ '${name}': … }). See npx waymark help bad-table.`,
    );
  });

  it.each<[string, unknown, string]>([
    ['text', { default: 'photos' }, "it exports 'photos'"],
    ['a number', { default: 7 }, 'it exports 7'],
    ['nothing', {}, 'it exports no routes, and defined none as it was imported just now'],
    ['no module', undefined, 'it exports no routes'],
    ['null for its routes', { routes: null }, 'it exports null'],
    ['a list', { default: [] }, 'the table is an array'],
    ['a class', { default: class Routes {} }, 'the callback is a class'],
    [
      'a function that returns a table',
      { default: () => ({ a: 'b' }) },
      'its function returns a table, which is not read. Export a function that calls Route',
    ],
    ['a table of numbers', { default: { a: 7 } }, "table key 'a': its destination is 7"],
    ['an unknown placeholder', { default: { '(:slog)': 'a' } }, "routes.ts, table key '(:slog)'"],
  ])('says that a route file exports %s', async (_what, module, problem) => {
    const error = await rows({ [path('gallery')]: async () => module }).catch(String);
    expect(error).toContain(`${path('gallery')}`);
    expect(error).toContain(problem);
  });

  it('says in full what a route file may be, if it exports something else', async () => {
    const error = await rows({ [path('gallery')]: async () => ({ default: 7 }) }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'bad-table', where: path('gallery') });
    expect(String(error)).toMatch(
      /export a function that calls Route, or a table; a file that calls Route as it is imported must not be imported by another one first\./i,
    );
  });

  it('reads null as no export, for a module without routes of its own', async () => {
    const error = await rows({ [path('gallery')]: async () => ({ default: null }) }).catch(String);
    expect(error).toContain('it exports no routes');
  });

  it.each([
    'application/x/modules/gallery/config/routes.ts',
    'application/modules/gallery/config/routes/x.ts',
  ])('reads no file that only contains such a path: %s', async (file) => {
    expect(await rows({ [file]: async () => ({ default: { a: 'b' } }) })).toEqual([]);
  });

  it.each([null, undefined, 'text'])(
    'counts definitions made while a file was loaded that returned %j for a module',
    async (module) => {
      const load = async () => {
        Route.get('a', 'b');
        return module;
      };
      expect(await rows({ [path('gallery')]: load })).toEqual([['GET a', 'gallery/b']]);
    },
  );

  it('adds no default controller to a table without one', async () => {
    expect(Object.keys(await withModuleRoutes({}, files({ gallery: { a: 'b' } })))).toEqual(['a']);
  });

  it('gives no name to a route without one', async () => {
    await withModuleRoutes({}, files({ gallery: { a: 'b' } }));
    expect(Route.named('undefined')).toBeNull();
    // The cast passes an invalid argument.
    expect(Route.named(undefined as never)).toBeNull();
  });

  it('refuses a wrong table, naming itself', async () => {
    // The cast passes an invalid argument.
    await expect(withModuleRoutes(null as never, {})).rejects.toThrow(
      'withModuleRoutes: the table is null',
    );
  });

  it.each([
    ['a written default controller', { default_controller: 'home' }, true],
    ['none', {}, false],
  ])('remembers whether the application wrote %s', async (_what, table, fails) => {
    const routes = await withModuleRoutes(Route.map(table), {});
    const make = () => createFetchHandler({ routes });
    if (fails) expect(make).toThrow("its destination 'home' needs a controller");
    else expect(make).not.toThrow();
  });
});

describe('a route file that calls Route as it is imported', () => {
  const index = new URL('../../src/index.ts', import.meta.url).href;

  function write(name: string, text: string) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  it('counts, also for a second table, after a reset', async () => {
    write(
      `first/${path('gallery')}`,
      `import { Route } from '${index}'; Route.get('photos', 'photos', { as: 'photos' });`,
    );
    // Uses vitest's own importer, so that the file and this test share one registry.
    const file = join(folder, 'first', path('gallery'));
    const list: Files = { [path('gallery')]: () => import(/* @vite-ignore */ file) };
    expect(await rows(list)).toEqual([['GET photos', 'gallery/photos']]);
    Route.reset();
    expect(await rows(list)).toEqual([['GET photos', 'gallery/photos']]);
    expect(Object.keys(Route.map())).toEqual(['default_controller']);
  });

  it('is an error if it was imported before, since its routes are elsewhere', async () => {
    const file = join(folder, 'second', path('gallery'));
    write(
      `second/${path('gallery')}`,
      `import { Route } from '${index}'; Route.get('photos', 'photos');`,
    );
    await import(/* @vite-ignore */ file);
    await expect(
      rows({ [path('gallery')]: () => import(/* @vite-ignore */ file) }),
    ).rejects.toThrow('defined none as it was imported just now. Export a function that calls');
    expect(Object.keys(Route.map())).toEqual(['default_controller', 'GET photos']);
  });

  it.each<[string, string]>([
    ['at once', ''],
    ['after it has waited', 'await new Promise((resolve) => setTimeout(resolve, 5));'],
  ])(
    'is an error if it calls withModuleRoutes %s, which would wait for ever',
    async (what, wait) => {
      const hmvc = new URL('../../src/hmvc.ts', import.meta.url).href;
      const own = path(what.replaceAll(' ', '-'));
      write(
        `nested/${own}`,
        `import { withModuleRoutes } from '${hmvc}'; ${wait}
      export default await withModuleRoutes({ a: 'b' }, {
        '${path('inner')}': async () => ({ default: { c: 'd' } }),
      });`,
      );
      const file = join(folder, 'nested', own);
      await expect(rows({ [`./${own}`]: () => import(/* @vite-ignore */ file) })).rejects.toThrow(
        `withModuleRoutes: './${own}' calls it while being imported, and would wait for itself. Call it`,
      );
      expect(await rows(files({ gallery: { a: 'b' } }))).toEqual([['a', 'gallery/b']]);
    },
  );

  it('may export a function that calls withModuleRoutes later', async () => {
    const hmvc = new URL('../../src/hmvc.ts', import.meta.url).href;
    const own = path('later');
    write(
      `later/${own}`,
      `import { withModuleRoutes } from '${hmvc}';
      export const later = () => withModuleRoutes({ a: 'b' }, {});
      export default { c: 'd' };`,
    );
    const load = () => import(/* @vite-ignore */ join(folder, 'later', own));
    expect(await rows({ [own]: load })).toEqual([['c', 'later/d']]);
    expect(await (await load()).later()).toEqual({ a: 'b' });
  });

  it('may export a table or a function as well', async () => {
    const both = async () => {
      Route.get('imported', 'a');
      return { default: () => Route.get('called', 'b') };
    };
    expect(await rows({ [path('gallery')]: both })).toEqual([
      ['GET imported', 'gallery/a'],
      ['GET called', 'gallery/b'],
    ]);
  });

  it('is found among the files of a folder', async () => {
    write(
      `third/${path('gallery').replace('.ts', '.mjs')}`,
      "export default { 'photos/(:num)': 'photos/show/$1' };",
    );
    const list = await findFiles(join(folder, 'third'));
    const router = createRouter(await withModuleRoutes(base, list));
    for (const method of METHODS) {
      expect(router.resolve(method, '/photos/7')).toMatchObject({
        destination: 'gallery/photos/show/7',
      });
    }
  });
});

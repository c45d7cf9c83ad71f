import { beforeEach, describe, expect, it } from 'vitest';
import { createRouteCheck } from '../../src/hmvc/check.ts';
import {
  type CheckRoutesOptions,
  Controller,
  checkRoutes,
  createControllers,
  createLoader,
  type Files,
  withModuleRoutes,
} from '../../src/hmvc.ts';
import { createRouter, Route, type SuppliedTable } from '../../src/index.ts';
import type { AnyHandler } from '../../src/table/handler.ts';
import { actionRows, readTable, withHandlers } from '../../src/table/table.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

class Posts extends Controller {
  arrow = () => 'a field';
  index() {}
  show() {}
  _hidden() {}
}

class Pages extends Controller {
  _remap() {}
}

const files = {
  'application/controllers/posts.ts': async () => ({ default: Posts }),
  'application/controllers/Albums.ts': async () => ({ default: class {} }),
  'application/controllers/site/pages.ts': async () => ({ default: Posts }),
  'application/modules/gallery/controllers/photos.ts': async () => ({ default: Posts }),
  'application/modules/gallery/controllers/gallery.ts': async () => ({ default: Pages }),
  'framework/modules/shop/controllers/admin/carts.ts': async () => ({ default: Posts }),
  'framework/modules/shop/controllers/administration/stock.ts': async () => ({ default: Posts }),
  'framework/models/comments.ts': async () => ({}),
  'src/controllers/users.ts': async () => ({ default: Posts }),
};

/** Checks a table with the files above, or with others. */
function checkOf(routes: SuppliedTable, options: Given = {}) {
  const { files: list = files, handlers = {} } = options;
  const { settings } = createRouter(routes, { handlers: {} });
  const loader = createLoader(list, { settings });
  const read = readTable(routes, 'boot');
  const rows = withHandlers(read.rows, handlers, 'boot');
  return createRouteCheck(actionRows({ ...read, rows }), loader, 'boot');
}

interface Given {
  readonly files?: Files;
  readonly handlers?: Readonly<Record<string, AnyHandler>>;
}

describe('the check of files at boot', () => {
  it.each([
    [
      'another separator',
      'Posts::index',
      'modules/Posts::index/controllers/Posts::index, controllers/Posts::index',
    ],
    [
      'a capital',
      'Posts/show',
      'modules/Posts/controllers/show, modules/Posts/controllers/Posts, controllers/Posts, ' +
        'controllers/Posts/show',
    ],
    [
      'a mistyped controller',
      'psots/show/$1',
      'modules/psots/controllers/show, modules/psots/controllers/show/$1, ' +
        'modules/psots/controllers/psots, controllers/psots, controllers/psots/show, ' +
        'controllers/psots/show/$1',
    ],
  ])('names the route and the places for %s', (_what, to, looked) => {
    const { name, code, message } = caught(() => checkOf({ 'GET a/(:num)': to }).checkFiles());
    expect([name, code]).toEqual(['WaymarkError', 'no-action']);
    expect(message).toBe(
      `boot, table key 'GET a/(:num)': its destination '${to}' leads to no file; looked, in ` +
        `application and framework, for ${looked}. Correct it, put a file there, or list the folder above ` +
        'in the option roots of createControllers; npx waymark check --files names the nearest file. See npx waymark help no-action.',
    );
  });

  it('says how to pass files, and what a bundle needs, if there are none', () => {
    expect(caught(() => checkOf({ a: 'posts' }, { files: {} }).checkFiles()).message).toContain(
      "Pass the folder above the roots to findFiles, createControllers(await findFiles('.')), or the option roots if the folders differ; in a bundle, use the plugin",
    );
  });

  it('names every such route at once', () => {
    const routes = { a: 'Posts/show', 'posts/(:num)': 'posts/show/$1', 'PUT b': 'pots/index' };
    const { message } = caught(() => checkOf(routes).checkFiles());
    expect(message).toMatch(/^boot: 2 routes or files lead nowhere:\n- table key 'a': its dest/);
    expect(message).toMatch(/\n- table key 'PUT b': .*; correct it, put a file there/);
    expect(message).toMatch(
      /\. Correct each of them, or give the route a handler of its own\. See npx waymark help no-action\.$/,
    );
    expect(message).not.toContain('posts/(:num)');
  });

  it.each<[string, SuppliedTable, Given?]>([
    ['a file', { a: 'posts', b: 'gallery/photos/x', c: 'shop/admin/carts', d: 'site/pages' }],
    ['a file in upper case', { a: 'albums/nowhere' }],
    ['a block', { a: '' }],
    ['a handler of its own', { a: 'x' }, { handlers: { a: () => 'fine' } }],
    ['a handler under the same key with a slash', { a: 'x' }, { handlers: { '/a': () => 'fine' } }],
    ['its controller from the path', { '(:any)': '$1' }],
    ['its module from the path', { 'tools/(:any)/(:any)': '$1/developer/$2' }],
    ['its controller after the module from the path', { 'a/(:any)': 'nothing/$1' }],
    ['a part of its controller from the path', { 'a/(:any)': 'nothing/a-${1}' }],
    [
      'a part of its controller from the tenth group',
      { [Array(10).fill('(:any)').join('/')]: 'nothing/a-${10}' },
    ],
    ['the rest of a folder from the path', { 'a/(:any)': 'shop/admin/$1' }],
    [
      'dashes for underscores',
      { a: 'si-te/pages', translate_uri_dashes: true },
      { files: { 'application/controllers/si_te/pages.ts': async () => ({ default: Posts }) } },
    ],
    ['only settings', { translate_uri_dashes: true, '404_override': '' }],
    ['a default controller that is there', { default_controller: 'posts' }],
    [
      'a folder whose default controller is there',
      { a: 'site', default_controller: 'pages' },
      {
        files: {
          'application/controllers/site/pages.ts': async () => ({ default: Posts }),
          'application/modules/pages/controllers/pages.ts': async () => ({ default: Posts }),
        },
      },
    ],
  ])('accepts a table that has %s', (_what, routes, options) => {
    expect(() => checkOf(routes, options).checkFiles()).not.toThrow();
  });

  it.each<[string, SuppliedTable, string]>([
    ['a default controller', { default_controller: 'welcome' }, 'default_controller'],
    ['one with a slash', { '/default_controller': 'welcome' }, '/default_controller'],
    ['a 404_override', { '404_override': 'errors/missing' }, '404_override'],
    ['a destination without references', { 'a/(:any)': 'nothing/b' }, 'a/(:any)'],
    ['a dollar sign that stands for itself', { a: 'nothing/$1' }, 'a'],
    ['a backslash that stands for itself', { 'a/(:any)': 'nothing/\\1' }, 'a/(:any)'],
    ['a folder where there is none', { 'a/(:any)': 'shop/users/$1' }, 'a/(:any)'],
  ])('says that %s leads to no file', (_what, routes, key) => {
    expect(caught(() => checkOf(routes).checkFiles()).where).toBe(`boot, table key '${key}'`);
  });

  it('exempts a default controller that no one wrote, also in a copy of the table', () => {
    expect(() => checkOf(Route.map()).checkFiles()).not.toThrow();
    expect(() => checkOf({ ...Route.map() }).checkFiles()).not.toThrow();
    expect(() => checkOf(Route.map(Route.map())).checkFiles()).not.toThrow();
    expect(() => checkOf(Route.map({}, 'GET')).checkFiles()).not.toThrow();
    expect(() => checkOf(Route.map({ default_controller: 'home' })).checkFiles()).toThrow("'home'");
  });

  it('exempts the handlers that a table carries', () => {
    Route.get('a', 'nowhere', {}, () => 'fine');
    expect(() => checkOf(Route.map()).checkFiles()).not.toThrow();
  });

  it('imports nothing', () => {
    const list = { 'application/controllers/posts.ts': () => Promise.reject(new Error('loaded')) };
    expect(() => checkOf({ a: 'posts' }, { files: list }).checkFiles()).not.toThrow();
  });
});

describe('the report of a request that found no action', () => {
  const routes = {
    default_controller: 'posts/nothing',
    'GET posts/(:num)': 'posts/shw/$1',
    'arrow/(:any)': 'posts/arrow',
    'empty/(:any)': 'albums/index',
    'pages/(:any)': 'site/pages/$1',
    'any/(:any)': 'posts/$1',
    'under/(:any)': 'posts/_hidden',
    'remap/(:any)': 'gallery/anything/$1',
    'broken/(:any)': 'broken/index',
    lost: 'nowhere',
  };
  const list = {
    ...files,
    'application/controllers/broken.ts': () => Promise.reject(new Error('syntax')),
  };
  const withoutRemap = {
    'application/modules/gallery/controllers/gallery.ts': async () => ({ default: class {} }),
  };

  it.each([
    ['GET posts/(:num)', 'posts/shw/$1', "has the actions index, show and not 'shw'"],
    ['arrow/(:any)', 'posts/arrow', "has the actions index, show and not 'arrow'"],
    ['under/(:any)', 'posts/_hidden', "has the actions index, show and not '_hidden'"],
    [
      'empty/(:any)',
      'albums/index',
      "Albums.ts' has no actions. Write a method of the class, index() { … };",
    ],
    ['default_controller', 'posts/nothing', "has the actions index, show and not 'nothing'"],
  ])('is made once for %s, with what the class has', async (key, to, has) => {
    const check = checkOf(routes, { files: list });
    const error = await check.explainMiss(key);
    expect(error).toMatchObject({ code: 'no-action', where: `boot, table key '${key}'` });
    expect(error?.message).toContain(`its destination '${to}' leads to no action: '`);
    expect(error?.message).toContain(has);
    expect(error?.message).toContain(
      '; fields that hold functions, static methods and methods whose names start with _ or are ' +
        'those of the base class are not actions.',
    );
    expect(await check.explainMiss(key)).toBeNull();
  });

  it.each(['pages/(:any)', 'any/(:any)', 'remap/(:any)', 'broken/(:any)', 'nothing', null])(
    'is not made for %s',
    async (key) => expect(await checkOf(routes, { files: list }).explainMiss(key)).toBeNull(),
  );

  it.each([
    ['posts/shw', 'Write a method of the class, shw() { … };'],
    ['posts/arrow', 'Write a method of the class, arrow() { … }; fields that hold functions'],
    ['posts/_hidden', 'Write a method of the class; fields that hold functions'],
    ['posts/a-b', 'Write a method of the class; fields that hold functions'],
    ['gallery/photos/shwo/7', 'Write a method of the class, photos() { … };'],
  ])('says what to write for %s', async (to, advice) => {
    const error = await checkOf({ a: to }, { files: { ...files, ...withoutRemap } }).explainMiss(
      'a',
    );
    expect(error?.message).toContain(advice);
  });

  it('names every class that was examined, and the method for the last of them', async () => {
    const both = {
      'application/modules/tools/controllers/report.ts': async () => ({ default: class {} }),
      'application/controllers/tools.ts': async () => ({ default: Posts }),
    };
    const error = await checkOf({ a: 'tools/report/daily' }, { files: both }).explainMiss('a');
    expect(error?.message).toBe(
      "boot, table key 'a': its destination 'tools/report/daily' leads to no action: " +
        "'application/modules/tools/controllers/report.ts' has no actions; " +
        "'application/controllers/tools.ts' has the actions index, show and not 'report'. " +
        'Write a method of the class, report() { … }; fields that hold functions, static methods ' +
        'and methods whose names start with _ or are those of the base class are not actions. ' +
        'See npx waymark help no-action.',
    );
  });

  it('names the file that is missing if there is none', async () => {
    const error = await checkOf(routes, { files: list }).explainMiss('lost');
    expect(error?.message).toContain("its destination 'nowhere' leads to no file");
  });
});

describe('checkRoutes', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['the table itself', { 'posts/(:num)': 'posts/show/$1' }],
    ['options without routes', { files }],
  ])('says where the table goes, given %s', async (_what, options) => {
    // The cast passes an invalid argument.
    await expect(checkRoutes(options as never)).rejects.toMatchObject({
      code: 'bad-argument',
      message: expect.stringContaining(
        'checkRoutes: the options have no routes. Pass the table as an option: checkRoutes({ routes: Route.map() }).',
      ),
    });
  });

  it.each<[string, CheckRoutesOptions]>([
    [
      'every route leads to an action',
      { routes: { a: 'posts/show', 'b/(:any)': '$1' }, controllers: createControllers(files) },
    ],
    [
      'a class has _remap',
      { routes: { a: 'gallery/anything' }, controllers: createControllers(files) },
    ],
    [
      'a later place has the action',
      {
        routes: { a: 'settings/show' },
        controllers: createControllers({
          'application/modules/settings/controllers/settings.ts': async () => ({
            default: class {},
          }),
          'application/controllers/settings.ts': async () => ({ default: Posts }),
        }),
      },
    ],
    ['every route has a handler', { routes: { a: 'x' }, handlers: { a: () => 'fine' } }],
    [
      'options are null',
      { routes: { a: 'x' }, controllers: null, handlers: { a: () => 'fine' } } as never,
    ],
    ['no route needs a file', { routes: { a: '' }, controllers: null, handlers: null } as never],
    [
      'the roots are others',
      { routes: { a: 'users/show' }, controllers: createControllers(files, { roots: ['src'] }) },
    ],
  ])('says nothing if %s', async (_what, options) => {
    await expect(checkRoutes(options)).resolves.toEqual([]);
  });

  it.each([
    [
      'GET blog/(:num)',
      "'application/modules/blog/controllers/blog.ts' has the actions index, show and not 'posts' or 'blog'.",
      () => Route.get('blog/(:num)', 'blog/posts/edit/$1'),
    ],
    [
      'GET x',
      "'application/modules/blog/controllers/blog.ts' has the actions index, show and not 'nope' or 'blog'.",
      () => Route.get('x', 'blog/nope'),
    ],
  ])('names a file once, whose module repeats its name: %s', async (key, says, define) => {
    const own = {
      'application/modules/blog/controllers/blog.ts': async () => ({ default: Posts }),
      'application/modules/blog/config/routes.ts': async () => ({ default: define }),
    };
    const routes = await withModuleRoutes({}, own);
    const problem = await checkRoutes({ routes, controllers: createControllers(own) }).catch(
      ({ message }) => message,
    );
    expect(problem).toContain(`table key '${key}'`);
    expect(problem).toContain(says);
  });

  it('reports every wrong route and every file that is not a controller, at once', async () => {
    const routes = {
      default_controller: 'posts',
      '404_override': 'posts/missing',
      a: 'posts/shw',
      b: 'nothing',
      c: 'broken/index',
      d: 'posts/show',
      'e/(:any)': 'posts/$1',
    };
    const broken = {
      'application/controllers/broken.ts': () => Promise.reject(new Error('no such package')),
      'application/modules/a/controllers/arrow.ts': async () => ({ default: () => 'x' }),
      'application/controllers/thrown.ts': () => Promise.reject('text'),
      'application/models/broken.ts': () => Promise.reject(new Error('never imported')),
      'application/views/controllers/a.ts': () => Promise.reject(new Error('never imported')),
    };
    const error = await checkRoutes({
      routes,
      controllers: createControllers({ ...files, ...broken }),
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WaymarkError', code: 'bad-files' });
    const [head, ...lines] = String(error).split('\n');
    expect(head).toBe('WaymarkError: checkRoutes: 6 routes or files lead nowhere:');
    expect(lines.map((line) => /^- (?:table key )?'([^']*)'/.exec(line)?.[1])).toEqual([
      'application/controllers/broken.ts',
      'application/modules/a/controllers/arrow.ts',
      'application/controllers/thrown.ts',
      '404_override',
      'b',
    ]);
    expect(lines[3]).toContain("table key '404_override', and 'a' ('posts/shw') of the same cont");
    expect(lines[0]).toContain("it can't be used as a controller (no such package)");
    expect(lines[0]).toContain(
      "; make it a file that can be imported and says 'export default class …'",
    );
    expect(lines[2]).toContain("it can't be used as a controller (text)");
    expect(String(error)).not.toContain('never imported');
  });

  it('names a file once, and twenty controllers at most', async () => {
    const entries = (letter: string, to: (at: number) => string, count: number) =>
      Array.from({ length: count }, (_, at) => [`${letter}${at}`, to(at)]);
    const routes = Object.fromEntries([
      ...entries('a', (at) => `shop/buy${at}/$1`, 8),
      ...entries('b', (at) => `posts/lost${at}`, 3),
      ['c', 'admin/shop/buy'],
      ['d', 'admin/users/list/$1'],
      ['e', 'admin/users/show/$1'],
      ...entries('f', (at) => `none${at}`, 20),
    ]);
    const message = await checkRoutes({ routes, controllers: createControllers(files) }).catch(
      ({ message }) => message,
    );
    const [head, ...lines] = message.split('\n');
    expect(head).toBe('checkRoutes: 34 routes or files lead nowhere:');
    expect(lines).toHaveLength(21);
    expect(lines[0]).toContain(
      "- table key 'a0', and 'a1' ('shop/buy1/$1'), 'a2' ('shop/buy2/$1'), 'a3' ('shop/buy3/$1'), " +
        "'a4' ('shop/buy4/$1'), 'a5' ('shop/buy5/$1') and 2 more of the same controller: its dest",
    );
    expect(lines[1]).toMatch(/^- table key 'b0', and 'b1' .* of the same controller: .* no action/);
    expect(lines[2]).toMatch(/^- table key 'c': /);
    expect(lines[3]).toMatch(/^- table key 'd', and 'e' \('admin\/users\/show\/\$1'\) of the same/);
    expect(lines[20]).toMatch(/^- and 4 more controllers\. Correct each of them/);
  });

  it('names twenty controllers, and says of no more', async () => {
    const routes = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`a${index}`, `none${index}/show`]),
    );
    const message = await checkRoutes({ routes, controllers: createControllers(files) }).catch(
      ({ message }) => message,
    );
    expect(message.match(/\n- /g)).toHaveLength(20);
    expect(message).not.toContain('more controllers');
  });

  it('names one wrong route by its key', async () => {
    await expect(
      checkRoutes({ routes: { a: 'posts/shw' }, controllers: createControllers(files) }),
    ).rejects.toMatchObject({ code: 'no-action', where: "checkRoutes, table key 'a'" });
  });

  it('looks for a default controller that a call defined', async () => {
    Route.any('default_controller', 'lobby');
    await expect(
      checkRoutes({ routes: Route.map(), controllers: createControllers(files) }),
    ).rejects.toMatchObject({
      code: 'no-action',
      where: "checkRoutes, table key 'default_controller'",
    });
  });

  it('refuses a wrong table', async () => {
    // The cast passes an invalid argument.
    await expect(checkRoutes({ routes: [] as never })).rejects.toThrow(
      'checkRoutes: the table is an array',
    );
  });
});

describe("the check of an application that is being ported, with onMissing: 'pass'", () => {
  const check = (routes: SuppliedTable, list: typeof files | object = files) =>
    checkRoutes({ routes, controllers: createControllers({ ...list }), onMissing: 'pass' });

  it.each<[string, SuppliedTable]>([
    ['a controller', { a: 'nobody/index' }],
    ['an action', { a: 'posts/nothing' }],
    ['the default controller', { default_controller: 'nobody', a: 'posts/show' }],
  ])('skips rows that lack %s', async (_what, routes) => {
    await expect(check(routes)).resolves.toEqual([]);
    await expect(
      checkRoutes({ routes, controllers: createControllers(files) }),
    ).rejects.toMatchObject({ code: 'no-action' });
  });

  it('skips every row if there is no file yet', async () => {
    await expect(check({ a: 'posts/show' }, {})).resolves.toEqual([]);
  });

  it('still names a controller that can not be imported', async () => {
    const broken = { 'application/controllers/posts.ts': async () => ({ default: 'not a class' }) };
    await expect(check({ a: 'posts/show' }, broken)).rejects.toThrow(
      "checkRoutes, 'application/controllers/posts.ts'",
    );
  });

  it('still resolves to destinations that pass too few arguments', async () => {
    class One extends Controller {
      show(_id: string) {}
    }
    const list = { 'application/controllers/one.ts': async () => ({ default: One }) };
    const mistakes = await check({ a: 'one/show', b: 'one/lost' }, list);
    expect(mistakes.map(({ message }) => message)).toEqual([
      expect.stringContaining("'one/show' passes no arguments"),
    ]);
  });

  it('refuses another value', async () => {
    const options = { routes: {}, onMissing: 'fail' as 'pass' };
    await expect(checkRoutes(options)).rejects.toThrow("Expected 'pass'");
  });

  it('refuses an autoRoute that is not a boolean', async () => {
    await expect(checkRoutes({ routes: {}, autoRoute: 'yes' as never })).rejects.toThrow(
      "checkRoutes: autoRoute is 'yes'. Expected true or false",
    );
  });
});

it.each([
  [{ b: () => 1 }, "checkRoutes, handler of 'b': the table lacks this key"],
  [{ a: 1 }, "checkRoutes, handler of 'a': the handler is 1"],
])('refuses the handlers %j, as createFetchHandler does', async (handlers, words) => {
  await expect(checkRoutes({ routes: { a: 'x' }, handlers })).rejects.toThrow(words);
});

it('names a destination that starts with a slash, and has no file', async () => {
  const routes = { a: '/lost/x' };
  await expect(checkRoutes({ routes, controllers: createControllers({}) })).rejects.toThrow(
    "table key 'a'",
  );
});

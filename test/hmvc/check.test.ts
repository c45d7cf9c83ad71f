import { beforeEach, describe, expect, it } from 'vitest';
import { createRouteCheck } from '../../src/hmvc/check.ts';
import {
  type CheckRoutesOptions,
  Controller,
  checkRoutes,
  createLoader,
  withModuleRoutes,
} from '../../src/hmvc.ts';
import { createRouter, Route, type SuppliedTable } from '../../src/index.ts';
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
function checkOf(routes: SuppliedTable, options: Partial<CheckRoutesOptions> = {}) {
  const { files: list = files, roots, handlers = {} } = options;
  const { settings } = createRouter(routes, { handlers: {} });
  const loader = createLoader(list, { roots, settings });
  const own = { routes, files: list, loader, handlers, where: 'boot' };
  return createRouteCheck({ ...own, autoRoute: false, passes: false });
}

describe('the check of files at boot', () => {
  it.each([
    [
      'another separator',
      'Posts::index',
      'controllers/Posts::index',
      'application/controllers/posts.ts',
      'posts/index',
    ],
    [
      'an at sign',
      'Posts@show',
      'controllers/Posts@show',
      'application/controllers/posts.ts',
      'posts/show',
    ],
    [
      'a capital',
      'Posts/show',
      'modules/Posts/controllers/show, modules/Posts/controllers/Posts, controllers/Posts, ' +
        'controllers/Posts/show',
      'application/controllers/posts.ts',
      'posts/show',
    ],
    [
      'a mistyped controller',
      'psots/show/$1',
      'modules/psots/controllers/show, modules/psots/controllers/show/$1, ' +
        'modules/psots/controllers/psots, controllers/psots, controllers/psots/show, ' +
        'controllers/psots/show/$1',
      'application/controllers/posts.ts',
      'posts/show/$1',
    ],
    [
      'a wrong module',
      'galery/photos/show/$1',
      'modules/galery/controllers/photos, modules/galery/controllers/photos/show, ' +
        'modules/galery/controllers/galery, controllers/galery, controllers/galery/photos, ' +
        'controllers/galery/photos/show',
      'application/modules/gallery/controllers/photos.ts',
      'gallery/photos/show/$1',
    ],
    [
      'a module that was left out',
      'photos/show',
      'modules/photos/controllers/show, modules/photos/controllers/photos, controllers/photos, ' +
        'controllers/photos/show',
      'application/modules/gallery/controllers/photos.ts',
      'gallery/photos/show',
    ],
    [
      'a folder that was left out',
      'shop/carts',
      'modules/shop/controllers/carts, modules/shop/controllers/shop, controllers/shop, ' +
        'controllers/shop/carts',
      'framework/modules/shop/controllers/admin/carts.ts',
      'shop/admin/carts',
    ],
    [
      'a folder with a long name that was left out',
      'shop/stock',
      'modules/shop/controllers/stock, modules/shop/controllers/shop, controllers/shop, ' +
        'controllers/shop/stock',
      'framework/modules/shop/controllers/administration/stock.ts',
      'shop/administration/stock',
    ],
    [
      'a mistyped module whose controller has its name',
      'galery/show',
      'modules/galery/controllers/show, modules/galery/controllers/galery, controllers/galery, ' +
        'controllers/galery/show',
      'application/modules/gallery/controllers/gallery.ts',
      'gallery/show',
    ],
  ])(
    'names the route, the places and the nearest file for %s',
    (_what, to, looked, near, meant) => {
      const { name, code, message } = caught(() => checkOf({ 'GET a/(:num)': to }).files());
      expect([name, code]).toEqual(['WaymarkError', 'no-action']);
      const places =
        to.includes('::') || to.includes('@') ? `modules/${to}/controllers/${to}, ` : '';
      expect(message).toBe(
        `boot, table key 'GET a/(:num)': its destination '${to}' leads to no file; looked, in ` +
          `application and framework, for ${places}${looked}. The nearest file is '${near}', ` +
          `which '${meant}' leads to. See npx waymark help no-action.`,
      );
    },
  );

  it.each([
    ['users/show', "list 'src' in the option roots, or move the file there."],
    ['src/controllers/users', "list 'src' in the option roots, or move the file there."],
    ['src/controllers/users.ts', "list 'src' in the option roots, or move the file there."],
    [
      'comments',
      'move the file there; paths begin with the root, below the folder that is searched.',
    ],
    ['tags', 'move the file there; paths begin with the root, below the folder that is searched.'],
    ['carts', "list 'my/shop' in the option roots, or move the file there."],
    [
      'labels',
      'move the file there; paths begin with the root, below the folder that is searched.',
    ],
    ['orders', "list 'lib' in the option roots, or move the file there."],
    ['try', 'move the file there; paths begin with the root, below the folder that is searched.'],
  ])('says of %s that the nearest file is in no folder of controllers', (to, what) => {
    const others = {
      'try.ts': 'try',
      'src/controllers/users.ts': 'users',
      'framework/models/comments.ts': 'comments',
      './controllers/tags.ts': 'tags',
      'my/shop/modules/a/controllers/carts.ts': 'carts',
      '/controllers/labels.ts': 'labels',
      'lib/controllers/orders.mjs': 'orders',
    };
    const list = Object.fromEntries(
      Object.keys(others).map((path) => [path, async () => ({ default: Posts })]),
    );
    const [path] = Object.entries(others).find(([, name]) => to.includes(name)) ?? [];
    expect(caught(() => checkOf({ a: to }, { files: list }).files()).message).toContain(
      `The nearest file is '${path}', which is in no folder of controllers below application/ and ` +
        `framework/; ${what}`,
    );
  });

  it.each([
    ['application/controllers/posts/show', 'posts.ts', 'posts/show'],
    ['application/controllers/posts.ts', 'posts.ts', 'posts'],
    ['application/controllers/posts.mts', 'posts.ts', 'posts'],
    ['controllers/posts/show', 'posts.ts', 'posts/show'],
    ['posts.jsonFeed', 'posts.ts', 'posts/jsonFeed'],
    ['App\\Controllers\\Posts::show', 'posts.ts', 'posts/show'],
    ['PostsController@show', 'posts.ts', 'posts/show'],
    ['Posts->show', 'posts.ts', 'posts/show'],
    ['my-posts/show', 'posts.ts', 'posts/show'],
    ['posts_controller/show', 'posts.ts', 'posts/show'],
    ['albun/show', 'albums.ts', 'albums/show'],
    ['photos/show', 'PhotosController.ts', 'photosController/show'],
  ])('understands %s, which is written as a path or a class', (to, near, meant) => {
    const list = {
      'application/controllers/albums.ts': async () => ({ default: Posts }),
      'application/controllers/posts.ts': async () => ({ default: Posts }),
      'application/controllers/PhotosController.ts': async () => ({ default: Posts }),
    };
    expect(caught(() => checkOf({ a: to }, { files: list }).files()).message).toContain(
      `The nearest file is 'application/controllers/${near}', which '${meant}' leads to.`,
    );
  });

  it.each([
    ['modules/gallery/photos/show', 'gallery/photos', 'gallery/photos/show'],
    ['modules/gallery/controllers/photos/show', 'gallery/photos', 'gallery/photos/show'],
    ['modules/galery/controllers/photo', 'gallery/photos', 'gallery/photos'],
  ])('understands %s, which is written with the folders of modules', (to, near, meant) => {
    const [module, name] = near.split('/');
    const path = `application/modules/${module}/controllers/${name}.ts`;
    const list = { [path]: async () => ({ default: Posts }) };
    expect(caught(() => checkOf({ a: to }, { files: list }).files()).message).toContain(
      `The nearest file is '${path}', which '${meant}' leads to.`,
    );
  });

  it('compares a destination as a whole, with its slashes', () => {
    const paths = ['admin/fotos', 'amin'].map((name) => `application/controllers/${name}.ts`);
    const list = Object.fromEntries(paths.map((path) => [path, async () => ({ default: Posts })]));
    expect(caught(() => checkOf({ a: 'admin/photos' }, { files: list }).files()).message).toContain(
      "The nearest file is 'application/controllers/amin.ts', which 'amin/photos' leads to.",
    );
  });

  it('never says of a controller that it is in no folder of controllers', () => {
    const list = {
      'application/controllers/app/tv/ad.ts': async () => ({ default: Posts }),
    };
    const check = checkOf({ a: 'tv/ad' }, { files: list });
    expect(caught(() => check.files()).message).toContain(
      "Put a controller at 'application/controllers/tv.ts' with a method ad, or at",
    );
  });

  it('says of a folder of controllers inside another that it is not below a root', () => {
    const path = 'application/views/controllers/report.ts';
    const list = { [path]: async () => ({ default: Posts }) };
    expect(caught(() => checkOf({ a: 'report' }, { files: list }).files()).message).toContain(
      `The nearest file is '${path}', which is in no folder of controllers below application/`,
    );
  });

  it.each([
    ['Posts::show/$1', 'posts/show/$1'],
    ['Posts@show/$1', 'posts/show/$1'],
    ['Posts->show/$1', 'posts/show/$1'],
    ['posts.show/$1/x', 'posts/show/$1/x'],
  ])('says what to write for %s, whatever the path adds to it', (to, meant) => {
    expect(caught(() => checkOf({ 'a/(:num)': to }).files()).message).toContain(
      `its destination '${to}' leads to no file; looked, in application and framework, for `,
    );
    expect(caught(() => checkOf({ 'a/(:num)': to }).files()).message).toContain(
      `The nearest file is 'application/controllers/posts.ts', which '${meant}' leads to.`,
    );
  });

  it.each([
    'application/modules/Posts@show/controllers/a.ts',
    'application/controllers/Posts@show/a.ts',
  ])('leaves such a destination alone if there is %s', (path) => {
    const list = { [path]: async () => ({ default: Posts }) };
    const check = () => checkOf({ 'a/(:any)': 'Posts@show/$1' }, { files: list }).files();
    expect(check).not.toThrow();
  });

  it.each<[string, string, Partial<CheckRoutesOptions>?]>([
    [
      'api/status/index',
      "put a controller at 'application/controllers/api.ts' with a method status, or at " +
        "'application/controllers/api/status.ts' with a method index.",
    ],
    [
      'auth/login/$1',
      "put a controller at 'application/controllers/auth.ts' with a method login, or at " +
        "'application/controllers/auth/login.ts'.",
    ],
    [
      'shop/7/update',
      "put a controller at 'application/controllers/shop.ts', or at " +
        "'application/controllers/shop/7.ts' with a method update.",
    ],
    [
      'shop/7x/update',
      "put a controller at 'application/controllers/shop.ts', or at " +
        "'application/controllers/shop/7x.ts' with a method update.",
    ],
    [
      'shop/a-b/update',
      "put a controller at 'application/controllers/shop.ts', or at " +
        "'application/controllers/shop/a-b.ts' with a method update.",
    ],
    ['seo', "put a controller at 'application/controllers/seo.ts' with a method index."],
    ['controllers', "put a controller at 'application/controllers/controllers.ts' with"],
    ['Seo@show/$1', "put a controller at 'application/controllers/Seo.ts' with a method show, or"],
    ['seo', "put a controller at 'src/controllers/seo.ts' with", { roots: ['src'] }],
    ['seo', "put a controller at 'controllers/seo.ts' with", { roots: [] }],
    ['::', "write a destination such as 'photos/show'."],
  ])('says for %s, which is near no file: %s', (to, advice, options) => {
    const list = {
      'app.ts': async () => ({}),
      'application/controllers/seo.test.ts': async () => ({}),
      'application/controllers/seo.json': async () => ({}),
      'application/controllers/seo.tsv': async () => ({}),
      'application/controllers/home.ts': async () => ({ default: Posts }),
      'application/controllers/blog.ts': async () => ({ default: Posts }),
    };
    const check = checkOf({ 'a/(:num)': to }, { files: list, ...options });
    expect(caught(() => check.files()).message).toContain(
      `. ${advice.replace(/^./, (first) => first.toUpperCase())}`,
    );
  });

  it.each([
    ['there are no files', {}, 'No files are given, so pass them as the option files'],
    [
      'no file is below a root',
      { 'app.js': async () => ({}) },
      "Put a controller at 'application/controllers/posts.ts'",
    ],
  ])('names the plugin if %s, as in a bundle', (_what, list, advice) => {
    const { message } = caught(() => checkOf({ a: 'posts' }, { files: list }).files());
    expect(message).toContain(advice);
    expect(message).toContain(
      '; if this is a bundle, build it with the plugin of waymark-tools/plugin. See ',
    );
  });

  it('names every such route at once', () => {
    const routes = { a: 'Posts/show', 'posts/(:num)': 'posts/show/$1', 'PUT b': 'pots/index' };
    const { message } = caught(() => checkOf(routes).files());
    expect(message).toMatch(/^boot: 2 routes or files lead nowhere:\n- table key 'a': its dest/);
    expect(message).toMatch(/\n- table key 'PUT b': .*; the nearest file is .*posts\.ts/);
    expect(message).toMatch(
      /\. Correct each of them, or give the route a handler of its own\. See npx waymark help no-action\.$/,
    );
    expect(message).not.toContain('posts/(:num)');
    expect(message).toMatch(/, which 'posts\/show' leads to\n- table key 'PUT b': /);
  });

  it.each<[string, SuppliedTable, Partial<CheckRoutesOptions>?]>([
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
      {
        files: { 'application/controllers/si_te/pages.ts': async () => ({ default: Posts }) },
      },
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
    expect(() => checkOf(routes, options).files()).not.toThrow();
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
    expect(caught(() => checkOf(routes).files()).where).toBe(`boot, table key '${key}'`);
  });

  it('exempts a default controller that no one wrote, also in a copy of the table', () => {
    expect(() => checkOf(Route.map()).files()).not.toThrow();
    expect(() => checkOf({ ...Route.map() }).files()).not.toThrow();
    expect(() => checkOf(Route.map(Route.map())).files()).not.toThrow();
    expect(() => checkOf(Route.map({}, 'GET')).files()).not.toThrow();
    expect(() => checkOf(Route.map({ default_controller: 'home' })).files()).toThrow("'home'");
  });

  it('exempts the handlers that a table carries', () => {
    Route.get('a', 'nowhere', {}, () => 'fine');
    expect(() => checkOf(Route.map()).files()).not.toThrow();
  });

  it('imports nothing', () => {
    const list = { 'application/controllers/posts.ts': () => Promise.reject(new Error('loaded')) };
    expect(() => checkOf({ a: 'posts' }, { files: list }).files()).not.toThrow();
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
    const error = await check.miss(key);
    expect(error).toMatchObject({ code: 'no-action', where: `boot, table key '${key}'` });
    expect(error?.message).toContain(`its destination '${to}' leads to no action: '`);
    expect(error?.message).toContain(has);
    expect(error?.message).toContain(
      '; fields that hold functions, static methods and methods whose names start with _ or are ' +
        'those of the base class are not actions.',
    );
    expect(await check.miss(key)).toBeNull();
  });

  it.each(['pages/(:any)', 'any/(:any)', 'remap/(:any)', 'broken/(:any)', 'nothing', null])(
    'is not made for %s',
    async (key) => {
      expect(await checkOf(routes, { files: list }).miss(key)).toBeNull();
    },
  );

  it.each([
    ['posts/shw', "Write 'show', which is the nearest, or a method of the class, shw() { … };"],
    ['posts/Show', "Write 'show', which is the nearest, or a method of the class, Show() { … };"],
    ['posts/arrow', 'Write a method of the class, arrow() { … }; fields that hold functions'],
    ['posts/_hidden', 'Write a method of the class; fields that hold functions'],
    ['posts/a-b', 'Write a method of the class; fields that hold functions'],
    ['gallery/photos/shwo/7', "Write 'show', which is the nearest, or a method"],
  ])('says what to write for %s', async (to, advice) => {
    const error = await checkOf({ a: to }, { files: { ...files, ...withoutRemap } }).miss('a');
    expect(error?.message).toContain(advice);
  });

  it('names every class that was examined, and the method for the last of them', async () => {
    const both = {
      'application/modules/tools/controllers/report.ts': async () => ({ default: class {} }),
      'application/controllers/tools.ts': async () => ({ default: Posts }),
    };
    const error = await checkOf({ a: 'tools/report/daily' }, { files: both }).miss('a');
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
    const error = await checkOf(routes, { files: list }).miss('lost');
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
    ['every route leads to an action', { routes: { a: 'posts/show', 'b/(:any)': '$1' }, files }],
    ['a class has _remap', { routes: { a: 'gallery/anything' }, files }],
    [
      'a later place has the action',
      {
        routes: { a: 'settings/show' },
        files: {
          'application/modules/settings/controllers/settings.ts': async () => ({
            default: class {},
          }),
          'application/controllers/settings.ts': async () => ({ default: Posts }),
        },
      },
    ],
    ['every route has a handler', { routes: { a: 'x' }, handlers: { a: () => 'fine' } }],
    [
      'options are null',
      { routes: { a: 'x' }, files: null, roots: null, handlers: { a: () => 'fine' } } as never,
    ],
    ['no route needs a file', { routes: { a: '' }, files: null, handlers: null } as never],
    ['the roots are others', { routes: { a: 'users/show' }, files, roots: ['src'] }],
  ])('says nothing if %s', async (_what, options) => {
    await expect(checkRoutes(options)).resolves.toEqual([]);
  });

  it.each([
    [
      'GET blog/(:num)',
      "'application/modules/blog/controllers/blog.ts' has the actions index, show and not 'posts' or 'blog'. In the route file of the module, write 'posts/edit/$1' and not 'blog/posts/edit/$1'; or write",
      () => Route.get('blog/(:num)', 'blog/posts/edit/$1'),
    ],
    [
      'GET x',
      "'application/modules/blog/controllers/blog.ts' has the actions index, show and not 'nope' or 'blog'. In the route file of the module, write 'nope' and not 'blog/nope'; or write",
      () => Route.get('x', 'blog/nope'),
    ],
  ])(
    'says what a module wrote if it repeats its name, and names a file once: %s',
    async (key, says, define) => {
      const own = {
        'application/modules/blog/controllers/blog.ts': async () => ({ default: Posts }),
        'application/modules/blog/config/routes.ts': async () => ({ default: define }),
      };
      const routes = await withModuleRoutes({}, own);
      const problem = await checkRoutes({ routes, files: own }).catch(({ message }) => message);
      expect(problem).toContain(`table key '${key}'`);
      expect(problem).toContain(says);
    },
  );

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
    const error = await checkRoutes({ routes, files: { ...files, ...broken } }).catch(
      (thrown: unknown) => thrown,
    );
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
    const message = await checkRoutes({ routes, files }).catch(({ message }) => message);
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
    const message = await checkRoutes({ routes, files }).catch(({ message }) => message);
    expect(message.match(/\n- /g)).toHaveLength(20);
    expect(message).not.toContain('more controllers');
  });

  it('names one wrong route by its key', async () => {
    await expect(checkRoutes({ routes: { a: 'posts/shw' }, files })).rejects.toMatchObject({
      code: 'no-action',
      where: "checkRoutes, table key 'a'",
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
    checkRoutes({ routes, files: { ...list }, onMissing: 'pass' });

  it.each<[string, SuppliedTable]>([
    ['a controller', { a: 'nobody/index' }],
    ['an action', { a: 'posts/nothing' }],
    ['the default controller', { default_controller: 'nobody', a: 'posts/show' }],
  ])('skips rows that lack %s', async (_what, routes) => {
    await expect(check(routes)).resolves.toEqual([]);
    await expect(checkRoutes({ routes, files })).rejects.toMatchObject({ code: 'no-action' });
  });

  it('skips every row if there is no file yet', async () => {
    await expect(check({ a: 'posts/show' }, {})).resolves.toEqual([]);
  });

  it('still names a controller that can not be imported', async () => {
    const broken = {
      'application/controllers/posts.ts': async () => ({ default: 'not a class' }),
    };
    await expect(check({ a: 'posts/show' }, broken)).rejects.toThrow(
      "checkRoutes, 'application/controllers/posts.ts'",
    );
  });

  it('still resolves to destinations that pass too few arguments', async () => {
    class One extends Controller {
      show(_id: string) {}
    }
    const list = { 'application/controllers/one.ts': async () => ({ default: One }) };
    const slips = await check({ a: 'one/show', b: 'one/lost' }, list);
    expect(slips.map(({ message }) => message)).toEqual([
      expect.stringContaining("'one/show' passes no arguments"),
    ]);
  });

  it('refuses another value', async () => {
    const options = { routes: {}, onMissing: 'fail' as 'pass' };
    await expect(checkRoutes(options)).rejects.toThrow("Expected 'pass'");
  });
});

it('names a destination that starts with a slash, and has no file', async () => {
  const routes = { a: '/lost/x' };
  await expect(checkRoutes({ routes, files: {} })).rejects.toThrow("table key 'a'");
});

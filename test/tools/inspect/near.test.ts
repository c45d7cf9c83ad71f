/** Advice for a destination that leads to no file or action. */
import { describe, expect, it } from 'vitest';
import { createLoader } from '../../../src/hmvc.ts';
import { nearestController } from '../../../src/tools/inspect/check/near.ts';
import { check } from '../../../src/tools/inspect.ts';

class Posts {
  index() {}
  show() {}
}

/** Files with the same class at each path. */
const filesAt = (...paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, async () => ({ default: Posts })]));

function advise(to: string, files = FILES, roots?: readonly string[]): string {
  return nearestController(to, createLoader(files, { roots }), files);
}

const FILES = filesAt(
  'application/controllers/posts.ts',
  'application/controllers/Albums.ts',
  'application/modules/gallery/controllers/photos.ts',
  'application/modules/gallery/controllers/gallery.ts',
  'framework/modules/shop/controllers/admin/carts.ts',
  'framework/modules/shop/controllers/administration/stock.ts',
);

describe('the advice for a destination without a file', () => {
  it.each([
    ['another separator', 'Posts::index', 'controllers/posts', 'posts/index'],
    ['an at sign', 'Posts@show', 'controllers/posts', 'posts/show'],
    ['an arrow, whatever the path adds', 'Posts->show/$1', 'controllers/posts', 'posts/show/$1'],
    ['a dot', 'posts.show/$1/x', 'controllers/posts', 'posts/show/$1/x'],
    ['a class of PHP', 'App\\Controllers\\Posts::show', 'controllers/posts', 'posts/show'],
    ['a class with a suffix', 'PostsController@show', 'controllers/posts', 'posts/show'],
    [
      'a class with a suffix in lower case',
      'posts_controller/show',
      'controllers/posts',
      'posts/show',
    ],
    ['a capital', 'Posts/show', 'controllers/posts', 'posts/show'],
    ['a prefix', 'my-posts/show', 'controllers/posts', 'posts/show'],
    ['a mistyped controller', 'psots/show/$1', 'controllers/posts', 'posts/show/$1'],
    ['half of a name', 'albun/show', 'controllers/Albums', 'albums/show'],
    ['a path', 'application/controllers/posts/show', 'controllers/posts', 'posts/show'],
    ['a path with an extension', 'application/controllers/posts.mts', 'controllers/posts', 'posts'],
    ['an extension of no source', 'posts.jsonFeed', 'controllers/posts', 'posts/jsonFeed'],
    [
      'a wrong module',
      'galery/photos/$1',
      'modules/gallery/controllers/photos',
      'gallery/photos/$1',
    ],
    ['no module', 'photos/show', 'modules/gallery/controllers/photos', 'gallery/photos/show'],
    [
      'a module as its controller',
      'galery/show',
      'modules/gallery/controllers/gallery',
      'gallery/show',
    ],
    [
      'folders of modules',
      'modules/galery/controllers/photo',
      'modules/gallery/controllers/gallery',
      'gallery/photo',
    ],
  ])('names the nearest controller for %s: %s', (_what, to, near, meant) => {
    expect(advise(to)).toBe(
      `the nearest file is 'application/${near}.ts', which '${meant}' leads to`,
    );
  });

  it.each([
    ['shop/carts', 'admin/carts'],
    ['shop/stock', 'administration/stock'],
  ])('names the folder that %s leaves out', (to, near) => {
    expect(advise(to)).toBe(
      `the nearest file is 'framework/modules/shop/controllers/${near}.ts', which 'shop/${near}' leads to`,
    );
  });

  it('compares a destination as a whole, with its slashes', () => {
    const files = filesAt(
      'application/controllers/admin/fotos.ts',
      'application/controllers/amin.ts',
    );
    expect(advise('admin/photos', files)).toContain("which 'amin/photos' leads to");
  });

  it('leaves the suffix in the name of a file that has it', () => {
    const files = filesAt('application/controllers/PhotosController.ts');
    expect(advise('photos/show', files)).toContain("which 'photosController/show' leads to");
  });

  const moved = 'move the file there; paths begin with the root, below the folder that is searched';
  const listed = (root: string) => `list '${root}' in the option roots, or move the file there`;
  it.each([
    ['users/show', 'src/controllers/users.ts', listed('src')],
    ['src/controllers/users.ts', 'src/controllers/users.ts', listed('src')],
    ['comments', 'framework/models/comments.ts', moved],
    ['tags', './controllers/tags.ts', moved],
    ['carts', 'my/shop/modules/a/controllers/carts.ts', listed('my/shop')],
    ['labels', '/controllers/labels.ts', moved],
    ['orders', 'lib/controllers/orders.mjs', listed('lib')],
    ['try', 'try.ts', moved],
    ['report', 'application/views/controllers/report.ts', listed('application/views')],
  ])('says for %s that the nearest file is in no folder of controllers', (to, path, what) => {
    expect(advise(to, filesAt(path, 'elsewhere.ts'))).toBe(
      `the nearest file is '${path}', which is in no folder of controllers below application/ and framework/; ${what}`,
    );
  });

  it.each<[to: string, advice: string, roots?: readonly string[]]>([
    [
      'api/status/index',
      "put a controller at 'application/controllers/api.ts' with a method status, or at " +
        "'application/controllers/api/status.ts' with a method index",
    ],
    [
      'auth/login/$1',
      "put a controller at 'application/controllers/auth.ts' with a method login, or at " +
        "'application/controllers/auth/login.ts'",
    ],
    [
      'shop/7x/update',
      "put a controller at 'application/controllers/shop.ts', or at " +
        "'application/controllers/shop/7x.ts' with a method update",
    ],
    ['seo', "put a controller at 'application/controllers/seo.ts' with a method index"],
    ['seo', "put a controller at 'src/controllers/seo.ts' with a method index", ['src']],
    ['seo', "put a controller at 'controllers/seo.ts' with a method index", []],
    ['::', "write a destination such as 'photos/show'"],
  ])('says where a file has to be for %s, which is near none: %s', (to, advice, roots) => {
    const files = filesAt(
      ...['app.ts', 'application/controllers/seo.test.ts', 'application/controllers/seo.json'],
      ...['application/controllers/home.ts', 'application/controllers/blog.ts'],
    );
    expect(advise(to, files, roots)).toBe(advice);
  });

  it('never says of a controller that it is in no folder of controllers', () => {
    expect(advise('tv/ad', filesAt('application/controllers/app/tv/ad.ts'))).toMatch(
      /^put a contr/,
    );
  });
});

describe('check, with files', () => {
  it.each([
    [
      'posts/shw',
      "the nearest action is 'show', or add the action to 'application/controllers/posts.ts'",
    ],
    ['posts/elsewhere', "add the action to 'application/controllers/posts.ts'"],
    [
      'psots/show',
      "the nearest file is 'application/controllers/posts.ts', which 'posts/show' leads to",
    ],
  ])('says what to write in place of %s', async (to, advice) => {
    const files = filesAt('application/controllers/posts.ts');
    const [{ kind, message }] = await check({ a: to }, { files });
    expect(kind).toBe('dead-destination');
    expect(message).toBe(`The destination of 'a', '${to}', leads to no file or action; ${advice}.`);
  });

  it('says that a class without actions lacks one', async () => {
    const files = { 'application/controllers/a.ts': async () => ({ default: class {} }) };
    const [{ message }] = await check({ a: 'a/b' }, { files });
    expect(message).toContain("; add the action to 'application/controllers/a.ts'.");
  });

  it.each([
    ['modules/blog/routes.ts', 'modules/blog/config/routes.ts'],
    ['config/route.ts', 'config/routes.ts'],
    ['application/config/route.ts', 'application/config/routes.ts'],
  ])('finds %s, which nothing reads', async (path, instead) => {
    const files = { ...filesAt('application/controllers/posts.ts'), [path]: async () => ({}) };
    const table = { a: 'posts', b: 'posts/show' };
    expect(await check(table, { files })).toEqual([
      {
        ...{ level: 'warning', kind: 'unread-file', rows: [] },
        message: `Nothing reads '${path}'; rename it to '${instead}'.`,
        source: { file: path, line: 1, column: 1 },
      },
    ]);
  });

  it('finds no such file where route files are read, or elsewhere', async () => {
    const files = {
      ...filesAt('application/controllers/posts.ts'),
      ...filesAt('application/config/routes.ts', 'application/modules/m/config/routes.ts'),
      ...filesAt('application/modules/m/routes.test.ts', 'application/submodules/m/routes.ts'),
      ...filesAt('application/config/route.test.ts', 'application/myconfig/route.ts'),
    };
    expect(await check({ a: 'posts', b: 'posts/show' }, { files })).toEqual([]);
  });
});

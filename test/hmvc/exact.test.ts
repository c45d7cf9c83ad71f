/** Destinations that name a controller exactly like its file, as is usual in CodeIgniter 3. */
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import {
  Controller,
  checkRoutes,
  createControllers,
  type Files,
  withExactNames,
} from '../../src/hmvc.ts';
import { Route } from '../../src/index.ts';
import { check } from '../../src/tools/inspect.ts';

class Pages extends Controller {
  index() {
    return 'index';
  }
  contact(...args: readonly string[]) {
    return ['contact', ...args].join(' ');
  }
}

function filesOf(...paths: readonly string[]): Files {
  return Object.fromEntries(paths.map((path) => [path, async () => ({ default: Pages })]));
}

const HOMEPAGE = 'application/controllers/Homepage.ts';

describe('a destination of the table names a file exactly', () => {
  it.each([
    ['Homepage/contact', HOMEPAGE, 'homepage/contact'],
    ['Homepage', HOMEPAGE, 'homepage'],
    ['Homepage/contact/$1', HOMEPAGE, 'homepage/contact/$1'],
    ['Homepage/$1', HOMEPAGE, 'homepage/$1'],
    ['HomePage/contact', 'application/controllers/HomePage.ts', 'homePage/contact'],
    ['Écran/contact', 'application/controllers/Écran.ts', 'écran/contact'],
    ['admin/Users/contact', 'application/controllers/admin/Users.ts', 'admin/users/contact'],
    ['Admin/Users/contact', 'application/controllers/Admin/Users.ts', 'Admin/users/contact'],
    ['a/b/Users/contact', 'application/controllers/a/b/Users.ts', 'a/b/users/contact'],
    ['blog/Posts/contact', 'application/modules/blog/controllers/Posts.ts', 'blog/posts/contact'],
    ['Blog/contact', 'application/modules/Blog/controllers/Blog.ts', 'Blog/blog/contact'],
    ['Blog', 'application/modules/Blog/controllers/Blog.ts', 'Blog/blog'],
    ['Blog/Blog', 'application/modules/Blog/controllers/Blog.ts', 'Blog/blog'],
    ['Blog/Blog/contact', 'application/modules/Blog/controllers/Blog.ts', 'Blog/blog/contact'],
    ['blog/a/Posts', 'application/modules/blog/controllers/a/Posts.ts', 'blog/a/posts'],
    ['Homepage/contact', 'framework/controllers/Homepage.ts', 'homepage/contact'],
  ])('%j finds %j, as %j', (to, file, expected) => {
    expect({ ...withExactNames({ 'a/(:any)': to }, filesOf(file)) }).toMatchObject({
      'a/(:any)': expected,
    });
  });

  it.each([
    ['homepage/contact', HOMEPAGE],
    ['Homepage/contact', 'application/controllers/homepage.ts'],
    ['HomePage/contact', HOMEPAGE],
    ['$1/contact', HOMEPAGE],
    ['admin/$1/contact', 'application/controllers/admin/Users.ts'],
    ['Homepage/contact', 'application/views/Homepage.ts'],
    ['Homepage.ts/contact', HOMEPAGE],
    ['', HOMEPAGE],
  ])('%j does not find %j by another spelling', (to, file) => {
    const table = { 'a/(:any)': to };
    expect(withExactNames(table, filesOf(file))).toBe(table);
  });

  it.each([
    ['Blog/posts', 'application/controllers/Blog/Posts.ts'],
    ['Blog/$1', 'application/controllers/Blog/Posts.ts'],
    ['Blog/$1', 'application/modules/Blog/controllers/Posts.ts'],
  ])('%j still leads where it leads without that: %j', (to, file) => {
    const table = { 'a/(:any)': to };
    expect(withExactNames(table, filesOf(file, 'application/controllers/Blog.ts'))).toBe(table);
  });

  it.each([
    ['blog/Posts', 'application/modules/blog/controllers/Posts.ts', 'blog/posts'],
    ['blog/Posts/contact', 'application/modules/blog/controllers/Posts.ts', 'blog/posts/contact'],
    ['blog/Posts', 'application/controllers/blog/Posts.ts', 'blog/Posts'],
  ])('%j finds %j if no earlier place has a file, as %j', (to, file, expected) => {
    const files = filesOf(file, 'application/controllers/Blog.ts');
    expect({ ...withExactNames({ a: to }, files) }).toMatchObject({ a: expected });
  });

  it('if dashes are translated, too', () => {
    const files = filesOf('application/controllers/My_page.ts');
    const table = { translate_uri_dashes: true, a: 'My-page/contact' };
    expect({ ...withExactNames(table, files) }).toMatchObject({ a: 'my-page/contact' });
  });

  it('and handlers, names and meta stay with their rows', () => {
    const handler = () => 'handled';
    const routes = Route.collect(() => {
      Route.get('a', 'Homepage', { as: 'a', meta: { area: 'x' } });
      Route.get('b', 'Homepage/b', { as: 'b' }, handler);
    });
    const named = withExactNames(routes, filesOf(HOMEPAGE));
    expect(Route.url('a', [], { routes: named })).toBe('/a');
    expect(JSON.parse(JSON.stringify(named))).toMatchObject({
      'GET a': 'homepage',
      'GET b': 'Homepage/b',
    });
  });
});

describe('an application whose destinations are spelled as its files', () => {
  const routes = {
    default_controller: 'Homepage',
    '404_override': 'Homepage/contact/404',
    'homepage/secret': '',
    contact: 'Homepage/contact',
    'show/(:any)': 'Homepage/contact/$1',
    '(:any)/by-name': '$1/contact',
  };
  const files = filesOf(HOMEPAGE);
  const ask = async (path: string, options = {}) => {
    const fetch = createFetchHandler({ routes, controllers: createControllers(files), ...options });
    const response = await fetch(new Request(`http://localhost${path}`));
    return [response.status, await response.text()];
  };

  it.each([
    ['/', 200, 'index'],
    ['/contact', 200, 'contact'],
    ['/show/7', 200, 'contact 7'],
    ['/show/Homepage', 200, 'contact Homepage'],
    ['/homepage/by-name', 200, 'contact'],
    ['/nothing', 404, 'contact 404'],
  ])('answers %s', async (path, status, body) => expect(await ask(path)).toEqual([status, body]));

  it.each(['/Homepage/by-name', '/Homepage/contact', '/Homepage/secret', '/homepage/secret'])(
    'has no second spelling in URLs: %s',
    async (path) => expect(await ask(path, { autoRoute: true })).toEqual([404, 'contact 404']),
  );

  it('boots, and has no finding about a file', async () => {
    await checkRoutes({ routes, controllers: createControllers(files) });
    expect((await check(routes, { files })).filter(({ kind }) => /dead/.test(kind))).toEqual([]);
  });
});

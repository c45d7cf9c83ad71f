/** Module route files, read like the modular extensions do. */
import { describe, expect, it } from 'vitest';
import { withModuleRoutes } from '../../../src/hmvc.ts';
import { createRouter } from '../../../src/resolve/create-router.ts';
import { readTable } from '../../../src/table/table.ts';
import { type ImportOptions, importRoutes } from '../../../src/tools/import.ts';
import { imported } from '../../support/imported.ts';

const file = 'application/modules/shop/config/routes.php';

const written = (php: string, options: ImportOptions = {}) =>
  importRoutes(`<?php\n${php}`, { file, ...options });

/** The file from its default export on. */
const exported = (php: string) => {
  const { code } = written(php);
  return code.slice(code.indexOf('export default'));
};

/** The table of an application with the module. */
async function served(php: string, options: ImportOptions = {}) {
  const { table } = await imported(php, { file, ...options });
  const files = { [file.replace('.php', '.ts')]: async () => ({ default: table }) };
  return await withModuleRoutes({}, files);
}

describe('the route file of a module', () => {
  it('is a table that withModuleRoutes takes', async () => {
    const php =
      "// Items\n$route['shop/(:num)'] = 'items/show/$1'; // one\n$route['shop/old'] = 'old';";
    expect(written(php).code).toBe(`// Imported from routes.php by waymark.

export default {
  // Items
  'shop/(:num)': 'items/show/$1', // one
  'shop/old': 'old',
};
`);
    expect(await served(php)).toEqual({
      'shop/(:num)': 'shop/items/show/$1',
      'shop/old': 'shop/old',
    });
  });

  it('is a function if a row is left to PHP, since a table has no handlers', async () => {
    const php = "$route['shop/a'] = 'a'; $route['shop/b'] = ''; $route['shop/c'] = 'c';";
    expect(exported(php)).toBe(`export default () => {
  Route.any('shop/a', 'a');
  // Not imported (${file}:2): its destination is empty, so the modular extensions look for an action without a name.
  //   $route['shop/b'] = '';
  Route.any('shop/b', 'left to PHP', {}, leftToPhp);
  Route.any('shop/c', 'c');
};
`);
    const { rows } = readTable(await served(php), 'test');
    expect(rows.map(({ key, handler }) => [key, handler?.name])).toEqual([
      ['shop/a', undefined],
      ['shop/b', 'leftToPhp'],
      ['shop/c', undefined],
    ]);
  });

  it('may have no rows', async () => {
    expect(await served("$route['default_controller'] = 'x';")).toEqual({});
  });

  it.each([
    ["$route['shop/(:any)'] = 'x/$1';", "  'shop/(.+)': 'x/$1',"],
    ["$route['shop/:any/:num'] = 'x';", "  'shop/.+/:num': 'x',"],
  ])('reads :any as everything: %s', (php, row) => expect(exported(php)).toContain(row));

  it('reads :any as a segment if the caller says so', () => {
    const { code } = written("$route['shop/(:any)'] = 'x/$1';", { any: 'segment' });
    expect(code).toContain("  'shop/(:any)': 'x/$1',");
  });

  it('has no settings, which the modular extensions ignore', () => {
    const php = `$route['default_controller'] = 'x';
      $route['shop'] = 'y';
      $route['404_override'] = '';
      $route['translate_uri_dashes'] = ROOT;`;
    const { code, warnings, remarks, settings } = written(php);
    expect(code).toContain(`export default {
  // Left out (${file}:2): the modular extensions ignore the settings of a module.
  //   $route['default_controller'] = 'x';
  shop: 'y',
`);
    expect(settings).toEqual(['default_controller', '404_override', 'translate_uri_dashes']);
    expect(warnings).toEqual([]);
    const message = 'left out: the modular extensions ignore the settings of a module';
    expect(remarks).toEqual([2, 4, 5].map((line) => ({ file, line, message })));
  });

  it('of an application has its settings', () => {
    expect(importRoutes("<?php $route['default_controller'] = 'x';").settings).toEqual([]);
  });
});

describe('a key of a module', () => {
  it.each([
    ...['news', 'news/(:any)', 'shops/(:num)', 'sho/p', 'shop-window/x', 'Shop/x', 'page-(:num)'],
    'news?/x',
  ])('is left out if it does not start with the module: %s', (key) => {
    const { code, warnings } = written(`$route['${key}'] = 'x';`);
    const why = 'the modular extensions ask this file only for paths that start with shop';
    expect(code).toContain(`  // Left out (${file}:2): ${why}.\n  //   $route['${key}'] = 'x';\n`);
    expect(warnings).toEqual([]);
  });

  it.each(['shop', 'shop/(:num)', 'shop/a.b', '^shop/x$'])('stays as it is: %s', (key) => {
    expect(exported(`$route['${key}'] = 'x';`)).not.toContain('(?=');
  });

  it.each([
    ['(:any)', '(?=shop(?:/|$))(.+)'],
    ['(.*)/x', '(?=shop(?:/|$))(.*)/x'],
    ['shop(.*)', '(?=shop(?:/|$))shop(.*)'],
    ['shop/?x', '(?=shop(?:/|$))shop/?x'],
    ['sh(op|ed)', '(?=shop(?:/|$))sh(op|ed)'],
    ['[a-z|]+', '(?=shop(?:/|$))[a-z|]+'],
    ['shop/a|shop/b', '(?=shop(?:/|$))(?:shop/a|shop/b)'],
  ])('never catches the path of another module: %s', async (key, pattern) => {
    const table = await served(`$route['${key}'] = 'x';`);
    expect(Object.keys(table)).toContain(pattern);
    const router = createRouter(table);
    for (const path of ['/news', '/shops', '/news/x', '/shed']) {
      expect(router.resolve('GET', path).status).toBe('not-found');
    }
    const { remarks } = written(`$route['${key}'] = 'x';`);
    const said = remarks.map(({ message }) => message).join('\n');
    expect(said).toContain('keeps this to paths that start with the name of the module');
  });

  it('is limited to a module with any name', () => {
    const { code } = written("$route['(:any)'] = 'x';", { module: 'my.shop' });
    expect(code).toContain("  '(?=my\\\\.shop(?:/|$))(.+)': 'x',");
  });

  it.each([
    ["$route[AREA] = 'x';", '(?=shop(?:/|$))(?:${AREA})'],
    ["$route[AREA . '/(:any)'] = 'x';", '(?=shop(?:/|$))(?:${AREA}/(.+))'],
    ["$route['shop/' . AREA] = 'x';", 'shop/${AREA}'],
    ["$route['sh' . AREA] = 'x';", '(?=shop(?:/|$))(?:sh${AREA})'],
  ])('may start with a constant: %s', (php, pattern) => {
    expect(exported(php)).toContain(`  [\`${pattern}\`]: 'x',`);
  });

  it('is left out if it starts otherwise before a constant', () => {
    expect(exported("$route['news' . AREA] = 'x';")).toContain('Left out');
  });

  it('is not imported if the importer would have to change what $1 means', () => {
    const { warnings } = written("$route['shop.*'] = 'x/$1'; $route['shop.+'] = 'x/$a';");
    expect(warnings.map(({ message }) => message)).toEqual([
      "not imported: it has no group for the references of 'x/$1'",
    ]);
  });

  it.each([{ file }, { ci2: true }])('is a warning if it has a method: %j', (options) => {
    const { code, warnings } = importRoutes("<?php $route['shop']['get'] = 'x';", options);
    expect(code).toContain("'GET shop': 'x',");
    expect(warnings.map(({ message }) => message)).toEqual([
      'CodeIgniter 2 and the modular extensions have no routes for single methods, and never answer this one',
    ]);
  });
});

describe('calls of Route in a module', () => {
  it('are in a function, after the rows', async () => {
    const php = `// Rows
      $route['default_controller'] = 'x';
      $route['shop'] = 'home'; // first
      $route['shop/x']['get'] = 'x';
      $route['shop/closed'] = 'closed';
      // Calls
      Route::any('shop/(:num)', 'items/show/$1', array('as' => 'item'));
      Route::prefix('shop', function () { Route::get('carts', 'carts/index'); });
      $route = Route::map($route);
      $route['shop/late'] = 'late';
      $route['404_override'] = '';
      $route['news/late'] = 'late';`;
    const { code, settings } = written(php);
    expect(code).toBe(`// Imported from routes.php by waymark.
import { Route } from 'waymark';

export default () => {
  // Rows
  // Left out (${file}:3): the modular extensions ignore the settings of a module.
  //   $route['default_controller'] = 'x';
  Route.any('shop', 'home'); // first
  // ${file}:5: CodeIgniter 2 and the modular extensions have no routes for single methods, and never answer this one.
  Route.get('shop/x', 'x');
  Route.any('shop/closed', 'closed');

  // Calls
  Route.any('shop/(:num)', 'items/show/$1', { as: 'item' });
  Route.prefix('shop', () => {
    Route.get('carts', 'carts/index');
  });
  Route.any('shop/late', 'late');

  // Left out (${file}:12): the modular extensions ignore the settings of a module.
  //   $route['404_override'] = '';
  // Left out (${file}:13): the modular extensions ask this file only for paths that start with shop.
  //   $route['news/late'] = 'late';
};
`);
    expect(settings).toEqual(['default_controller', '404_override']);
    expect(await served(php)).toEqual({
      shop: 'shop/home',
      'GET shop/x': 'shop/x',
      'shop/closed': 'shop/closed',
      'shop/(:num)': 'shop/items/show/$1',
      'GET shop/carts': 'shop/carts/index',
      'shop/late': 'shop/late',
    });
  });

  it.each([
    ["Route::any('news', 'x');", 'Left out'],
    ["Route::resources('photos');", 'Left out'],
    ["Route::prefix('news', function () { Route::get('shop', 'x'); });", 'Not imported'],
    ["Route::block('news');", 'Left out'],
  ])('that no path reaches are left out: %s', async (php, head) => {
    const calls = `Route::any('shop', 'home'); ${php}`;
    const remark = `  // ${head} (${file}:2): the modular extensions ask this file only for paths`;
    expect(exported(calls)).toContain(remark);
    expect(await served(calls)).toEqual({ shop: 'shop/home' });
  });

  it('are limited to the module', () => {
    const code = exported("Route::any('(:any)/x', 'y/$1');");
    expect(code).toContain("  Route.any('(?=shop(?:/|$))(.+)/x', 'y/$1');");
  });

  it.each([
    "Route::prefix('sh(op|ed)', function () { Route::get('a', 'b'); });",
    "Route::context('sh(op|ed)', 'x');",
    "Route::resources('sh(op|ed)');",
  ])('are not imported if only some of their paths are answered: %s', (php) => {
    const { warnings } = written(php);
    expect(warnings.map(({ message }) => message)).toContain(
      'not imported: the modular extensions answer only some of its paths',
    );
  });

  it('may give a row its destination', () => {
    const { code } = written("$route['shop'] = Route::named('x');");
    expect(code).toContain("import { Route } from 'waymark';\n");
    expect(code).toContain("export default {\n  shop: Route.named('x') ?? '',\n};");
  });
});

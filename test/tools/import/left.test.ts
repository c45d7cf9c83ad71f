/** Rows that are left to PHP, in the place of those that can't be imported. */
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../../src/fetch.ts';
import { Controller, createControllers } from '../../../src/hmvc.ts';
import { readTable } from '../../../src/table/table.ts';
import { importRoutes, readConfig } from '../../../src/tools/import.ts';
import { imported } from '../../support/imported.ts';

/** Stands for a row whose requests are left to PHP. */
const LEFT = 'PHP';
const HOME = "$route['default_controller'] = 'home'; ";

/** The rows of an imported file without its settings; those that are left to PHP say so. */
async function rowsOf(php: string, options = {}) {
  const { table, warnings } = await imported(HOME + php, options);
  const rows = readTable(table, 'test').rows.filter(({ key }) => key !== 'default_controller');
  const said = rows.map(({ key, to, handler }) => [key, handler === undefined ? to : LEFT]);
  return { rows: Object.fromEntries(said), keys: rows.map(({ key }) => key), warnings };
}

const ORDER =
  "$route['a'] = 'x'; $route['b'] = function () {}; $route['c'] = 'y'; Route::any('d', 'z');";

describe('a row that is not imported', () => {
  it('keeps its place, between the rows around it and before the calls', async () => {
    const { rows, keys } = await rowsOf(ORDER);
    expect(rows).toEqual({ a: 'x', b: LEFT, c: 'y', d: 'z' });
    expect(keys).toEqual(['a', 'b', 'c', 'd']);
  });

  it('answers 501, and no later row answers in its stead', async () => {
    const { table } = await imported(
      `${HOME}$route['products/([a-z]+)'] = function ($p) {}; $route['products/(:any)'] = 'products/show/$1';`,
    );
    class Products extends Controller {
      show(id: string) {
        return `Product ${id}`;
      }
    }
    const files = { 'application/controllers/products.ts': async () => ({ default: Products }) };
    const answer = createFetchHandler({
      routes: { ...table, default_controller: 'products/show' },
      controllers: createControllers(files),
    });
    const ask = async (path: string) => {
      const response = await answer(new Request(`http://localhost/${path}`));
      return [response.status, await response.text()];
    };
    expect(await ask('products/abc')).toEqual([501, 'This is left to PHP']);
    expect(await ask('products/7')).toEqual([200, 'Product 7']);
  });

  it.each<[string, string, Record<string, string>]>([
    ['a closure', "$route['x'] = function () {};", { x: LEFT }],
    [
      'a closure for a method',
      "$route['x']['get'] = fn() => 'a'; $route['x']['post'] = 'b';",
      { 'GET x': LEFT, 'POST x': 'b' },
    ],
    ['a method that is not known', "$route['x'][$u] = 'a';", { x: LEFT }],
    ['an unknown function', "$route['x'] = f();", { x: LEFT }],
    ['an array of a class and a method', "$route['x'] = ['A', ['b']];", {}],
    [
      'a closure in an array',
      "$route = ['default_controller' => 'home', 'x' => function () {}, 'y' => 'z'];",
      { x: LEFT, y: 'z' },
    ],
    ['a value by an unknown key', "$route['x'] = $a[$u];", { x: LEFT }],
    [
      'one that is assigned again',
      "$route['x'] = f(); $route['y'] = 'z'; $route['x'] = 'a';",
      { x: 'a', y: 'z' },
    ],
    [
      'one that replaces a known one',
      "$route['x'] = 'a'; $route['y'] = 'z'; $route['x'] = f();",
      { x: LEFT, y: 'z' },
    ],
    ['an appended one', '$route[] = f();', { '/0': LEFT }],
    ['a destination that waymark would read as a redirect', "$route['x'] = '301 > /y';", {}],
    [
      'a condition',
      "if ($u) $route['x'] = 'a'; else $route['y']['get'] = 'b';",
      { x: LEFT, y: LEFT },
    ],
    [
      'a condition that may remove a row',
      "$route['x'] = 'a'; if ($u) unset($route['x']);",
      { x: LEFT },
    ],
    ['a part of a condition', "$u and $route['x'] = 'a';", { x: LEFT }],
    ['a switch', "switch ($u) { case 1: $route['x'] = 'a'; }", { x: LEFT }],
    ['a loop with a known key', "foreach ($u as $v) { $route['x'] = $v; }", { x: LEFT }],
    ['a key of a known variable', "$p = 'a'; if ($u) $route[\"$p/b\"] = 'x';", { 'a/b': LEFT }],
    ['a call of Route', "Route::get('x', f()); Route::any('y', 'z');", { 'GET x': LEFT, y: 'z' }],
    [
      'a call in a prefix',
      "Route::prefix('p', function () { Route::any('x', f()); });",
      { 'p/x': LEFT },
    ],
    [
      'a call with a name and children',
      "Route::any('x', '', ['as' => 'n'], function () { Route::any('y', 'z'); });",
      { x: 'home', 'x/y': 'z' },
    ],
    [
      'a call in a condition',
      "if ($u) Route::post('x', 'a'); Route::any('y', 'z');",
      { 'POST x': LEFT, y: 'z' },
    ],
    ['a block in a condition', "if ($u) Route::block('x', 'y');", { x: LEFT, y: LEFT }],
    [
      'a row after Route::map',
      "Route::any('a', 'b'); $route = Route::map($route); $route['x'] = f();",
      { a: 'b', x: LEFT },
    ],
  ])('is left to PHP if its key is known: %s', async (_, php, wanted) => {
    const { rows, warnings } = await rowsOf(php);
    expect(rows).toMatchObject(wanted);
    if (Object.values(wanted).includes(LEFT)) expect(warnings).not.toEqual([]);
  });

  it.each([
    ['a key that is not known', "$route[$u] = 'a';"],
    ['a key that a loop computes', 'foreach ($u as $v) { $route["a/$v"] = \'b\'; }'],
    ['a key that skipped code changes', "$k = 'a'; if ($u) { $k = 'b'; $route[$k] = 'c'; }"],
    ['a call whose pattern is not known', "Route::any($u, 'a');"],
    [
      'a call in a closure that does not run',
      "if ($u) Route::prefix('p', function () { Route::any('x', 'y'); });",
    ],
    ['another method of Route', "if ($u) Route::resources('photos');"],
    ['a whole table', "if ($u) $route = ['a' => 'b'];"],
  ])('is only said if its key is not: %s', async (_, php) => {
    const { rows, warnings } = await rowsOf(php);
    expect(rows).toEqual({});
    expect(warnings).not.toEqual([]);
  });

  it('leaves the empty path to PHP if the default controller is not known', async () => {
    const { table } = await imported("$route['default_controller'] = f(); $route['a'] = '';");
    const rows = readTable(table, 'test').rows.filter(({ handler }) => handler !== undefined);
    expect(rows.map(({ key }) => key)).toEqual(['a', '/']);
  });

  it.each([
    [
      'a row of the same pattern',
      "$route['x'] = f(); $route['a/(?:x)'] = 'b'; $route['^a/(?:x)$'] = 'c';",
      { 'a/(?:x)': 'b' },
    ],
    ['one of the table', "$route['a'] = 'b'; $route['x'] = f(); $route['^a$'] = 'c';", { a: 'b' }],
    [
      'one for a method',
      "$route['x'] = f(); $route['a'] = 'b'; $route['^a$']['get'] = 'c';",
      { a: 'b' },
    ],
    [
      'one for every method',
      "$route['x'] = f(); $route['a']['get'] = 'b'; $route['^a$'] = 'c';",
      { 'GET a': 'b' },
    ],
  ])('replaces no destination with a later call: %s', async (_, php, wanted) => {
    expect((await rowsOf(php)).rows).toEqual({ x: LEFT, ...wanted });
  });

  it('keeps the order of CodeIgniter 2', async () => {
    const { keys, rows } = await rowsOf("$route['(:any)'] = f(); $route['login'] = 'auth';", {
      ci2: true,
    });
    expect(keys).toEqual(['login', '(.+)']);
    expect(rows).toEqual({ login: 'auth', '(.+)': LEFT });
  });
});

describe('a setting after a condition that is not known', () => {
  const read = (php: string) =>
    readConfig(
      `<?php $config['a'] = 'x'; $config['b'] = ['y']; $v = 1; ${php} $config['c'] = $v;`,
      ['a', 'b', 'c'],
    );
  const known = { a: { value: 'x' }, b: { values: ['y'], keys: [null] }, c: { value: 1 } };

  it.each([
    ['another', "if ($u) { $config['z'] = 1; } else { $config['y'][] = 2; }"],
    ['another variable', 'if ($u) { $w = 1; $w++; ++$w; }'],
    ['what a function of its own does', 'if ($u) { function f() { $config = 1; } }'],
    [
      'a closure that is given away',
      'spl_autoload_register(function ($name) { $v = include $name; });',
    ],
    ['one of PHP', "if ($u) $_SERVER['a'] = 1;"],
    ['an argument that stays as it is', "if ($u) $w = strtolower($config['a']);"],
    ['a method', 'if ($u) $CI =& get_instance();'],
  ])('is known if the skipped code assigns %s', (_, php) => {
    expect(Object.fromEntries(read(php))).toEqual(known);
  });

  const unknown = { why: expect.any(String) };
  const ALL = { a: unknown, b: unknown, c: unknown };
  it.each<[string, string, object]>([
    ['an entry', "if ($u) $config['a'] = 'z';", { a: unknown }],
    ['an entry of an entry', "if ($u) $config['b'][] = 'z';", { b: unknown }],
    ['a list', "if ($u) [$config['a'], $v] = f();", { a: unknown, c: unknown }],
    ['an argument', "if ($u) f($config['b'], ...$v);", { b: unknown, c: unknown }],
    ['a named argument', 'if ($u) f(x: $v);', { c: unknown }],
    ['a loop', 'foreach ($u as $v) {}', { c: unknown }],
    ['a removed entry', "if ($u) unset($config['a']);", { a: unknown }],
    ['an entry by an unknown key', 'if ($u) $config[$w] = 1;', ALL],
    ['the settings', 'if ($u) $config = [];', ALL],
    ['anything', 'if ($u) include $w;', ALL],
    ['what extract assigns', 'if ($u) extract($w);', ALL],
    ['what a computed name assigns', 'if ($u) $$w = 1;', ALL],
    ['a reference', 'if ($u) $w =& $v;', ALL],
    ['a reference in an array', 'if ($u) $w = [&$v];', ALL],
    ['a closure that shares it', 'if ($u) { $f = function () use (&$v) {}; }', ALL],
  ])('is not known if the skipped code may assign it: %s', (_, php, changed) => {
    expect(Object.fromEntries(read(php))).toMatchObject(changed);
    for (const [name, value] of Object.entries(known)) {
      if (!(name in changed)) expect(read(php).get(name)).toEqual(value);
    }
  });

  it.each([
    ["$a = ['x' => 1]; if ($u) $a['y'] = 2; foreach ($a as $k => $v) $route[$k] = 'z';"],
    ["$a = ['x' => 1]; if ($u) unset($a['x']); foreach ($a as $k => $v) $route[$k] = 'z';"],
    ["$a = ['x' => 1]; if ($u) $a['y'] = 2; $b = $a; $route['k' . count($b)] = 'z';"],
    ["if ($u) $route['y'] = 'a'; foreach ($route as $k => $v) $route[\"en/$k\"] = 'z';"],
  ])('may be missing, so no array with it is counted or walked through: %s', async (php) => {
    expect(Object.values((await rowsOf(php)).rows)).not.toContain('z');
  });

  it.each([
    ["if ($u) $new['a'] = 1; $route['x'] = 'y';", { x: 'y' }],
    ["$route['x'] = 'y'; if ($u) Route::any(f(), 'z');", { x: 'y' }],
    ["$route['x'] = 'y'; if ($u) Route::{$m}('z', 'z');", { x: 'y' }],
    ["$route['x'] = 'y'; Route::any();", { x: 'y' }],
  ])('is nothing to a row if it has no known key: %s', async (php, wanted) => {
    expect((await rowsOf(php)).rows).toEqual(wanted);
  });

  it('is known by its key in an array with others that may be missing', async () => {
    const { rows } = await rowsOf("$a = ['x' => 'b']; if ($u) $a['y'] = 2; $route['k'] = $a['x'];");
    expect(rows).toEqual({ k: 'b' });
  });
});

describe('a destination with an empty segment', () => {
  it.each([
    ["$route['a'] = 'shop/';", true],
    ["$route['a'] = 'shop//cart';", true],
    ["$route['a/?(.*)'] = 'shop/$1';", true],
    ["$route['a([0-9])?'] = 'shop/$1/x';", true],
    ["$route['a'] = 'admin/users/';", false],
    ["$route['a'] = 'admin/users//show';", false],
  ])('is said, with a warning if it is mostly a 404 in PHP: %s', async (php, warns) => {
    const { warnings, remarks } = await imported(HOME + php);
    const [{ message }] = [...warnings, ...remarks];
    expect(message).toContain('CodeIgniter looks for an action without a name here');
    expect(warnings).toHaveLength(warns ? 1 : 0);
  });

  it.each([
    "$route['a'] = '/shop';",
    "$route['a'] = 'shop/cart/x/';",
    "$route['a/(.*)'] = 'shop/$1';",
    "$route['(.*)'] = 'shop/$1';",
    "$route['a(x)'] = 'shop/$1';",
    "$route['a' . X] = 'shop/' . X;",
    "$route['a(x)'] = 'shop/$2';",
  ])('is not said of another: %s', async (php) => {
    const { warnings, remarks } = await imported(HOME + php, { constants: {} }).catch(() => ({
      warnings: [],
      remarks: [],
    }));
    const said = [...warnings, ...remarks].map(({ message }) => message).join();
    expect(said).not.toContain('without a name');
  });
});

describe('an empty destination', () => {
  const said = 'CodeIgniter sends an empty destination to the default controller';

  it.each<[string, object, Record<string, string>]>([
    ["$route['a'] = '';", {}, { a: 'home' }],
    ["$route['a'] = FALSE;", {}, { a: 'home' }],
    ["$route['a'] = NULL;", {}, { a: 'home' }],
    ["$route['a'] = ['get' => '', 'post' => NULL];", {}, { 'GET a': 'home' }],
    ["$route['a'] = ''; Route::block('b');", {}, { a: 'home', b: '' }],
    ["Route::any('a', '');", {}, { a: 'home' }],
    ["$route['default_controller'] = 'home/page'; $route['a'] = '';", {}, { a: 'home/page' }],
    [
      "$route['default_controller'] = 'home/page'; $route['a'] = ''; Route::any('b', '');",
      {},
      { a: '', b: '' },
    ],
    [
      "$route['default_controller'] = ''; $route['a'] = ''; Route::any('b', '');",
      {},
      { a: LEFT, b: LEFT },
    ],
    ["$route['a'] = '';", { ci2: true }, { a: 'home' }],
  ])('goes where PHP sends it: %s', async (php, options, wanted) => {
    expect((await rowsOf(php, options)).rows).toEqual(wanted);
  });

  it('is a remark, since it is answered as in PHP', async () => {
    const { warnings, remarks } = await imported(`${HOME}$route['a'] = '';`);
    expect(warnings).toEqual([]);
    expect(remarks.map(({ message }) => message)).toEqual([said]);
  });

  it('is left to PHP in the file of an environment, whose default controller may be elsewhere', async () => {
    const { table } = await imported("$route['a'] = '';", {
      file: 'application/config/production/routes.php',
    });
    const [row] = readTable(table, 'test').rows.filter(({ key }) => key === 'a');
    expect(row?.handler?.name).toBe('leftToPhp');
  });

  it('is left to PHP with a constant for the default controller of Bonfire', () => {
    const { code } = importRoutes(
      "<?php $route['default_controller'] = START; $route['a'] = ''; $route = Route::map($route);",
    );
    expect(code).toContain("Route.any('a', 'left to PHP', {}, leftToPhp);");
  });
});

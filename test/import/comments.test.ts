/** Comments, order, and what the written file looks like. */
import { describe, expect, it } from 'vitest';
import { importRoutes } from '../../src/import.ts';
import { imported } from '../support/imported.ts';

describe('the written file', () => {
  it('keeps comments and order', () => {
    const { code } = importRoutes(`<?php
/*
| -------
|  ROUTES
| -------
|
| All of them.
*/

// The front
$route['default_controller'] = 'welcome'; // says hello

# Posts
$route['posts'] = 'posts/index';
// $route['old'] = 'posts/old';
$route['posts/(:num)'] = 'posts/show/$1'; /* one */

/**
 * The end.
 */
`);
    expect(code).toBe(`// Imported from routes.php by waymark.
import { Route } from 'waymark';

// -------
//  ROUTES
// -------
//
// All of them.

export default Route.map({
  // The front
  default_controller: 'welcome', // says hello

  // Posts
  posts: 'posts/index',

  // $route['old'] = 'posts/old';
  'posts/(:num)': 'posts/show/$1', // one

  // The end.
});
`);
  });

  it('puts the calls of Route before the table, with their comments', () => {
    const { code } = importRoutes(
      `<?php
// the front
$route['default_controller'] = 'welcome';
// the API
Route::prefix('api', function () {
    // users
    Route::get('users', 'users/index', array('as' => 'users'), function () {
        Route::any('x', 'y'); // inner
        // last
    });
});
$route = Route::map($route);
// bye
`,
      { file: 'application/config/routes.php' },
    );
    expect(code).toBe(`// Imported from routes.php by waymark.
import { Route } from 'waymark';

// the API
Route.prefix('api', () => {
  // users
  Route.get('users', 'users/index', {
    as: 'users',
    nest: () => {
      Route.any('x', 'y'); // inner

      // last
    },
  });
});

// bye

export default Route.map({
  // the front
  default_controller: 'welcome',
});
`);
  });

  it('keeps the comments of an array with its entries', () => {
    const { code } = importRoutes(`<?php
$route = array(
  // first
  'a' => 'b', // one
  'c' => 'd',
  // third
  'e' => 'f',
);`);
    expect(code).toContain(`export default Route.map({
  // first
  a: 'b', // one
  c: 'd',

  // third
  e: 'f',
});`);
  });

  it('keeps what it leaves out, and says why', () => {
    const { code } = importRoutes(`<?php
$route['a'] = 'b';
$route['a/'] = 'dead';
    if ($x) {
        // inside
        $route['c'] = 'd';
    }
$route['a'] = 'e';
$route['f'] = 'g';
unset($route['f'], $route[X]);
`);
    expect(code).toContain(`export default Route.map({
  a: 'e',

  // Left out (routes.php:3): no path ends with a slash in CodeIgniter.
  //   $route['a/'] = 'dead';
  // Not imported (routes.php:4): $x is not set in this file.
  //   if ($x) {
  //       // inside
  //       $route['c'] = 'd';
  //   }
  // routes.php:8: 'a' is assigned again; it keeps its place of line 2.
  // routes.php:10: 'f' is taken out again.
});`);
  });

  it.each([
    ['/**/', ''],
    ['/****/', ''],
    ['/* a */', '\n  // a\n'],
    ['/*** a ***/ // b', '\n  // a\n  // b\n'],
    ['/*\n * a\n *\n * - b\n **/', '\n  // a\n  //\n  // - b\n'],
    ['/*\n  $route = 1;\n    | x */', '\n  // $route = 1;\n  // x\n'],
    ['#a\n##b', '\n  // a\n  // #b\n'],
  ])('writes every form of comment as one: %j', (comment, written) => {
    const { code } = importRoutes(`<?php $route['x'] = 'y';\n${comment}\n$route['a'] = 'b';`);
    expect(code.split("  x: 'y',\n")[1].split("  a: 'b',")[0]).toBe(written);
  });

  it('says once that a key is assigned again', () => {
    const { code } = importRoutes(
      "<?php $route[X] = 'x'; foreach ([1, 2, 3] as $i) { $route[X] = $i; } unset($route[X]);",
    );
    expect(code.match(/is assigned again/g)).toHaveLength(1);
    expect(code).toContain(
      '// routes.php:1: this key is assigned again; it keeps its place of line 1.',
    );
    expect(code).toContain('// routes.php:1: this key is taken out again.');
  });

  it('is an empty table where there is nothing', () => {
    const { code, warnings } = importRoutes('<?php // nothing');
    expect(code).toBe(`// Imported from routes.php by waymark.
import { Route } from 'waymark';

// nothing

export default Route.map();
`);
    expect(warnings).toEqual([
      { file: 'routes.php', line: 1, message: 'the file defines no routes' },
    ]);
  });

  it('can not be broken out of by a comment', async () => {
    const { table } = await imported(
      "// a\u2028throw new Error('b')\u2029throw 1\u0085\n$route['a\u2028\u0001\n'] = 'b';",
    );
    expect(table).toEqual({ default_controller: 'home' });
  });

  it('reads files of Windows and of old Macs, with a byte order mark', () => {
    const { code } = importRoutes("\uFEFF<?php\r\n// one\r$route['a'] = 'b'; // two\r\n");
    expect(code).toContain("  // one\n  a: 'b', // two\n");
  });
});

describe('a dead key', () => {
  it.each([
    ['', 'the empty path is answered by default_controller'],
    ['/', 'the empty path is answered by default_controller'],
    ['^$', 'the empty path is answered by default_controller'],
    ['/a', 'no path starts with a slash in CodeIgniter'],
    ['a/', 'no path ends with a slash in CodeIgniter'],
    ['a/(:any)/', 'no path ends with a slash in CodeIgniter'],
    ['a//b', 'no path has an empty segment'],
    ['a%FF', 'no path has %FF, which is not UTF-8'],
  ])('is left out with a comment that says why, and no warning: %j', (key, why) => {
    const { code, warnings } = importRoutes(`<?php $route['${key}'] = 'x'; $route['b'] = 'c';`);
    expect(code).toContain(
      `// Left out (routes.php:1): ${why}.\n  //   $route['${key}'] = 'x';\n  b: 'c',`,
    );
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      "$route['a']['cli'] = 'x';",
      "it is for the command line alone.\n  //   $route['a']['cli'] = 'x';",
    ],
    ["$route['a'] = array();", "it has a destination for no method.\n  //   $route['a'] = …;"],
    ["$route['^b'] = 'x';", "line 1 has the same pattern.\n  //   $route['^b'] = 'x';"],
  ])('is left out with what it was: %s', (php, left) => {
    const { code, warnings } = importRoutes(`<?php $route['b'] = 'c'; ${php}`);
    expect(code).toContain(`  b: 'c',\n\n  // Left out (routes.php:1): ${left}\n`);
    expect(warnings).toEqual([]);
  });
});

describe('a key that is imported with a warning', () => {
  it.each([
    [
      'a|b',
      "'a|b'",
      'CodeIgniter anchors only the start of the first alternative and the end of the last, waymark both ends of each',
    ],
    [
      'a/(:alpha)',
      "'a/(\\\\:alpha)'",
      "CodeIgniter has (:any) and (:num) alone, so this is matched as the text that it is; write waymark's placeholder if that is what was meant",
    ],
  ])('has the warning next to it: %s', async (key, written, message) => {
    const { code, warnings, table } = await imported(
      `$route['${key}'] = 'x'; Route::any('${key}', 'y'); $route = Route::map($route); $route['${key}'] = 'z';`,
    );
    expect(warnings).toEqual([{ file: 'routes.php', line: 2, message }]);
    expect(code).toContain(`  // routes.php:2: ${message}.\n  ${written}: 'x',\n`);
    expect(Object.values(table)[0]).toBe('z');
  });
});

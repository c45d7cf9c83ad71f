/** Comments, order, and layout of the written file. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/resolve/create-router.ts';
import { importRoutes } from '../../../src/tools/import.ts';
import { imported } from '../../support/imported.ts';

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
    children: () => {
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

  it.each([
    ['a row and a call', "$route['a'] = 'b'; Route::any('x', 'y');", true],
    ['a row whose key is a constant', "$route[X] = 'b'; Route::any('x', 'y');", true],
    ['a setting and a call', "$route['404_override'] = 'b'; Route::any('x', 'y');", false],
    ['rows alone', "$route['a'] = 'b';", false],
    ['calls alone', "Route::any('x', 'y');", false],
    ['a row and a call that is left out', "$route['a'] = 'b'; Route::any('x/', 'y');", false],
    ['a row that is left out and a call', "$route['a/'] = 'b'; Route::any('x', 'y');", false],
  ])('says that rows come before calls if it has both: %s', async (_, php, says) => {
    const { code, table } = await imported(php, { constants: { X: 'a' } });
    const comment = '\n// These rows are tried first, before the routes above.\nexport default';
    expect(code.includes(comment)).toBe(says);
    const keys = Object.keys(table).filter((key) => key === 'a' || key === 'x');
    if (says) expect(keys).toEqual(['a', 'x']);
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
    expect(code).toContain(`
// Left out (routes.php:3): no path has an empty segment.
//   $route['a/'] = 'dead';
// Not imported (routes.php:4): $x is not set in this file.
//   if ($x) {
//       // inside
//       $route['c'] = 'd';
//   }
Route.any('c', 'left to PHP', {}, leftToPhp);

// routes.php:8: 'a' is assigned again; it keeps its place of line 2.
// routes.php:10: 'f' is removed again.
// Not imported (routes.php:10): X is defined elsewhere: import again with --constant X=value.
//   unset($route['f'], $route[X]);

// These rows are tried first, before the routes above.
export default Route.map({
  a: 'e',
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
    const php = "$route[X] = 'x'; foreach ([1, 2, 3] as $i) { $route[X] = $i; } unset($route[X]);";
    const { code } = importRoutes(`<?php ${php}`);
    expect(code.match(/is assigned again/g)).toHaveLength(1);
    const again = '// routes.php:1: this key is assigned again; it keeps its place of line 1.';
    expect(code).toContain(again);
    expect(code).toContain('// routes.php:1: this key is removed again.');
  });

  it('is an empty table if there is nothing', () => {
    const { code, warnings } = importRoutes('<?php // nothing');
    expect(code).toBe(`// Imported from routes.php by waymark.
import { Route } from 'waymark';

// nothing

export default Route.map();
`);
    const message = 'the file defines no routes';
    expect(warnings).toEqual([{ file: 'routes.php', line: 1, message }]);
  });

  it('can not be closed by the text of a comment', async () => {
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

describe('a remark about code that is left out', () => {
  const CALL = "Route.any('x', 'y');\n";

  it.each([
    [
      'a row, with a call after it',
      "$route['a'] = 'b';\n// why\n$route['t/(.*)'] = function () {}; // end\nRoute::any('x', 'y');\n$route['(:any)'] = 'p/$1';",
      `// why\n// Not imported (routes.php:4): its destination is a closure: write the rows that it makes, or a handler with Route.any.\n//   $route['t/(.*)'] = function () {};\nRoute.any('t/(.*)', 'left to PHP', {}, leftToPhp); // end\nRoute.any('(:any)', 'p/$1');\n\n${CALL}`,
      "  a: 'b',\n",
    ],
    [
      'a dead row, with a call after it',
      "$route['a/'] = 'b'; Route::any('x', 'y');",
      CALL,
      "  // Left out (routes.php:2): no path has an empty segment.\n  //   $route['a/'] = 'b';\n",
    ],
    [
      'a row that is there twice, with a call after it',
      "$route['a'] = 'b'; $route['^a'] = 'c'; Route::any('x', 'y');",
      CALL,
      "  a: 'b',\n\n  // Left out (routes.php:2): line 2 has the same pattern.\n  //   $route['^a'] = 'c';\n",
    ],
    [
      'a key that is assigned again, with a call after it',
      "$route['a'] = 'b'; $route['a'] = 'c'; Route::any('x', 'y');",
      CALL,
      "  a: 'c',\n\n  // routes.php:2: 'a' is assigned again; it keeps its place of line 2.\n",
    ],
    [
      'a condition that is about $route, with a call after it',
      "if ($z) { $route['a'] = 'b'; } Route::any('x', 'y');",
      `// Not imported (routes.php:2): $z is not set in this file.\n//   if ($z) { $route['a'] = 'b'; }\nRoute.any('a', 'left to PHP', {}, leftToPhp);\n\n${CALL}`,
      '',
    ],
    [
      'a function that is given $route, with a call after it',
      "ksort($route); Route::any('x', 'y');",
      CALL,
      '  // Not imported (routes.php:2): the result of ksort() is not known here.\n  //   ksort($route);\n',
    ],
    [
      'a call, with a row after it',
      "Route::any('x', 'y');\n// why\nRoute::any($z, 'z'); $route['a'] = 'b';",
      `${CALL}\n// why\n// Not imported (routes.php:4): the pattern is unknown: $z is not set in this file.\n//   Route::any($z, 'z');\n`,
      "  a: 'b',\n",
    ],
    [
      'a dead call, with a row after it',
      "Route::any('x/', 'y'); $route['a'] = 'b';",
      "// Left out (routes.php:2): no path has an empty segment.\n//   Route::any('x/', 'y', …);\n",
      "  a: 'b',\n",
    ],
    [
      'a condition that is about Route, with a row after it',
      "if ($z) { Route::any('x', 'y'); } $route['a'] = 'b';",
      "// Not imported (routes.php:2): $z is not set in this file.\n//   if ($z) { Route::any('x', 'y'); }\nRoute.any('x', 'left to PHP', {}, leftToPhp);\n",
      "  a: 'b',\n",
    ],
    [
      'both, which goes with what is next',
      "if ($z) { Route::any('x', 'y'); $route['z'] = 'z'; } Route::any('x', 'y'); $route['a'] = 'b';",
      `// Not imported (routes.php:2): $z is not set in this file.\n//   if ($z) { Route::any('x', 'y'); $route['z'] = 'z'; }\nRoute.any('z', 'left to PHP', {}, leftToPhp);\nRoute.any('a', 'b');\n\nRoute.any('x', 'left to PHP', {}, leftToPhp);\n${CALL}`,
      '',
    ],
    [
      'a row after Route::map, which comes after the calls',
      "$route['a'] = 'b'; Route::any('x', 'y'); $route = Route::map($route); $route['c'] = $z; $route['d/'] = 'e';",
      `${CALL}\n// Not imported (routes.php:2): $z is not set in this file.\n//   $route['c'] = $z;\nRoute.any('c', 'left to PHP', {}, leftToPhp);\n\n// Left out (routes.php:2): no path has an empty segment.\n//   $route['d/'] = 'e';\n`,
      "  a: 'b',\n",
    ],
  ])('stands if its subject would: %s', (_, php, calls, rows) => {
    const { code } = importRoutes(`<?php\n${php}`);
    const body = code
      .split("waymark';\n\n")[1]
      .replace(/^\/\/ A gateway .*\n.*\n\n/, '')
      .replace(/\/\/ These rows .*\n/, '');
    const table = rows === '' ? '' : `{\n${rows}}`;
    expect(body).toBe(`${calls}\nexport default Route.map(${table});\n`);
  });
});

describe('a dead key', () => {
  it.each([
    ['', 'the empty path is answered by default_controller'],
    ['a/(:any)/', 'no path has an empty segment'],
    ['a$b/(:any)', '$ ends the path'],
    ['a%FF', 'no path has %FF, which is not UTF-8'],
  ])('is left out with a comment that says why, and no warning: %j', (key, why) => {
    const { code, warnings } = importRoutes(`<?php $route['${key}'] = 'x'; $route['b'] = 'c';`);
    const remark = `// Left out (routes.php:1): ${why}.\n  //   $route['${key}'] = 'x';\n`;
    expect(code).toContain(`${remark}  b: 'c',`);
    expect(warnings).toEqual([]);
  });

  it.each([
    ["$route['a']['cli'] = 'x';", 'it is only for the command line', "$route['a']['cli'] = 'x';"],
    ["$route['a'] = array();", 'it has no destination for any method', "$route['a'] = …;"],
    ["$route['^b'] = 'x';", 'line 1 has the same pattern', "$route['^b'] = 'x';"],
  ])('is left out with its former value: %s', (php, why, former) => {
    const { code, warnings } = importRoutes(`<?php $route['b'] = 'c'; ${php}`);
    const left = `  b: 'c',\n\n  // Left out (routes.php:1): ${why}.\n  //   ${former}\n`;
    expect(code).toContain(left);
    expect(warnings).toEqual([]);
  });
});

describe('a key that its reader should look at', () => {
  const ANCHORS =
    'CodeIgniter anchors only the start of the first alternative and the end of the last, waymark both ends of each';
  const PLACEHOLDERS =
    "CodeIgniter has only (:any) and (:num), so this matches literally; write waymark's placeholder if you meant one";

  it.each([
    ['a|b', "'a|b'", ANCHORS, true],
    ['a/(:alpha)', "'a/(\\\\:alpha)'", PLACEHOLDERS, false],
    ['a/{id}', "'a/\\\\{id\\\\}'", PLACEHOLDERS, false],
  ])(
    'has a remark next to it, which is a warning if PHP answers otherwise: %s',
    async (key, written, message, warns) => {
      const { code, warnings, table } = await imported(
        `$route['${key}'] = 'x'; Route::any('${key}', 'y'); $route = Route::map($route); $route['${key}'] = 'z';`,
      );
      expect(warnings).toEqual(warns ? [{ file: 'routes.php', line: 2, message }] : []);
      expect(code).toContain(`  // routes.php:2: ${message}.\n  ${written}: 'x',\n`);
      expect(code.split(message)).toHaveLength(4);
      expect(Object.values(table)[0]).toBe('z');
    },
  );

  it('has none if each alternative is anchored, as waymark does it', async () => {
    const { code, warnings, table } = await imported("$route['^a$|^b/(:num)$'] = 'x/$1';");
    expect(warnings).toEqual([]);
    expect(code).not.toContain('  //');
    const router = createRouter(table);
    expect(router.resolve('GET', '/b/7')).toMatchObject({ destination: 'x/7' });
    expect(router.resolve('GET', '/b/7x').status).toBe('not-found');
  });
});

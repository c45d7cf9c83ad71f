/** Values known only while PHP runs become a comment and a warning. */
import { describe, expect, it } from 'vitest';
import { imported } from '../../support/imported.ts';

const CLOSURE =
  'its destination is a closure: write the rows that it makes, or a handler with Route.any';
const CONSTANT = 'X is defined elsewhere: import again with --constant X=value';
const COUNTED = '++ and -- are supported only for numbers';

describe('a value that is known only when PHP runs', () => {
  it.each([
    ["$route['a'][X] = 'b';", 'waymark has no routes for the method ?'],
    ["$route[$x]['a']['b'] = 'c';", '$x is not set in this file'],
    ["if ($_SERVER['x'] == 'x') $route['a'] = 'b';", '$_SERVER is known only when a request comes'],
    [
      "$db =& DB(); foreach ($db->get('pages')->result() as $row) { $route[$row->slug] = 'pages'; }",
      'the result of a method is known only when the file runs',
    ],
    ["foreach (scandir('a') as $m) $route[$m] = 'x';", 'the result of scandir() is not known here'],
    ["$route['a'] = function ($x) { return 'b'; };", CLOSURE],
    ["$route = ['a' => function () {}];", CLOSURE],
    ["$route = ['a' => ['get' => ['b']]];", 'its destination is an array'],
    ["$route = ['a' => ['get' => function () {}]];", CLOSURE],
    ['$route[\'a\'] = "301\\t/x";', 'waymark would read it as a redirect'],
    ["$route[$slug] = 'a';", '$slug is not set in this file'],
    ["$route['a'] = $to;", '$to is not set in this file'],
    ['$route = load_routes();', 'the result of load_routes() is not known here'],
    ['unset($route[$x]);', '$x is not set in this file'],
    ["$route[$x]['get'] = 'a';", '$x is not set in this file'],
    ["for ($i = 0; $i < $n; $i++) $route[$i] = 'a';", '$n is not set in this file'],
    ["while ($row = next_row()) $route[$row] = 'a';", 'the result of next_row() is not known here'],
    ["$x and $route['a'] = 'b';", '$x is not set in this file'],
    ["$x ? $route['a'] = 'b' : null;", '$x is not set in this file'],
    ['ksort($route);', 'the result of ksort() is not known here'],
    ["$routes->get('a', 'A::b');", 'a route of CodeIgniter 4'],
    ["foreach ('abc' as $x) { $route[$x] = 'y'; }", 'this is not an array'],
    [
      "$route['a'] = 'b'; $route['a']['get'] = 'c';",
      "PHP stops here: an earlier line made this entry a text, which has no methods; add ['get'] to that line",
    ],
    ["$route = 'x'; $route['a'] = 'b';", '$route is not an array here'],
    ["$route['a']['trace'] = 'b';", 'waymark has no routes for the method TRACE'],
    ["$route = ['default_controller' => ['x']];", 'its destination is an array'],
    ["$route[$$x] = 'a';", 'the name of this variable is computed'],
    ["$route[$this->x] = 'a';", 'this value is known only when the file runs'],
    ["$route[A::$$x] = 'a';", 'a property of A is not known here'],
    ["$route[A::b()] = 'a';", 'the result of A::b() is unknown'],
    ["$route[`ls`] = 'a';", 'a command of the shell'],
    ["$route[__CLASS__] = 'a';", 'the value of __CLASS__ is unknown'],
    ["$route = ['a' => 'b', ...$more];", 'an array that is unpacked into another'],
    ["$route = [$x => 'b'];", '$x is not set in this file'],
    ["$a = []; $route[$a['x']] = 'b';", 'the array has no x'],
    ["$a = true; $route[$a['x']] = 'b';", 'this is not an array'],
    ["$a = []; $route[$a[$x]] = 'b';", '$x is not set in this file'],
    ["$route['a' . [1]] = 'b';", 'an array is not a text'],
    ["$i = 'a'; $i++; $route[$i] = 'b';", COUNTED],
    ['$i = null; $i--; $route["a$i"] = \'b\';', COUNTED],
    ['$i = true; $i++; $route["a$i"] = \'b\';', COUNTED],
    ["$i = X; $i++; $route[$i] = 'b';", 'this is not a number'],
    ["$a = ['x']; $b = &$a[0]; $b = 'y'; $route[$a[0]] = 'b';", 'a reference'],
    ["$r = &$route['a']; $r = 'b';", 'a reference'],
    ["foreach ([1] as &$x) $route['a'] = 'b';", 'a reference'],
    ["foreach ($route as &$to) $to = 'b';", 'a reference'],
    ["$a = ['x']; foreach ($a as &$b) $b = 'y'; $route[$a[0]] = 'b';", 'a reference'],
    ["function add(&$r) { $r['a'] = 'b'; } add($route);", 'a reference'],
    [
      "Route::any('a', 'b'); $route = Route::map($route); unset($route['a']);",
      'it may remove routes that Route defined',
    ],
    [
      "$route[strlen('é')] = 'b';",
      'the length of a text in bytes depends on the encoding of the file',
    ],
    ["$route[strlen()] = 'b';", 'strlen() has too few arguments'],
    ["$route[trim('a', 'a..z')] = 'b';", 'these characters to trim are not supported'],
    ["$route[ucfirst(Route::named('x'))] = 'b';", 'the pattern of the route x is not known here'],
    ["$route['a' . function () {}] = 'b';", 'a closure is not a text'],
    ["$route[1 + function () {}] = 'b';", 'this is not a scalar'],
    ["$route[-[]] = 'b';", 'this is not a number'],
    ["$route[1 + X] = 'b';", CONSTANT],
    ["if ('a' < 'b') { $route['a'] = 'b'; }", '< is not supported for this text'],
    ["$route[1 / 0] = 'a';", 'a division by zero'],
    ["$route[1 % 0] = 'a';", 'a division by zero'],
    ["$route[1 <=> 2] = 'a';", 'the operator <=>'],
    ['$route = [1] == [2];', '== of arrays'],
    ["$route[$x . 'a'] = 'b';", '$x is not set in this file'],
    ["$route[1 + $x] = 'b';", '$x is not set in this file'],
    ['$route["a$x"] = \'b\';', '$x is not set in this file'],
    ["$route[!$x] = 'b';", '$x is not set in this file'],
    ["if (X) { $route['a'] = 'b'; }", CONSTANT],
    [
      "if (defined('X')) { $route['a'] = 'b'; }",
      'it is unknown whether X is defined: import again with --constant X=value',
    ],
    [
      "if ($_GET) define('X', 1); define('X', 2); if (defined('X')) { $route['a'] = 'b'; }",
      'X may have another value by then',
    ],
    ["if (function_exists('f')) { $route['a'] = 'b'; }", 'it is unknown whether f() exists'],
    ["if (file_exists('f')) { $route['a'] = 'b'; }", 'it is unknown whether the file exists'],
    ["if (file_exists(X . 'f')) { $route['a'] = 'b'; }", CONSTANT],
    ["if (isset($x)) { $route['a'] = 'b'; }", '$x is not set in this file'],
    ["$a = []; if (isset($a[$x])) { $route['a'] = 'b'; }", '$x is not set in this file'],
    ["if (empty($x)) { $route['a'] = 'b'; }", '$x is not set in this file'],
    ["$route = (array) 'x';", 'a cast to an array'],
    ["function f($x) { return f($x); } $route[f(1)] = 'a';", 'functions call each other endlessly'],
    ["if ($y) { $x = 'a'; include 'b.php'; } $route[$x] = 'b';", '$y is not set in this file'],
    ["foreach ($y as $x) {} $route[$x] = 'b';", '$y is not set in this file'],
    ["if ($y) { $i++; } $route[$i] = 'b';", '$y is not set in this file'],
    ["$i = $y; $i++; $route[$i] = 'b';", '$y is not set in this file'],
    ["list($a) = $y; $route[$a] = 'b';", 'the value for this list is unknown'],
  ])('becomes a comment with its line, and a warning: %s', async (php, why) => {
    const { code, warnings } = await imported(`\n${php}\n$route['z'] = 'z';`);
    const message = `not imported: ${why}`;
    expect(warnings).toContainEqual({ file: 'routes.php', line: 3, message });
    const lines = code.split('\n').map((line) => line.trim());
    expect(lines).toContain(`// Not imported (routes.php:3): ${why}.`);
  });

  it('is silent if it has nothing to do with routes', async () => {
    const { table, warnings } = await imported(`
      require_once BASEPATH . 'database/DB.php';
      $db =& DB(); $x = $_SERVER['a']; $z = $x ? 'a' : 'b'; isset($x) && empty($y);
      $CI->load->helper('url'); session_start(); $config['a']['b'] = 1; $config[$x] = 2; $x->y = 3; unset($config['a'][$x]);
      $route['a'] = 'b';
    `);
    expect(table).toEqual({ a: 'b', default_controller: 'home' });
    expect(warnings).toEqual([]);
  });

  it('is reported once, however often a loop meets it', async () => {
    const { warnings } = await imported("foreach ([1, 2, 3] as $i) { $route[$x] = 'a'; }");
    expect(warnings.filter(({ message }) => message.startsWith('not imported'))).toHaveLength(1);
  });

  it.each([
    ['in a loop', 'while (true) { $i = 1; }', 'routes.php:2'],
    [
      'in a closure',
      "Route::prefix('a', function () { while (true) { $i = 1; } });",
      'routes.php:2',
    ],
    ['in a file that it includes', "include 'x.php';", 'x.php:1'],
    ['in a function that it calls', 'function f() { for (;;) { g(); } } f();', 'routes.php:2'],
  ])('ends a file that does too much: %s', async (_, php, place) => {
    const read = (path: string) => (path === 'x.php' ? '<?php while (true) { $i = 1; }' : null);
    const text = `$route['a'] = 'b'; ${php} $route['c'] = 'd';`;
    const { table, warnings } = await imported(text, { read });
    expect(table).toEqual({ a: 'b', default_controller: 'home' });
    const message = 'not imported from here on: the file takes more than 1,000,000 steps';
    const ends = warnings.map(({ file, line, message }) => `${file}:${line}: ${message}`);
    expect(ends).toEqual([`${place}: ${message}`]);
  });
});

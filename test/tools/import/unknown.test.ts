/** Values known only while PHP runs become a comment and a warning. */
import { describe, expect, it } from 'vitest';
import { imported } from '../../support/imported.ts';

describe('a value that is known only when PHP runs', () => {
  it.each([
    [
      'a method that is a constant',
      "$route['a'][X] = 'b';",
      'waymark has no routes for the method ?',
    ],
    ['an array inside an array', "$route[$x]['a']['b'] = 'c';", '$x is not set in this file'],
    [
      'a request',
      "if ($_SERVER['HTTP_HOST'] == 'x') { $route['a'] = 'b'; }",
      '$_SERVER is known only when a request comes',
    ],
    [
      'a database',
      "$db =& DB(); foreach ($db->get('pages')->result() as $row) { $route[$row->slug] = 'pages'; }",
      'the result of a method is known only when the file runs',
    ],
    [
      'a function',
      "foreach (scandir('modules') as $m) $route[$m] = 'x';",
      'the result of scandir() is not known here',
    ],
    [
      'a closure as destination',
      "$route['a'] = function ($x) { return 'b'; };",
      'its destination is a closure: write the rows that it makes, or a handler with Route.any',
    ],
    [
      'a closure in an array',
      "$route = ['a' => function () {}];",
      'its destination is a closure: write the rows that it makes, or a handler with Route.any',
    ],
    ['an array of arrays', "$route = ['a' => ['get' => ['b']]];", 'its destination is an array'],
    [
      'a closure for a method',
      "$route = ['a' => ['get' => function () {}]];",
      'its destination is a closure: write the rows that it makes, or a handler with Route.any',
    ],
    ['a variable', "$route[$slug] = 'a';", '$slug is not set in this file'],
    ['a destination', "$route['a'] = $to;", '$to is not set in this file'],
    ['all of $route', '$route = load_routes();', 'the result of load_routes() is not known here'],
    ['what is taken out', 'unset($route[$x]);', '$x is not set in this file'],
    ['an array inside', "$route[$x]['get'] = 'a';", '$x is not set in this file'],
    [
      'the condition of a for',
      "for ($i = 0; $i < $n; $i++) $route[$i] = 'a';",
      '$n is not set in this file',
    ],
    [
      'the condition of a while',
      "while ($row = next_row()) { $route[$row] = 'a'; }",
      'the result of next_row() is not known here',
    ],
    ['the left of and', "$x and $route['a'] = 'b';", '$x is not set in this file'],
    ['the test of ?:', "$x ? $route['a'] = 'b' : null;", '$x is not set in this file'],
    [
      'a function that is given $route',
      'ksort($route);',
      'the result of ksort() is not known here',
    ],
    ['a route of CodeIgniter 4', "$routes->get('a', 'A::b');", 'a route of CodeIgniter 4'],
    ['foreach over a text', "foreach ('abc' as $x) { $route[$x] = 'y'; }", 'this is not an array'],
    [
      'a text that is given methods',
      "$route['a'] = 'b'; $route['a']['get'] = 'c';",
      "PHP stops here: an earlier line made this entry a text, which has no methods; add ['get'] to that line",
    ],
    [
      'a $route that is not an array',
      "$route = 'x'; $route['a'] = 'b';",
      '$route is not an array here',
    ],
    [
      'a method that no route has',
      "$route['a']['trace'] = 'b';",
      'waymark has no routes for the method TRACE',
    ],
    ['a setting', "$route = ['default_controller' => ['x']];", 'its destination is an array'],
    [
      'a variable of a name that is computed',
      "$route[$$x] = 'a';",
      'the name of this variable is computed',
    ],
    ['a property', "$route[$this->x] = 'a';", 'this value is known only when the file runs'],
    [
      'a static property with a computed name',
      "$route[A::$$x] = 'a';",
      'a property of A is not known here',
    ],
    ['a method of a class', "$route[A::b()] = 'a';", 'the result of A::b() is unknown'],
    ['a command', "$route[`ls`] = 'a';", 'a command of the shell'],
    [
      'where the file thinks it is',
      "$route[__CLASS__] = 'a';",
      'the value of __CLASS__ is unknown',
    ],
    [
      'an array that is unpacked',
      "$route = ['a' => 'b', ...$more];",
      'an array that is unpacked into another',
    ],
    ['a key of an array', "$route = [$x => 'b'];", '$x is not set in this file'],
    ['an entry that is not there', "$a = []; $route[$a['x']] = 'b';", 'the array has no x'],
    ['an entry of no array', "$a = true; $route[$a['x']] = 'b';", 'this is not an array'],
    ['an entry by an unknown key', "$a = []; $route[$a[$x]] = 'b';", '$x is not set in this file'],
    ['an array as a text', "$route['a' . [1]] = 'b';", 'an array is not a text'],
    [
      'a text that is counted',
      "$i = 'a'; $i++; $route[$i] = 'b';",
      '++ and -- are supported only for numbers',
    ],
    [
      'nothing that is counted down',
      '$i = null; $i--; $route["a$i"] = \'b\';',
      '++ and -- are supported only for numbers',
    ],
    [
      'a boolean that is counted',
      '$i = true; $i++; $route["a$i"] = \'b\';',
      '++ and -- are supported only for numbers',
    ],
    ['a constant that is counted', "$i = X; $i++; $route[$i] = 'b';", 'this is not a number'],
    ['a reference', "$a = ['x']; $b = &$a[0]; $b = 'y'; $route[$a[0]] = 'b';", 'a reference'],
    ['a reference to $route', "$r = &$route['a']; $r = 'b';", 'a reference'],
    [
      'foreach by reference over what has no name',
      "foreach ([1] as &$x) $route['a'] = 'b';",
      'a reference',
    ],
    ['foreach by reference', "foreach ($route as &$to) $to = 'b';", 'a reference'],
    [
      'what foreach changed by reference',
      "$a = ['x']; foreach ($a as &$b) $b = 'y'; $route[$a[0]] = 'b';",
      'a reference',
    ],
    [
      'a function that changes $route',
      "function add(&$r) { $r['a'] = 'b'; } add($route);",
      'a reference',
    ],
    [
      'an entry of Route that is taken out',
      "Route::any('a', 'b'); $route = Route::map($route); unset($route['a']);",
      'it may remove routes that Route defined',
    ],
    [
      'bytes',
      "$route[strlen('é')] = 'b';",
      'the length of a text in bytes depends on the encoding of the file',
    ],
    [
      'a function without its argument',
      "$route[strlen()] = 'b';",
      'strlen() has too few arguments',
    ],
    [
      'a range of characters',
      "$route[trim('a', 'a..z')] = 'b';",
      'these characters to trim are not supported',
    ],
    [
      'the pattern of a named route',
      "$route[strtolower(Route::named('x'))] = 'b';",
      'the pattern of the route x is not known here',
    ],
    ['a closure as a text', "$route['a' . function () {}] = 'b';", 'a closure is not a text'],
    ['a closure as a number', "$route[1 + function () {}] = 'b';", 'this is not a scalar'],
    ['an array as a number', "$route[-[]] = 'b';", 'this is not a number'],
    [
      'arithmetic with a constant',
      "$route[1 + X] = 'b';",
      'X is defined elsewhere: import again with --constant X=value',
    ],
    [
      'a comparison of texts',
      "if ('a' < 'b') { $route['a'] = 'b'; }",
      '< is not supported for this text',
    ],
    ['a division by zero', "$route[1 / 0] = 'a';", 'a division by zero'],
    ['a remainder by zero', "$route[1 % 0] = 'a';", 'a division by zero'],
    ['an operator', "$route[1 <=> 2] = 'a';", 'the operator <=>'],
    ['an operator of arrays', '$route = [1] == [2];', '== of arrays'],
    ['an unknown left side', "$route[$x . 'a'] = 'b';", '$x is not set in this file'],
    ['an unknown right side', "$route[1 + $x] = 'b';", '$x is not set in this file'],
    ['an unknown part', '$route["a$x"] = \'b\';', '$x is not set in this file'],
    ['what is not', "$route[!$x] = 'b';", '$x is not set in this file'],
    [
      'whether a constant is true',
      "if (X) { $route['a'] = 'b'; }",
      'X is defined elsewhere: import again with --constant X=value',
    ],
    [
      'whether a constant is defined',
      "if (defined('X')) { $route['a'] = 'b'; }",
      'it is unknown whether X is defined: import again with --constant X=value',
    ],
    [
      'whether a constant is defined that skipped code may define',
      "if ($_GET) define('X', 1); define('X', 2); if (defined('X')) { $route['a'] = 'b'; }",
      'X may have another value by then',
    ],
    [
      'whether there is a function',
      "if (function_exists('f')) { $route['a'] = 'b'; }",
      'it is unknown whether f() exists',
    ],
    [
      'whether there is a file',
      "if (file_exists('f')) { $route['a'] = 'b'; }",
      'it is unknown whether the file exists',
    ],
    [
      'whether there is a file with a constant in its name',
      "if (file_exists(X . 'f')) { $route['a'] = 'b'; }",
      'X is defined elsewhere: import again with --constant X=value',
    ],
    [
      'whether a variable is set',
      "if (isset($x)) { $route['a'] = 'b'; }",
      '$x is not set in this file',
    ],
    [
      'whether an entry is set',
      "$a = []; if (isset($a[$x])) { $route['a'] = 'b'; }",
      '$x is not set in this file',
    ],
    ['whether it is empty', "if (empty($x)) { $route['a'] = 'b'; }", '$x is not set in this file'],
    ['a cast to an array', "$route = (array) 'x';", 'a cast to an array'],
    [
      'recursion',
      "function f($x) { return f($x); } $route[f(1)] = 'a';",
      'functions call each other endlessly',
    ],
    [
      'what a condition may have changed',
      "if ($y) { $x = 'a'; include 'b.php'; } $route[$x] = 'b';",
      '$y is not set in this file',
    ],
    [
      'an entry of what a loop may have changed',
      "foreach ($y as $x) {} $route[$x] = 'b';",
      '$y is not set in this file',
    ],
    ['what was counted', "if ($y) { $i++; } $route[$i] = 'b';", '$y is not set in this file'],
    [
      'a count of what is unknown',
      "$i = $y; $i++; $route[$i] = 'b';",
      '$y is not set in this file',
    ],
    [
      'what a list is given',
      "list($a) = $y; $route[$a] = 'b';",
      'the value for this list is unknown',
    ],
  ])('becomes a comment with its line, and a warning: %s', async (_, php, why) => {
    const { code, warnings } = await imported(`\n${php}\n$route['z'] = 'z';`);
    expect(warnings).toContainEqual({
      file: 'routes.php',
      line: 3,
      message: `not imported: ${why}`,
    });
    expect(code.split('\n').map((line) => line.trim())).toContain(
      `// Not imported (routes.php:3): ${why}.`,
    );
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
    ['in a closure', "Route::prefix('a', function () { while (true) { $i = 1; } });"],
    ['in a file that it includes', "include 'x.php';"],
    ['in a function that it calls', 'function f() { for (;;) { g(); } } f();'],
  ])('ends a file that does too much: %s', async (_, php) => {
    const read = (path: string) => (path === 'x.php' ? '<?php while (true) { $i = 1; }' : null);
    const { table, warnings } = await imported(`$route['a'] = 'b'; ${php} $route['c'] = 'd';`, {
      read,
    });
    expect(table).toEqual({ a: 'b', default_controller: 'home' });
    expect(warnings.map(({ message }) => message)).toEqual([
      'not imported from here on: the file takes more than 1,000,000 steps',
    ]);
  });

  it('ends a file that runs on', async () => {
    const { table, warnings } = await imported(
      "$route['a'] = 'b'; while (true) { $i = 1; } $route['c'] = 'd';",
    );
    expect(table).toMatchObject({ a: 'b' });
    expect(warnings).toEqual([
      {
        file: 'routes.php',
        line: 2,
        message: 'not imported from here on: the file takes more than 1,000,000 steps',
      },
    ]);
  });
});

/** The written file's table, for each feature of real route files. */
import { describe, expect, it } from 'vitest';
import { imported } from '../../support/imported.ts';

/** Removes the default controller, which Route.map adds to every table without one. */
const withoutHome = ({ default_controller: home, ...table }: Record<string, string>) =>
  Object.entries(home === 'home' ? table : { default_controller: home, ...table });

describe('the table of an imported file', () => {
  it.each<[string, string, [string, string][]]>([
    ['an assignment', "$route['a'] = 'b';", [['a', 'b']]],
    ['double quotes', '$route["a/(:num)"] = "b/$1";', [['a/(:num)', 'b/$1']]],
    [
      'reserved keys',
      "$route['default_controller'] = 'welcome'; $route['404_override'] = ''; $route['translate_uri_dashes'] = TRUE;",
      [
        ['default_controller', 'welcome'],
        ['404_override', ''],
        ['translate_uri_dashes', 'true'],
      ],
    ],
    ['an empty destination', "$route['a'] = '';", [['a', '']]],
    ['false as a destination', "$route['a'] = false;", [['a', '']]],
    ['a number as a destination', "$route['a'] = 7;", [['a', '7']]],
    [
      'verbs, which stand where their key was first assigned',
      "$route['a']['put'] = 'b'; $route['x'] = 'y'; $route['a']['GET'] = 'c';",
      [
        ['PUT a', 'b'],
        ['GET a', 'c'],
        ['x', 'y'],
      ],
    ],
    [
      'an array of verbs, the last of two in any case',
      "$route['a'] = array('get' => 'b', 'post' => 'c', 'GET' => 'd');",
      [
        ['GET a', 'd'],
        ['POST a', 'c'],
      ],
    ],
    ['verbs that a text replaces', "$route['a']['get'] = 'b'; $route['a'] = 'c';", [['a', 'c']]],
    ['a method that has null', "$route['a'] = ['get' => null, 'put' => 'b'];", [['PUT a', 'b']]],
    [
      'integer keys',
      "$route['404'] = 'a'; $route[12] = 'b'; $route[true] = 'c'; $route[3.7] = 'd';",
      [
        ['/404', 'a'],
        ['/12', 'b'],
        ['/1', 'c'],
        ['/3', 'd'],
      ],
    ],
    [
      'keys without a key',
      "$route[] = 'a'; $route[7] = 'b'; $route[] = 'c';",
      [
        ['/0', 'a'],
        ['/7', 'b'],
        ['/8', 'c'],
      ],
    ],
    ['__proto__', "$route['__proto__'] = 'a';", [['__proto__', 'a']]],
    ['a key that starts like a method', "$route['GET x'] = 'a';", [['/GET x', 'a']]],
    ['quotes and backslashes', `$route['it\\'s/(\\d+)'] = 'a\\\\b';`, [["it's/(\\d+)", 'a\\b']]],
    [
      'a later assignment',
      "$route['a'] = 'b'; $route['c'] = 'd'; $route['a'] = 'e';",
      [
        ['a', 'e'],
        ['c', 'd'],
      ],
    ],
    [
      'a second default',
      "$route['default_controller'] = 'a'; $route['default_controller'] = 'b';",
      [['default_controller', 'b']],
    ],
    ['unset', "$route['a'] = 'b'; $route['c'] = 'd'; unset($route['a']);", [['c', 'd']]],
    [
      'unset and again',
      "$route['a'] = 'b'; $route['c'] = 'd'; unset($route['a']); $route['a'] = 'e';",
      [
        ['c', 'd'],
        ['a', 'e'],
      ],
    ],
    ['unset of all', "$route['a'] = 'b'; unset($route); $route['c'] = 'd';", [['c', 'd']]],
    [
      'unset of what is not there',
      "unset($route['a'], $b, $c['d']); $route['c'] = 'd';",
      [['c', 'd']],
    ],
    [
      'an array',
      "$route = array('a' => 'b', 'c' => 'd');",
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'an array in brackets',
      "$route = ['a' => 'b', 'c' => ['put' => 'd']];",
      [
        ['a', 'b'],
        ['PUT c', 'd'],
      ],
    ],
    ['an array that replaces what was', "$route['x'] = 'y'; $route = ['a' => 'b'];", [['a', 'b']]],
    [
      'array_merge',
      "$route['a'] = 'b'; $route = array_merge($route, ['a' => 'c', 'd' => 'e', 'f']);",
      [
        ['a', 'c'],
        ['d', 'e'],
        ['/0', 'f'],
      ],
    ],
    [
      '+ of arrays',
      "$route = ['a' => 'b']; $route += ['a' => 'x', 'c' => 'd'];",
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'foreach',
      "foreach (['en', 'fr'] as $l) { $route[$l] = 'home/' . $l; }",
      [
        ['en', 'home/en'],
        ['fr', 'home/fr'],
      ],
    ],
    [
      'foreach with keys',
      "foreach (array('a' => 'b', 'c' => 'd') as $k => $v): $route[$k] = $v; endforeach;",
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'foreach over what it changes',
      "$route['a'] = 'b'; foreach ($route as $k => $v) { $route['x/' . $k] = $v; }",
      [
        ['a', 'b'],
        ['x/a', 'b'],
      ],
    ],
    [
      'foreach over pairs',
      "foreach ([['a', 'b'], ['c', 'd']] as list($k, $v)) $route[$k] = $v;",
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'break and continue',
      'foreach ([1, 2, 3, 4] as $i) { if ($i == 2) continue; if ($i == 4) break; $route["p$i"] = \'x\'; }',
      [
        ['p1', 'x'],
        ['p3', 'x'],
      ],
    ],
    [
      'for',
      "for ($i = 1, $n = 2; $i <= $n; $i++) $route['p' . $i] = 'p/' . $i;",
      [
        ['p1', 'p/1'],
        ['p2', 'p/2'],
      ],
    ],
    [
      'while',
      '$i = 3; while (--$i > 0) { $route["p{$i}"] = \'x\'; }',
      [
        ['p2', 'x'],
        ['p1', 'x'],
      ],
    ],
    ['a for without end that breaks', "for (;;) { $route['a'] = 'b'; break; }", [['a', 'b']]],
    [
      'if and else',
      "if (1 > 2) { $route['a'] = 'b'; } elseif ('x' === 'x') { $route['c'] = 'd'; } else { $route['e'] = 'f'; }",
      [['c', 'd']],
    ],
    ['if without else', "if (false) { $route['a'] = 'b'; } $route['c'] = 'd';", [['c', 'd']]],
    [
      'constants of the file',
      "define('AREA', 'admin'); const SUB = 'x'; $route[AREA . '/' . SUB] = AREA . '/y';",
      [['admin/x', 'admin/y']],
    ],
    [
      'the guard of every file',
      "defined('BASEPATH') OR exit('No direct script access allowed'); if (!defined('BASEPATH')) exit; $route['a'] = 'b';",
      [['a', 'b']],
    ],
    ['a closure', "$f = function ($x) use (&$route) { $route[$x] = 'y'; }; $f('a');", [['a', 'y']]],
    [
      'a closure that takes a copy',
      "$p = 'a'; $f = function () use ($p) { return $p; }; $p = 'b'; $route[$f()] = 'y';",
      [['a', 'y']],
    ],
    [
      'an arrow function',
      "$p = 'a/'; $f = fn($x) => $p . $x; $route[$f('b')] = 'y';",
      [['a/b', 'y']],
    ],
    [
      'a destination that is another one',
      "$route['default_controller'] = 'a'; $route['b'] = $route['default_controller'];",
      [
        ['default_controller', 'a'],
        ['b', 'a'],
      ],
    ],
    [
      'two assignments in one',
      "$route['a'] = $route['b'] = 'c';",
      [
        ['b', 'c'],
        ['a', 'c'],
      ],
    ],
    [
      'slashes that a quantifier makes optional',
      "$route['a(/(:any))?'] = 'b/$2';",
      [['a(/(:any))?', 'b/$2']],
    ],
    ['anchors', "$route['^(en|fr)/(.+)$'] = '$2';", [['(en|fr)/(.+)', '$2']]],
    ['encoded text', "$route['caf%C3%A9/a%20b/%2f'] = 'x';", [['café/a b/%2F', 'x']]],
    [
      'a pattern that ignores case',
      "$route['(?i)a/([0-9]+)'] = 'x/$1';",
      [['[aA]/([0-9]+)', 'x/$1']],
    ],
    ['a pattern twice in other words', "$route['a'] = 'b'; $route['^a$'] = 'c';", [['a', 'b']]],
  ])('is what PHP makes of it: %s', async (_, php, rows) => {
    const { table, warnings } = await imported(php);
    expect(withoutHome(table)).toEqual(rows);
    expect(warnings).toEqual([]);
  });
});

describe('translate_uri_dashes', () => {
  it.each([
    ['TRUE', true],
    ['true', true],
    ['!FALSE', true],
    ['FALSE', false],
    ['1', false],
    ["'yes'", false],
    ['NULL', false],
    ['array(1)', false],
  ])('is on if CodeIgniter, which compares with TRUE itself, has it on: %s', async (php, on) => {
    const { table } = await imported(`$route['translate_uri_dashes'] = ${php};`);
    expect(table).toMatchObject({ translate_uri_dashes: String(on) });
  });

  it.each([
    ["$route = array('translate_uri_dashes' => $x);", '$x is not set in this file'],
    [
      "$route['translate_uri_dashes'] = DASHES;",
      'DASHES is defined elsewhere: import again with --constant DASHES=value',
    ],
  ])('is left out if it is not known: %s', async (php, why) => {
    const { table, warnings } = await imported(php);
    expect(table).not.toHaveProperty('translate_uri_dashes');
    expect(warnings.map(({ message }) => message)).toContain(`not imported: ${why}`);
  });
});

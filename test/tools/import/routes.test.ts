/** The written file's table, for each feature of real route files. */
import { describe, expect, it } from 'vitest';
import { imported } from '../../support/imported.ts';

/** Removes the default controller, which Route.map adds to every table without one. */
const withoutHome = ({ default_controller: home, ...table }: Record<string, string>) =>
  Object.entries(home === 'home' ? table : { default_controller: home, ...table });

it.each<[string, Record<string, string>]>([
  ["$route['a'] = 'b';", { a: 'b' }],
  ['$route["a/(:num)"] = "b/$1";', { 'a/(:num)': 'b/$1' }],
  [
    "$route['default_controller'] = 'welcome'; $route['404_override'] = ''; $route['translate_uri_dashes'] = TRUE;",
    { default_controller: 'welcome', '404_override': '', translate_uri_dashes: 'true' },
  ],
  ["$route['a'] = 7;", { a: '7' }],
  [
    "$route['a']['put'] = 'b'; $route['x'] = 'y'; $route['a']['GET'] = 'c';",
    { 'PUT a': 'b', 'GET a': 'c', x: 'y' },
  ],
  [
    "$route['a'] = array('get' => 'b', 'post' => 'c', 'GET' => 'd');",
    { 'GET a': 'd', 'POST a': 'c' },
  ],
  ["$route['a']['get'] = 'b'; $route['a'] = 'c';", { a: 'c' }],
  ["$route['a'] = ['get' => null, 'put' => 'b'];", { 'PUT a': 'b' }],
  [
    "$route['404'] = 'a'; $route[12] = 'b'; $route[true] = 'c'; $route[3.7] = 'd';",
    { '/404': 'a', '/12': 'b', '/1': 'c', '/3': 'd' },
  ],
  ["$route[] = 'a'; $route[7] = 'b'; $route[] = 'c';", { '/0': 'a', '/7': 'b', '/8': 'c' }],
  ["$route['__proto__'] = 'a';", { ['__proto__']: 'a' }],
  ["$route['GET x'] = 'a';", { '/GET x': 'a' }],
  [`$route['it\\'s/(\\d+)'] = 'a\\\\b';`, { "it's/(\\d+)": 'a\\b' }],
  ["$route['a'] = 'b'; $route['c'] = 'd'; $route['a'] = 'e';", { a: 'e', c: 'd' }],
  [
    "$route['default_controller'] = 'a'; $route['default_controller'] = 'b';",
    { default_controller: 'b' },
  ],
  ["$route['a'] = 'b'; $route['c'] = 'd'; unset($route['a']);", { c: 'd' }],
  [
    "$route['a'] = 'b'; $route['c'] = 'd'; unset($route['a']); $route['a'] = 'e';",
    { c: 'd', a: 'e' },
  ],
  ["$route['a'] = 'b'; unset($route); $route['c'] = 'd';", { c: 'd' }],
  ["unset($route['a'], $b, $c['d']); $route['c'] = 'd';", { c: 'd' }],
  ["$route = array('a' => 'b', 'c' => 'd');", { a: 'b', c: 'd' }],
  ["$route = ['a' => 'b', 'c' => ['put' => 'd']];", { a: 'b', 'PUT c': 'd' }],
  ["$route['x'] = 'y'; $route = ['a' => 'b'];", { a: 'b' }],
  [
    "$route['a'] = 'b'; $route = array_merge($route, ['a' => 'c', 'd' => 'e', 'f']);",
    { a: 'c', d: 'e', '/0': 'f' },
  ],
  ["$route = ['a' => 'b']; $route += ['a' => 'x', 'c' => 'd'];", { a: 'b', c: 'd' }],
  ["foreach (['en', 'fr'] as $l) $route[$l] = 'home/' . $l;", { en: 'home/en', fr: 'home/fr' }],
  [
    "foreach (array('a' => 'b', 'c' => 'd') as $k => $v): $route[$k] = $v; endforeach;",
    { a: 'b', c: 'd' },
  ],
  [
    "$route['a'] = 'b'; foreach ($route as $k => $v) { $route['x/' . $k] = $v; }",
    { a: 'b', 'x/a': 'b' },
  ],
  ["foreach ([['a', 'b'], ['c', 'd']] as list($k, $v)) $route[$k] = $v;", { a: 'b', c: 'd' }],
  [
    'foreach ([1, 2, 3, 4] as $i) { if ($i == 2) continue; if ($i == 4) break; $route["p$i"] = \'x\'; }',
    { p1: 'x', p3: 'x' },
  ],
  ['for ($i = 1, $n = 2; $i <= $n; $i++) $route["p$i"] = "p/$i";', { p1: 'p/1', p2: 'p/2' }],
  ['$i = 3; while (--$i > 0) { $route["p{$i}"] = \'x\'; }', { p2: 'x', p1: 'x' }],
  ["for (;;) { $route['a'] = 'b'; break; }", { a: 'b' }],
  [
    "if (1 > 2) { $route['a'] = 'b'; } elseif ('x' === 'x') { $route['c'] = 'd'; } else { $route['e'] = 'f'; }",
    { c: 'd' },
  ],
  ["if (false) { $route['a'] = 'b'; } $route['c'] = 'd';", { c: 'd' }],
  [
    "define('AREA', 'admin'); const SUB = 'x'; $route[AREA . '/' . SUB] = AREA . '/y';",
    { 'admin/x': 'admin/y' },
  ],
  [
    "defined('BASEPATH') OR exit('No direct script access allowed'); if (!defined('BASEPATH')) exit; $route['a'] = 'b';",
    { a: 'b' },
  ],
  ["$f = function ($x) use (&$route) { $route[$x] = 'y'; }; $f('a');", { a: 'y' }],
  ["$p = 'a'; $f = function () use ($p) { return $p; }; $p = 'b'; $route[$f()] = 'y';", { a: 'y' }],
  ["$p = 'a/'; $f = fn($x) => $p . $x; $route[$f('b')] = 'y';", { 'a/b': 'y' }],
  [
    "$route['default_controller'] = 'a'; $route['b'] = $route['default_controller'];",
    { default_controller: 'a', b: 'a' },
  ],
  ["$route['a'] = $route['b'] = 'c';", { b: 'c', a: 'c' }],
  ["$route['a(/(:any))?'] = 'b/$2';", { 'a(/(:any))?': 'b/$2' }],
  ["$route['^(en|fr)/(.+)$'] = '$2';", { '(en|fr)/(.+)': '$2' }],
  ["$route['caf%C3%A9/a%20b/%2f'] = 'x';", { 'café/a b/%2F': 'x' }],
  ["$route['(?i)a/([0-9]+)'] = 'x/$1';", { '[aA]/([0-9]+)': 'x/$1' }],
  ["$route['a'] = 'b'; $route['^a$'] = 'c';", { a: 'b' }],
])('the table of an imported file is what PHP makes of it: %s', async (php, rows) => {
  const { table, warnings } = await imported(php);
  expect(withoutHome(table)).toEqual(Object.entries(rows));
  expect(warnings).toEqual([]);
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

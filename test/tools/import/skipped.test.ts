/**
 * Code that isn't run: possible definitions become warnings, and possible changes make values
 * unknown.
 */
import { describe, expect, it } from 'vitest';
import { importRoutes } from '../../../src/tools/import.ts';

/** The messages of an import's warnings. */
const warned = (php: string) =>
  importRoutes(`<?php\n${php}`, { read: () => null }).warnings.map(({ message }) => message);

describe('code that is not run', () => {
  it.each([
    ["$u::get('a', 'b');", 'the class of this method is not known'],
    ["Route::$u('a', 'b');", 'the method of Route is unknown'],
    ["Route::get(from: 'a', to: 'b');", 'named or unpacked arguments'],
    ["$u('a');", 'the function that is called here is not known'],
    ["goto a; $route['a'] = 'b'; a:", 'goto may skip code'],
    ["use Myth\\Route as R; R::get('a', 'b');", 'another name for the class Route'],
    ["(new Route)->get('a', 'b');", 'an object of the class Route'],
    ["Route::$routes['a'] = 'b';", 'a property of the class Route'],
    ['$x = Route::map($u);', '$u is not set in this file'],
    ["class A { function a() { Route::get('a', 'b'); } }", 'the methods of a class'],
    ["new class { function a() { Route::get('a', 'b'); } };", 'the methods of a class'],
    ['extract($u);', 'extract() may assign any variable'],
    ["$$u = ['a' => 'b'];", 'the name of this variable is computed'],
    ['function f() { global $$u; } f();', 'the name of this variable is computed'],
    ["if ($u) return; $route['a'] = 'b';", '$u is not set in this file'],
    ["foreach (['a'] as $x) { if ($u) continue; $route[$x] = 'b'; }", '$u is not set in this file'],
    [
      "foreach (['a'] as $x) { foreach ($u as $y) { break 2; } $route[$x] = 'b'; }",
      '$u is not set in this file',
    ],
    ["$o->f = function () { Route::get('a', 'b'); };", 'a property is given a closure'],
    [
      "function g() { Route::get('a', 'b'); } function h() { g(); } if ($u) h();",
      '$u is not set in this file',
    ],
    ["$f = function () { Route::get('a', 'b'); }; if ($u) $f();", '$u is not set in this file'],
    ['if ($u) $v();', '$u is not set in this file'],
    ["if ($u) { $routes->get('a', 'b'); }", '$u is not set in this file'],
    ['if ($u) { extract($v); }', '$u is not set in this file'],
    ['if ($u) { $$v = 1; }', '$u is not set in this file'],
    ["if ($u) { ($v['x'])(); }", '$u is not set in this file'],
    ["if ($u) { goto a; } $route['a'] = 'b'; a: ;", '$u is not set in this file'],
    ["['Route']();", 'the method of Route is unknown'],
    ["eval('1;');", 'this value is known only when the file runs'],
    ["function g() { yield Route::get('a', 'b'); } g();", 'a generator'],
  ])('is a warning: %s', (php, why) => expect(warned(php)).toContain(`not imported: ${why}`));

  it.each([
    ['an assignment', "if ($u) $v = 'b';"],
    ['an argument', 'sort($v);'],
    ['an argument of what is not run', 'if ($u) { sort($v); }'],
    ['an argument of a closure', 'if ($u) { $f($v); }'],
    ['an argument whose name is computed', "$n = 'v'; sort($$n);"],
    ['a new object', 'if ($u) new A($v);'],
    ['a reference', '$w = [&$v];'],
    ['a reference that is not run', 'if ($u) { $w = &$v; }'],
    ['an entry of a list', 'if ($u) { [$v] = [1]; }'],
    ['a reference in a list', '[&$v] = $w;'],
    ['foreach', 'if ($u) { foreach ($w as $v) {} }'],
    ['foreach by reference', 'if ($u) { foreach ($v as &$w) {} }'],
    ['catch', 'if ($u) { try { f(); } catch (E $v) {} }'],
    ['a try that may throw', 'try { f(); } catch (E $e) { $v = 1; }'],
    ['unset', 'if ($u) unset($v);'],
    ['a static variable', 'static $v = 1;'],
    ['a counter', 'if ($u) $v++;'],
    ['an entry of a text', "$v[0] = 'x';"],
    ['extract', 'extract([]);'],
    ['a function that is called', 'function f() { global $v; $v = 1; } if ($u) f();'],
    ['a closure that is called', '$f = function () use (&$v) { $v = 1; }; if ($u) $f();'],
    ['a closure that is given away', 'f(function () use (&$v) { $v = 1; });'],
    ['a missing value', '$w = $u; $w ??= 1; $v = $w;'],
    ['an entry by an unknown key', "$v = ['a']; $v[$u] = 'b'; $v = $v[0];"],
    ['an entry that is taken out', "$v = ['a']; unset($v[$u]); $v = $v[0];"],
    ['a function that returns early', "function f() { if ($u) return 'a'; return 'b'; } $v = f();"],
  ])('makes a variable unknown that it may change: %s', (_, php) => {
    expect(warned(`$v = 'a'; ${php}\n$route["k$v"] = 'b';`).join('\n')).toContain('not imported: ');
  });

  it.each([
    ['a constant', "if ($u) define('A', 'x'); define('A', 'y'); $route[A] = 'b';"],
    ['a constant of a computed name', "const A = 'y'; if ($u) define($v, 'x'); $route[A] = 'b';"],
    ['whether there is one', "if ($u) define('A', 'x'); if (defined('A')) $route['a'] = 'b';"],
    ['a number beyond what JavaScript holds', "$route[9007199254740991 + 1] = 'a';"],
    ['a number that is written', "$route['a' . 9007199254740993] = 'a';"],
    ['a key beyond what JavaScript holds', "$route[1.5 * 9000000000000001] = 'a';"],
    ['a whole number that is no integer', "$route[0.5 + 0.5 === 1 ? 'a' : 'b'] = 'a';"],
    ['a fraction that is whole', "$route[1.0 === 1 ? 'a' : 'b'] = 'a';"],
    ['a cast that is whole', "$route[(float) '2' === 2 ? 'a' : 'b'] = 'a';"],
    ['a very small number', "$route['a' . 0.0000001] = 'a';"],
    ['a cast to an integer', "$route['a' . (int) '99999999999999999999'] = 'a';"],
    ['a cast to an object', "$route['a' . (object) 5] = 'a';"],
    ['a key of a text', "$route[-'99999999999999999999'] = 'a';"],
    ['a constant of a class that is computed', "$route['a' . $c::B] = 'a';"],
    ['minus', "$route['a' . -$u] = 'a';"],
    ['a cast', "$route['a' . (int) $u] = 'a';"],
    ['an array in an unknown one', "$a['x'] = $u; $a['x']['y'] = 'b'; $route[$a['x']['y']] = 'a';"],
    ['a method that is computed', "$route['a' . A::$u()] = 'a';"],
    ['bits', "$route['a' . ~5] = 'a';"],
    ['a comparison with null', "$route['a' . (null < -1)] = 'a';"],
    ['the minus of a text', "$route['a' . -'b'] = 'a';"],
    ['a negative repetition', "$route['a' . str_repeat('b', -1)] = 'a';"],
    ['a part from no number', "$route['a' . substr('b', 'x')] = 'a';"],
    ['an instance', "$route['a' . ($u instanceof A)] = 'a';"],
    ['an instance of what is computed', "$route['a' . ($u instanceof $v)] = 'a';"],
    ['an arm that is not known', "$route[match(1) { $u => 'a', default => 'b' }] = 'a';"],
    ['a match that is not known', "$route[match($u) { 1 => 'a', default => 'b' }] = 'a';"],
    ['a method of a text', "$f = 'A::b'; $route[$f()] = 'x';"],
    ['a method of an array', "$f = ['A', 'b']; $route[$f()] = 'x';"],
  ])('is not guessed: %s', (_, php) => expect(warned(php).join('\n')).toContain('not imported: '));

  it.each([
    ['a second value of a constant', "const A = 'x'; const A = 'c'; $route[A] = 'd';"],
    ['the end of the code', '__halt_compiler(); $route'],
  ])('is the code that PHP does not reach: %s', (_, php) => {
    const { code, warnings } = importRoutes(`<?php $route['a'] = 'b'; ${php}`);
    expect(code).not.toContain("c: 'd'");
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      "namespace A; const B = 'a'; namespace C; const B = 'c'; $route[\\A\\B . \\C\\B] = 'd';",
      'a second namespace in one file',
    ],
    [
      "namespace A; function f() { global $route; $route['k'] = 'v'; } use function A\\f as g; g();",
      'another name for a function or a constant',
    ],
    ["use A\\{function f as g}; $route[g()] = 'd';", 'another name for a function or a constant'],
    [
      "namespace A; function strtolower($s) { return 's'; } $route[\\strtolower('C')] = 'd';",
      'the name of this function is that of another in its namespace',
    ],
  ])('leaves a warning if names of two namespaces may be the same: %s', (php, why) => {
    expect(warned(php)).toContain(`not imported: ${why}`);
  });

  it.each([
    ['appended', "$a = [-5 => 'x']; $a[] = 'y'; foreach ($a as $k => $v) $route[\"k$k\"] = $v;"],
    ['in a literal', "foreach ([-5 => 'x', 'y'] as $k => $v) $route[\"k$k\"] = $v;"],
    [
      'an inner array',
      "$a = [-5 => []]; $a[]['z'] = 'y'; foreach ($a as $k => $v) $route[\"k$k\"] = 'v';",
    ],
    [
      'in a copy',
      "$a = [-5 => 'x']; $b = $a; $b[] = 'y'; foreach ($b as $k => $v) $route[\"k$k\"] = $v;",
    ],
  ])(
    'leaves a warning for a key after a negative one, which versions of PHP count differently: %s',
    (_, php) => {
      expect(warned(php).join()).toContain('the key after a negative one depends on the version');
    },
  );

  it('appends after a negative key if another key decides the next', () => {
    const php = "foreach ([-5 => 'x', 3 => 'z', 'y'] as $k => $v) $route[\"k$k\"] = $v;";
    expect(warned(php)).toEqual([]);
    expect(importRoutes(`<?php ${php}`).code).toContain("k4: 'y'");
  });

  it.each([
    "namespace A; $route['a'] = 'b';",
    "namespace { $route['a'] = 'b'; }",
    "namespace { $route['a'] = 'b'; } namespace { $route['c'] = 'd'; }",
    "namespace { function f() { return 'a'; } $route[\\f()] = 'b'; }",
    "namespace A; $route[\\strtolower('C')] = 'd';",
    "function strtolower2($s) { return 's'; } $route[\\strtolower2('C')] = 'd';",
  ])('is silent about one namespace: %s', (php) => expect(warned(php)).toEqual([]));

  it.each([
    'use A\\B as C; use Myth\\Route; ?>html<?php a: ;',
    '$o->a = 1; A::$b = 2; $GLOBALS["x"] = 3; $f = strtolower(...); $o?->m($u); $n = null; $n?->m(); $n?->p;',
  ])('is silent if it has nothing to do with routes: %s', (php) => {
    expect(warned(`$route['a'] = 'b'; ${php}`)).toEqual([]);
  });

  it('keeps the comments of its file in place, and never puts one behind spaces on a new line', () => {
    const { code } = importRoutes("<?php $route['a'] = 'b';\n  // own line\n$route['c'] = 'd';");
    expect(code).toContain("  a: 'b',\n\n  // own line\n  c: 'd',\n");
  });
});

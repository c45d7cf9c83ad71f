/** What the importer doesn't know is a warning. The expectations are PHP 8.2's. */
import { describe, expect, it } from 'vitest';
import { importRoutes } from '../../../src/tools/import.ts';

function imported(php: string, options = {}) {
  const { code, warnings } = importRoutes(`<?php ${php}`, options);
  return { code, warnings: warnings.map(({ message }) => message) };
}

describe('code that the importer does not run', () => {
  it.each([
    ['switch', "switch (1) { case 1: $x = 'b'; }"],
    ['match', "$x = match (1) { 1 => 'b' };"],
    ['try', "try { $x = 'b'; } catch (E $e) {}"],
    ['do', "do { $x = 'b'; } while (false);"],
    ['a reference', "$y =& $x; $y = 'b';"],
    ['a reference in foreach', 'foreach ($list as &$x) {}'],
    ['a reference in an array', "$y = [&$x]; $y[0] = 'b';"],
    ['a reference in a list', '[&$x] = $list;'],
    ['a parameter by reference', "function f(&$a) { $a = 'b'; } f($x);"],
    ['a reference from a function', "function &f() { return 'b'; } $x = &f();"],
    ['a condition', "if ($_GET) $x = 'b';"],
    ['a part of a condition', "$_GET and $x = 'b';"],
    ['a closure for an unknown function', "f(function () use (&$x) { $x = 'b'; });"],
    ['a generator', 'function g() { yield 1; } g();'],
    ['and, or and xor without brackets', '$x = true and false or true;'],
    ['a word in the last operand', "$_GET ? 1 : 2 or $x = 'b';"],
    ['words of two kinds', "true or false and $x = 'b';"],
  ])('is a warning, and leaves unknown what it may change: %s', (_, php) => {
    const { code, warnings } = imported(`$x = 'a'; $list = ['c']; ${php} $route['k' . $x] = 'y';`);
    expect(code).not.toMatch(/^ {2}k/m);
    expect(warnings.length).toBeGreaterThan(1);
  });

  it('leaves variables unknown that only it may set', () => {
    const php = "if ($_GET) $x = ['a']; $x[] = 'b'; foreach ($x as $y) $route[$y] = 'y';";
    expect(imported(php).code).not.toContain("b: 'y'");
  });

  it('leaves the variables of every caller unknown', () => {
    const php = `$x = 'a'; $f = function () use (&$x) { $x = 'b'; };
      function g($f) { $y = 1; if ($_GET) $f(); } g($f); $route[$x] = 'y';`;
    expect(imported(php).code).not.toContain("a: 'y'");
  });

  it('has no effect on a local variable of the same name as the routes', () => {
    const php =
      "function f() { $route = ['a' => 'b']; if ($_GET) $route = []; return $route; } $route = f();";
    expect(imported(php).code).not.toContain("a: 'b'");
  });

  it.each([
    ["$x = $_GET ? strtolower('A') : 'b';"],
    ["$x = isset($_GET['a']) && empty($y['b']) && \"$x\" === (string) A::B;"],
    ["$x = $_GET['a'] ?? fn() => $y = 1;"],
    ["$CI =& get_instance(); $CI->load->helper('url');"],
    ["defined('A') OR define('A', 'b');"],
    ["function_exists('f') OR f(); function f() {}"],
  ])('is no warning if it can only read, or is known: %s', (php) => {
    expect(imported(`${php} $route['a'] = 'b';`).warnings).toEqual([]);
  });
});

describe('an end of the script', () => {
  const STOPS = 'not imported from here on: PHP stops here';
  const UNKNOWN = 'not imported: $_GET is known only when a request comes';

  it.each([
    ['exit', 'exit;', STOPS],
    ['exit with a text', "exit('no');", STOPS],
    ['what is thrown', 'throw new E;', STOPS],
    ['behind a condition', 'false or exit;', STOPS],
    ['in a function', 'function f() { exit; } f();', STOPS],
    ['behind an unknown condition', '$_GET or exit;', UNKNOWN],
    ['in an unknown if', 'if ($_GET) return;', UNKNOWN],
  ])('is a warning: %s', (_, php, why) => {
    const { code, warnings } = imported(`$route['a'] = 'b'; ${php} $route['c'] = 'd';`);
    expect(warnings).toContain(why);
    expect(code.includes("c: 'd'")).toBe(!why.includes('from here on'));
  });
});

describe('a global variable, in a file that CodeIgniter includes inside a method', () => {
  const GLOBAL =
    'CodeIgniter includes this file inside a method, so a global variable is none of its own';

  it.each([
    ['a row', "function add($a, $b) { global $route; $route[$a] = $b; } add('a', 'x');"],
    ['a text', 'function f() { global $prefix; return "{$prefix}a"; } $route[f()] = \'x\';'],
    ['an entry of $GLOBALS', "$GLOBALS['route']['a'] = 'x';"],
    ['$GLOBALS in an argument', "array_unshift($GLOBALS['route'], 'a');"],
    ['the routes themselves', 'global $route;'],
    ['another variable', "$prefix = 'a'; global $prefix; $route[$prefix] = 'x';"],
  ])('is unknown: %s', (_, php) => {
    const { code, warnings } = imported(php);
    expect(warnings).toContain(`not imported: ${GLOBAL}`);
    expect(code).not.toContain("a: 'x'");
  });
});

describe('an array', () => {
  it.each([
    ["'7'", '7'],
    ["'-7'", '-7'],
    ["'0'", '0'],
    ["'07'", "'07'"],
    ["'-0'", "'-0'"],
    ["'7.0'", "'7.0'"],
  ])('has an integer for a text that PHP would write for one: %s', (key, same) => {
    const php = `foreach ([${key} => 1] as $k => $v) if ($k === ${same}) $route['a'] = 'b';`;
    expect(imported(php)).toEqual({ code: expect.stringContaining("a: 'b'"), warnings: [] });
  });

  it('has an unknown key for a text that is a larger integer', () => {
    const php = "$x = ['9007199254740993' => 'a']; $route[$x] = 'b';";
    expect(imported(php).warnings).toContain('not imported: a number that is too large for a key');
  });
});

it.each([
  ['str_replace', "$c = 'a'; $x = str_replace('a', 'b', 'aa', $c);"],
  ['preg_replace', "$c = 'a'; preg_replace('/a/', 'b', 'a', -1, $c);"],
  ['is_callable', "$c = 'a'; is_callable('f', true, $c);"],
  ['array_walk', "$c = ['a']; array_walk($c, 'f'); $c = $c[0];"],
])('an argument that PHP may change is unknown afterwards: %s', (_, php) => {
  const { code, warnings } = imported(`${php} $route["k$c"] = 'b';`);
  expect(code).not.toMatch(/^ {2}k/m);
  expect(warnings[0]).toMatch(/^not imported: the result of \w+\(\) is not known here$/);
});

it.each(['is_cli()', "php_sapi_name() === 'cli'", "defined('STDIN')"])(
  'the command line does not read the route file: %s',
  (test) => {
    const { code, warnings } = imported(`if (${test}) { $route['a'] = 'b'; } $route['c'] = 'd';`);
    expect(code).toContain("c: 'd'");
    expect(code).not.toContain("a: 'b'");
    expect(warnings).toEqual([]);
  },
);

it.each(['./', './/', 'app/', '/srv/app/'])(
  'reads an included file below APPPATH, whose path has two slashes: %s',
  (application) => {
    const included: string[] = [];
    const read = (path: string) => {
      included.push(path);
      return path.endsWith('extra.php') ? "<?php $route['a'] = 'b';" : null;
    };
    const { code } = imported("include APPPATH . '/config/extra.php';", { application, read });
    expect(code).toContain("a: 'b'");
    expect(included.at(-1)).toBe(`${application.replace(/^\.\/+/, '')}config/extra.php`);
  },
);

it('lists a folder below APPPATH, whose path has two slashes', () => {
  const list = (path: string) =>
    path === 'config/routes' ? [{ name: 'a.php', isFolder: false }] : null;
  const read = () => "<?php $route['a'] = 'b';";
  const php = "foreach (glob(APPPATH . '/config/routes/*.php') as $file) require $file;";
  expect(imported(php, { application: './', list, read }).code).toContain("a: 'b'");
});

it.each([
  ['trim("\\x0Ba\\x0B")', 'a'],
  ["substr('abc', 1, -5)", ''],
  ["substr('abc', 0, -1)", 'ab'],
])('calls a function as PHP does: %s', (php, value) => {
  expect(imported(`$route['k'] = 'x' . ${php};`).code).toContain(`k: 'x${value}'`);
});

it('passes more than ten unpacked arguments in order', () => {
  const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
  const { code } = imported(`Route::block(...['${names.join("', '")}']);`);
  expect(code).toContain(`Route.block('${names.join("', '")}');`);
});

it('writes no instruction to TypeScript, in any case', () => {
  expect(imported("// @TS-nocheck\n$route['a'] = 'b';").code).not.toMatch(/^\s*\/\/\s*@ts-/im);
});

it('moves a row once, before a pattern with several methods', () => {
  const php = "$route['(:any)'] = ['get' => 'a', 'post' => 'b']; $route['login'] = 'c';";
  expect(imported(php, { ci2: true }).code.split("login: 'c'")).toHaveLength(2);
});

/** Results of PHP's expressions, as far as the file tells. */
import { describe, expect, it } from 'vitest';
import { imported } from '../../support/imported.ts';

/** An expression, and its result in PHP. */
const EXPRESSIONS: [expression: string, text: string][] = [
  ["strtolower('AÉ') . strtoupper('aé') . ucfirst('éa')", 'aÉAééa'],
  ["trim('--a-b--', '-') . ltrim('//a/', '/') . rtrim('a//', '/') . trim('a', '')", 'a-ba/aa'],
  ['rawurlencode("a b~!*()\'")', 'a%20b~%21%2A%28%29%27'],
  ["dirname('/a') . dirname('a/b/') . dirname('a') . dirname('a/b/c') . dirname('')", '/a.a/b'],
  ["dirname('a//b//') . dirname('/') . dirname('//a') . basename('//') . basename('a//')", 'a//a'],
  ["basename('a/b/') . basename('x.php', '.php') . basename('.php', '.php')", 'bx.php'],
  ["1 / 3 . '/' . 0.1 . '/' . 7.9 % 3 . '/' . 7 % 2.5", '0.33333333333333/0.1/1/1'],
  ["'a' . 'b' . 1 . 2.5 . true . null", 'ab12.51'],
  ['"a\\t\\x41\\101\\u{e9}\\$x"', 'a\tAAé$x'],
  ["<<<'X'\na $b\nX", 'a $b'],
  ['<<<X\na {$t} b\nX', 'a text b'],
  ['"$t {$a[\'k\']} $a[k] ${t}"', 'text v v text'],
  ['1 + 2 * 3 - 4 / 2', '5'],
  ['7 % 4', '3'],
  ['1_000 + 0x1E3 + 017 + 0b11', '1501'],
  ['"$l[0] $l[-1] $l[$z]"', 'p m p'],
  ["'3' + '4'", '7'],
  ['-5', '-5'],
  ['+5', '5'],
  ['true + null', '1'],
  ["1 < 2 ? 'a' : 'b'", 'a'],
  ["2 <= 1 ? 'a' : 'b'", 'b'],
  ["2 > 1 ? 'a' : 'b'", 'a'],
  ["1 >= 2 ? 'a' : 'b'", 'b'],
  ["'x' ?: 'y'", 'x'],
  ["'' ?: 'y'", 'y'],
  ["'0' ?: 'y'", 'y'],
  ["$a['none'] ?? 'y'", 'y'],
  ["$a['k'] ?? 'y'", 'v'],
  ["$a['deep']['er'] ?? 'y'", 'x'],
  ["$t['x']['y'] ?? 'z'", 'z'],
  ["isset($a['k']) ? 'a' : 'b'", 'a'],
  ["isset($a['k'], $a['x']) ? 'a' : 'b'", 'b'],
  ["isset($nothing) ? 'a' : 'b'", 'b'],
  ["empty($a['x']) ? 'a' : 'b'", 'a'],
  ["empty($a['k']) ? 'a' : 'b'", 'b'],
  ["empty($a) ? 'a' : 'b'", 'b'],
  ["empty([]) ? 'a' : 'b'", 'a'],
  ["!$f ? 'a' : 'b'", 'b'],
  ["($a ? 'a' : 'b') . ([] ? 'a' : 'b')", 'ab'],
  ["($nothing ? 'a' : 'b') . $nothing", 'b'],
  ["'8 apples' === '8' ? 'a' : (int) 'apples'", '0'],
  ["true && $t ? 'a' : 'b'", 'a'],
  ["false || $nothing ? 'a' : 'b'", 'b'],
  ["null == true ? 'a' : 'b'", 'b'],
  ["true == 'x' ? 'a' : 'b'", 'a'],
  ["null == 0 ? 'a' : 'b'", 'a'],
  ['6 / 4', '1.5'],

  ["'1' == '01' ? 'a' : 'b'", 'a'],
  ["'a' == 0 ? 'a' : 'b'", 'b'],
  ["'a' != 'b' ? 'a' : 'b'", 'a'],
  ["'a' <> 'a' ? 'a' : 'b'", 'b'],
  ["'1' === 1 ? 'a' : 'b'", 'b'],
  ["'1' !== 1 ? 'a' : 'b'", 'a'],
  ["null == false ? 'a' : 'b'", 'a'],
  ["null == '' ? 'a' : 'b'", 'a'],
  ["'' == null ? 'a' : 'b'", 'a'],
  ["'x' == true ? 'a' : 'b'", 'a'],
  ["true xor true ? 'a' : 'b'", '1'],
  ["(true xor true) ? 'a' : 'b'", 'b'],
  ["true && false || true ? 'a' : 'b'", 'a'],
  ["(false and true) ? 'a' : 'b'", 'b'],
  ["(false or true) ? 'a' : 'b'", 'a'],
  [
    "(string) 7 . (int) '8x' . (float) '1.5' . (bool) 'x' . (boolean) '' . (integer) 2.9",
    '781.512',
  ],
  ["implode('/', (array) ['a', 'b'])", 'a/b'],
  ["@strtoupper('a')", 'A'],
  ["\\strtolower('AB')", 'ab'],
  ["ucfirst('ab')", 'Ab'],
  ["strlen('abc')", '3'],
  [
    "substr('abcdef', 1, 3) . substr('abc', -2) . substr('abc', 1) . substr('abcdef', 1, -2)",
    'bcdbcbcbcd',
  ],
  ["substr('abc', -9, 1) . substr('abc', 2, -5)", 'a'],
  ["trim(' a ') . trim('/a/', '/') . ltrim('//a/', '/') . rtrim('/a-/', '/-')", 'aaa//a'],
  ["str_repeat('ab', 3)", 'ababab'],
  [
    "dirname('a/b/c') . dirname('a') . basename('a/b.php', '.php') . basename('b.php') . basename('.php', 'x')",
    'a/b.bb.php.php',
  ],
  ["both('a') . both('a', null) . both(null, 'b') . nullable(null) . nullable()", 'adab'],
  ["str_replace('a', '$&', 'bab')", 'b$&b'],
  ["str_replace('', 'x', 'a')", 'a'],
  ['count($a)', '2'],
  ["implode(',', array_keys($a)) ", 'k,deep'],
  ["implode(['a', 'b'])", 'ab'],
  ["implode(',', explode('/', 'a/b'))", 'a,b'],
  ["implode(',', range(3, 1)) . implode(range('a', 'c'))", '3,2,1abc'],
  ["implode(',', array_merge(['a'], ['5' => 'b', 'k' => 'c'], ['k' => 'd']))", 'a,b,d'],
  ['count(array_merge())', '0'],
  ["array_key_exists('k', $a) ? 'a' : 'b'", 'a'],
  ["$t[0] . $t[-1] . ($t[9] ?? 'z')", 'ttz'],
  ["$t[9] . 'a'", 'a'],
  ['$c(1) . $n(2)', '1x2text'],
  ['$i++ . $i . ++$i . $i-- . --$i', '56775'],
  ['constant(\'PHP_EOL\') === "\\n" ? \\TRUE : \\NULL', '1'],
  ["\\FALSE . 'a' . \\NULL", 'a'],
  ["function_exists('twice') ? twice('ab') : ''", 'abab'],
  ["defined('Q') ? Q : ''", 'q'],
  ["twice(...)('ab') . $c(...)('a')", 'ababax'],
  ["((true or false) and true) ? 'a' : 'b'", 'a'],
];

const SETUP = `
function twice($x) { if (true) { return $x . $x; } return 'no'; }
function both($x, $y = 'd') { return $x . $y; }
function nullable(string $x = null) { return $x; }
const Q = 'q'; define('R', 1);
$t = 'text'; $a = ['k' => 'v', 'deep' => ['er' => 'x']]; $f = function () {}; $i = 5; $z = 0; $l = ['p', -1 => 'm']; $nothing = null;
$c = function ($x, $y = 'x') { return $x . $y; };
$n = fn($x) => $x . $t;
`;

describe('an expression', () => {
  it.each(EXPRESSIONS)('has the value that PHP gives it: %s', async (expression, text) => {
    expect((await imported(`${SETUP} $route['a'] = ${expression};`)).table.a).toBe(text);
  });

  it.each<[string, Record<string, string>]>([
    [
      "list('x' => $x, 'n' => $n) = ['x' => 'a']; list(, $y) = ['p', 'b']; [$z] = ['c']; foreach ([['d', 'e']] as [, $q]) $y .= $q; $route[$x] = $y . $z;",
      { a: 'bec' },
    ],
    ["$x = null; $x ??= 'a'; $x ??= 'b'; $route[$x] = 'c';", { a: 'c' }],
    ["$x = 'a'; $x .= 'b'; $n = 3; $n -= 1; $route[$x] = $n;", { ab: '2' }],
    [
      "$x['a']['b'] = 'c'; $x['a']['d'] = 'e'; $x[][] = 'f'; unset($x['a']['d']); foreach ($x['a'] as $k => $v) $route[$k] = $v;",
      { b: 'c' },
    ],
    [
      "$x = ['a' => 'b']; $y = $x; $y['a'] = 'c'; foreach ($x as $k => $v) $route[$k] = $v;",
      { a: 'b' },
    ],
    ["function f($x) { $x['a'] = 'c'; } $x = ['a' => 'b']; f($x); $route = $x;", { a: 'b' }],
    [
      "$x = 'a'; $f = function ($y) use ($x) { $x .= $y; return $x; }; $g = fn($y) => $x .= $y; $route[$f('b') . $f('c')] = $g('d') . $g('e') . $x;",
      { abac: 'adaea' },
    ],
    [
      "$x = 'a'; $f = function ($y) use (&$x) { return $x .= $y; }; $route[$f('b') . $f('c')] = $x;",
      { ababc: 'abc' },
    ],
    ["for ($i = 0; $i < 3; $i++); $route[$i] = 'a';", { '/3': 'a' }],
    [
      "namespace App { { $route['a'] = 'b'; } declare(ticks=1) { $route['c'] = 'd'; } }",
      { a: 'b', c: 'd' },
    ],
    ["function f() { return; } $route['a' . f()] = 'b';", { a: 'b' }],
    [
      "function f() { foreach (['a', 'b'] as $x) { return $x; } return 'c'; } $route[f()] = 'd';",
      { a: 'd' },
    ],
    ["for ($i = 1; $i < 3; $i++) { $route[$i] = 'a'; return; } $route['b'] = 'c';", { '/1': 'a' }],
    ["foreach ([1, 2] as $i) { $route[$i] = 'a'; exit; }", { '/1': 'a' }],
    ["if ('x' . Y) { $route['a'] = 'b'; }", { a: 'b' }],
    [
      "$n = 'x'; $$n = 'y'; $x['a'] = 'b'; $this->y['a'] = 'b'; list($z['q']) = ['c']; $route['a'] = $z['q'];",
      { a: 'c' },
    ],
    ["$i = null; $i++; unset($i['x']); $route[$i] = 'b';", { '/1': 'b' }],
    [
      "$x['l'][]['m'] = 'a'; $x['l'][]['m'] = 'b'; foreach ($x['l'] as $k => $v) $route[$v['m']] = $k;",
      { a: '0', b: '1' },
    ],
    ['$i = null; $i++; $route["a$i"] = \'b\';', { a1: 'b' }],
    [
      "foreach (['a', 'b', 'c'] as $x) { foreach ([1, 2] as $y) { if ($x == 'a') continue 2; if ($x == 'c') break 2; $route[$x] = 'b'; } $route[\"$x-end\"] = 'b'; }",
      { b: 'b', 'b-end': 'b' },
    ],
  ])('computes its value from its operands: %s', async (php, rows) => {
    const { table } = await imported(php);
    expect(Object.entries(table)).toEqual([
      ...Object.entries(rows),
      ['default_controller', 'home'],
    ]);
  });

  it.each([
    "array_keys(['a'], 'a')[0]",
    "explode('', 'a')",
    "explode(',', X)",
    'range(1, 1e9)',
    'range([], 1)',
    'count(7)',
    'array_merge(7)',
    "array_key_exists('a', 7)",
    'array_key_exists([], [1])',
    'implode(7)',
    "implode(',', [[]])",
    'implode(X, [1])',
    'strtolower(X)',
    'strtolower([])',
    'strtolower($none)',
    '(int) []',
    'X - 1',
    '-X',
    '(int) X',
    '[] + 1',
    "$f['x']",
    "define('D', $none) . $none",
    'defined($none)',
    '$i($i)',
    '$c()',
    "${'t'} . $$none",
    '$none ? 1 : 2',
    '$t[$none]',
    "$t['k']",
    "isset($a['k'], $none) ? 1 : 2",
    'isset($a[$none]) ? 1 : 2',
    'constant($none)',
    "file_exists('x')",
    'file_exists($a)',
    '$a[]',
    '$f . 1',
    'empty(X) ? 1 : 2',
    'isset($this->x) ? 1 : 2',
    '$a == $a',
    '$a < 1',
    'twice(...$a)',
    "$none['x'] ?? 'z'",
    "$none['a']['b'] . $none",
  ])('is not guessed: %s', async (expression) => {
    const { warnings } = await imported(`${SETUP} $route['a'] = ${expression};`);
    const messages = warnings.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('not imported: '));
  });
});

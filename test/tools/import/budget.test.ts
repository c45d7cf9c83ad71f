/**
 * Checks that no file takes more work than the budget allows, and that the error names the line.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Budget, type Cost, LIMITS, TooMuch } from '../../../src/tools/import/php/budget.ts';
import { importRoutes } from '../../../src/tools/import.ts';
import { caught } from '../../support/caught.ts';

const usual = { ...LIMITS };
const COSTS = ['steps', 'characters', 'entries'] as const;

const many = (text: string, times: number) => text.repeat(times);
const each = (work: (index: number) => string, times: number) =>
  Array.from({ length: times }, (_, index) => work(index)).join('\n');

const loop = (body: string) => `for ($i = 0; $i < 1000000; $i++) { ${body} }`;
const doubled = (body: string) => `for ($i = 0; $i < 60; $i++) { ${body} }`;
/** A text of 200,000 characters. */
const long = (unit: string) => `$s = str_repeat('${unit}', 100000); `;
const numbers = '$a = range(1, 500); ';

describe('a file that does too much', () => {
  // A tenth of the usual work also ends a file, in a tenth of the time.
  beforeAll(() => {
    for (const cost of COSTS) Object.assign(LIMITS, { [cost]: usual[cost] / 10 });
  });
  afterAll(() => {
    Object.assign(LIMITS, usual);
  });

  it.each<[string, Cost | 'depth', string]>([
    ['array_merge of itself', 'entries', `${numbers}${doubled('$a = array_merge($a, $a);')}`],
    ['arrays that are merged', 'entries', `${numbers}${loop('$b = $a + [$i + 500 => 1];')}`],
    ['keys of an array', 'entries', `${numbers}${loop('$b = array_keys($a);')}`],
    ['searches in an array', 'steps', `${numbers}${loop("$b = in_array('z', $a);")}`],
    ['copies that are written to', 'entries', `${numbers}${loop('$b = $a; $b[] = 1;')}`],
    ['ranges', 'entries', loop('$a = range(0, 1000);')],
    ['a text that doubles', 'characters', `$s = 'a'; ${doubled('$s .= $s;')}`],
    ['a text that doubles in quotes', 'characters', `$s = 'a'; ${doubled('$s = "$s$s";')}`],
    [
      'a text that doubles by str_replace',
      'characters',
      `$s = 'a'; ${doubled("$s = str_replace('a', 'aa', $s);")}`,
    ],
    [
      'a text that str_replace squares',
      'characters',
      "$s = str_repeat('a', 10000); $s = str_replace('a', $s, $s);",
    ],
    ['a text of a constant that doubles', 'characters', `$s = X; ${doubled('$s .= $s;')}`],
    ['a text of many constants', 'characters', `$s = X; ${loop('$s .= X;')}`],
    [
      'constants that grow',
      'characters',
      each(
        (n) => (n === 0 ? "define('A0', 'abc');" : `define('A${n}', A${n - 1} . A${n - 1});`),
        60,
      ),
    ],
    ['keys that double', 'characters', `$k = 'a'; ${doubled("$k .= $k; $route[$k] = 'b';")}`],
    ['keys that are long', 'characters', `${long('ab')}${loop('$a[$s . $i] = 1;')}`],
    ['keys that are looked for', 'characters', `${long('ab')}${loop('$x = isset($a[$s . $i]);')}`],
    ['str_repeat', 'characters', "$s = str_repeat('a', 2000000000);"],
    ['implode', 'characters', `${numbers}${loop('$s = implode(str_repeat(",", 1000), $a);')}`],
    ['explode', 'entries', "$a = explode(',', str_repeat(',', 100000));"],
    ['strtolower', 'characters', `${long('aB')}${loop('$t = strtolower($s);')}`],
    ['strlen', 'characters', `${long('ab')}${loop('$t = strlen($s);')}`],
    ['rtrim', 'characters', `$s = str_repeat(' ', 10000) . 'a'; ${loop('$t = rtrim($s);')}`],
    ['comparisons', 'characters', `${long('1')}$t = $s . '1'; ${loop('$x = $s == $t;')}`],
    ['numbers of texts', 'characters', `${long('1')}${loop('$x = (int) $s;')}`],
    ['characters of texts', 'characters', `${long('1')}${loop('$x = $s[5];')}`],
    [
      'loops in loops',
      'steps',
      'for ($i = 0; $i < 100000; $i++) for ($j = 0; $j < 100000; $j++) for ($k = 0; $k < 100000; $k++);',
    ],
    ['a loop without a body', 'steps', 'while (true);'],
    ['recursion', 'steps', 'function f($n) { return f($n + 1) + f($n + 2); } f(1);'],
    [
      'arrow functions',
      'steps',
      `${each((n) => `$v${n} = 1;`, 300)} ${loop(`$f = fn() => ${each((n) => `$v${n}`, 300).replaceAll('\n', ' + ')};`)}`,
    ],
    ['arguments', 'steps', `$a = range(0, 900); function f() {} ${loop('f(...$a);')}`],
    [
      'functions that are defined again',
      'steps',
      `while (true) { if (true) continue; ${each((n) => `function f${n}() {}`, 2_000)} }`,
    ],
    ['routes', 'steps', loop("$route['k/' . $i] = 'c';")],
    ['calls', 'steps', loop("Route::get('k/' . $i, 'c');")],
    ['routes of a text', 'steps', `$s = str_repeat('a', 10000); ${loop("$route['k' . $i] = $s;")}`],
    [
      'patterns of many groups',
      'characters',
      `$s = str_repeat('(:any)', 150); ${loop("$route[$i . $s] = 'x';")}`,
    ],
    [
      'patterns of groups in groups',
      'characters',
      `$s = str_repeat('(', 190) . 'a' . str_repeat(')', 190); ${loop("$route[$i . $s] = 'x';")}`,
    ],
    [
      'constants in options',
      'steps',
      loop("Route::resources(A . $i, ['controller' => A, 'module' => B, 'constraint' => C]);"),
    ],
    ['functions with long names', 'characters', `${long('\\\\')}${loop('$s();')}`],
    ['constants with long names', 'characters', `${long('\\\\')}${loop('$x = constant($s);')}`],
    ['routes again', 'characters', each(() => "$route['a'] = 'x';", 3_500)],
    ['comments', 'characters', `${many('// c\n', 15_000)} $route['a'] = 'b';`],
    [
      'calls in deep expressions',
      'depth',
      `function f($n) { return ${many('!', 1000)}f($n + 1); } f(1);`,
    ],
  ])('ends with a warning: %s', (_, limit, php) => {
    const { warnings } = importRoutes(`<?php\n\n${php}`);
    const [end] = warnings.filter(({ message }) => message.startsWith('not imported from here on'));
    expect(end.message).toContain(
      limit === 'depth'
        ? ': an expression is nested too deeply'
        : `: the file takes more than ${LIMITS[limit].toLocaleString('en')} ${limit}`,
    );
    expect(end.line).toBeGreaterThan(2);
  });

  it.each<[string, Cost, number, string]>([
    ['files', 'steps', 1000, "include 'more.php';"],
    ['files that can not be parsed', 'steps', 1000, "include 'broken.php';"],
    ['files with many comments', 'characters', 12, "include 'comments.php';"],
    ['long paths', 'characters', 10, "include str_repeat('../', 10000);"],
  ])('ends after few included files: %s', (_, limit, most, php) => {
    const files: Readonly<Record<string, string>> = {
      'more.php': `<?php ${many('$a = 1; ', 100)}`,
      'broken.php': '<?php (',
      'comments.php': `<?php ${many('/*c*/', 2_000)}`,
    };
    let reads = 0;
    const read = (path: string) => {
      reads++;
      return files[path] ?? null;
    };
    const { warnings } = importRoutes(`<?php ${loop(php)}`, { read });
    expect(warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`${LIMITS[limit].toLocaleString('en')} ${limit}`),
    );
    expect(reads).toBeLessThanOrEqual(most);
  });

  it.each([
    ['control characters', '\\x01'],
    ['quotes', "'"],
    ['signs that turn the direction', '\\u{202E}'],
  ])('writes no more of a text that is escaped: %s', (_, unit) => {
    const php = `$s = str_repeat("${unit}", 900); ${loop("$route['k' . $i] = $s;")}`;
    expect(importRoutes(`<?php ${php}`).code.length).toBeLessThan(LIMITS.characters / 3);
  });
});

describe('a file', () => {
  it.each([
    ['an array that doubles', `$a = [1]; ${many('$a = array($a, $a); ', 60)} $route['b'] = 'c';`],
    ['a text of spaces', `$route[rtrim('${many(' ', 100_000)}b')] = 'c'; $route['b'] = 'c';`],
    ['a key that is too long', `$route['${many('(:any)', 20_000)}'] = 'x'; $route['b'] = 'c';`],
    [
      'a constant that is defined again',
      `define('A', 'b'); ${loop('').replace('1000000', '1000')} $route[A] = 'c';`,
    ],
    ['a comment of stars', `/${many('*', 500_000)}/ $route['b'] = 'c';`],
    ['many comments', `${many('/**/ $a;', 40_000)} $route['b'] = 'c';`],
  ])('is imported if the work is little: %s', (_, php) => {
    expect(importRoutes(`<?php ${php}`).code).toContain("  b: 'c',\n");
  });

  it('keeps the rows before it', () => {
    const { code } = importRoutes("<?php $route['a'] = 'b'; while (true); $route['c'] = 'd';");
    expect(code).toContain("  a: 'b',\n});");
  });

  it.each([
    ['parentheses', `$a = ${many('(', 20_000)}1${many(')', 20_000)};`, 'nested too deeply'],
    ['blocks', `${many('{', 20_000)}${many('}', 20_000)}`, 'nested too deeply'],
    ['characters', many('$a = 1;\n', 200_000), 'longer than 1,000,000 characters'],
    ['tokens', `$a = "${many('$a', 350_000)}";`, 'more than 300,000 tokens'],
    ['parts of a name', `${many('a\\', 1000)}b();`, 'has more than 1,000 parts'],
  ])('is refused before it runs: too many %s', (_, php, problem) => {
    const { message, code } = caught(() => importRoutes(`<?php ${php}`)) as Error & {
      code: string;
    }; // the cast: a WaymarkError
    expect(code).toBe('bad-php');
    expect(message).toContain(problem);
    expect(message).toContain('Import a file that only defines routes.');
  });

  it.each([
    ['in an entry', `$route = ['${many('a', 1001)}' => 'b'];`],
    ['in a call', `Route::get('${many('a', 1001)}', 'b');`],
    ['in an assignment', `$route['${many('a', 1001)}'] = 'b';`],
  ])('has a pattern of more than 1,000 characters %s', (_, php) => {
    const { warnings } = importRoutes(`<?php ${php}`);
    expect(warnings[0].message).toContain('is longer than 1000 characters');
  });
});

it('imports 20,000 rows', () => {
  const rows = each((n) => `$route['k${n}/(:num)'] = 'c/m/$1';`, 20_000);
  expect(importRoutes(`<?php ${rows}`).warnings).toEqual([]);
});

it.each(COSTS)('a budget ends with its last %s', (cost) => {
  const budget = new Budget();
  budget.spend(cost, LIMITS[cost]);
  expect(() => budget.spend(cost)).toThrow(TooMuch);
});

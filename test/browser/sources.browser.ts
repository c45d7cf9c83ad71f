/** Sources in each language, their output to the console, and the editor's completions. */
import { describe, expect, it } from 'vitest';
import { Route } from '../../src/index.ts';
import { openForFile } from './browser.ts';
import { on } from './playground.ts';

const page = await openForFile('/playground');
const pg = on(page);

const IMPORT = "import { Route } from 'waymark';\n";

describe('a table', () => {
  it.each([
    ['a table', "export default { 'a': 'b' };", ['any a -> b']],
    ['a table that is called routes', "export const routes = { 'GET a': 'b' };", ['GET a -> b']],
    ['a function', `${IMPORT}export default () => Route.block('a');`, ['any a -> blocked']],
    [
      'what a tool makes of one',
      "import * as tools from 'waymark-tools/inspect';\nexport default { [tools.list({ a: 'b' })[0].destination]: 'c' };",
      ['any b -> c'],
    ],
    [
      'TypeScript',
      `import { Route, type RouteTable } from 'waymark';
import type { Router } from 'waymark';
interface A { a: string }
enum Name { A = 'a' }
const same = <T,>(x: T): T => x;
const to: Record<string, string> = { b: 'c' } as const;
Route.any(Name.A, same<string>('b'));
export default { ...Route.map(), ...to } satisfies RouteTable;`,
      ['any a -> b', 'any b -> c'],
    ],
    ['an object that is no JSON', "export default { b: 'c' } satisfies object;", ['any b -> c']],
    [
      'JSON',
      '{\n  "default_controller": "home",\n  "b": "c",\n  "a": "b",\n  "__proto__": "a"\n}\n',
      ['any b -> c', 'any a -> b', 'any __proto__ -> a'],
    ],
    ['an empty object of JSON', '{}', []],
    [
      'rows of PHP',
      "$route['a'] = 'b';\n$route['c'] = function () {};",
      ['any a -> b', 'any c -> left to PHP'],
    ],
    [
      'PHP behind comments',
      "// Routes\n/* of * ours */ # here\n$route['c'] = 'b';",
      ['any c -> b'],
    ],
    [
      'PHP with the first line of CodeIgniter',
      "defined('BASEPATH') OR exit('No');\n$route['d'] = 'b';",
      ['any d -> b'],
    ],
    ['calls of PHP', "Route::any('e', 'b');\n$route = Route::map($route);", ['any e -> b']],
  ])('is made from %s', async (label, source, rows) => {
    await pg.run(source, ...rows);
    const language = /PHP|(?<!no )JSON/.exec(label)?.[0] ?? 'JavaScript or TypeScript';
    await pg.expectText('.pg-language', new RegExp(`^${language}$`));
    if (label === 'rows of PHP') {
      await pg.expectText('.pg-warning', /Line 2: not imported: its destination is a closure/);
    }
  });

  it('of PHP has a warning at its line, and stays editable', async () => {
    await pg.openExample(/PHP/, /songs\/create_new/);
    expect(await pg.rowsOf()).toContain('any photos/(:num) -> photos/show/$1');
    await pg.expectText('.pg-imported', /Line 16: not imported: \$unknown/);
    await expect.poll(() => page.locator('.cm-lint-marker-warning').count()).toBe(1);
    const before = await pg.rowsOf();
    await page.getByRole('button', { name: 'Continue with this file' }).click();
    await expect.poll(() => pg.sourceIn()).toMatch(/^\/\/ Imported from routes\.php/);
    await expect.poll(() => page.locator('.pg-imported').count()).toBe(0);
    await pg.expectRows(...before);
  });
});

it('an example is marked until it is changed', async () => {
  const marked = () => page.locator('.pg-bar [aria-pressed="true"]').allInnerTexts();
  await pg.openExample(/Resources/, /albums/);
  await expect.poll(marked).toEqual(['Resources and prefixes']);
  await pg.enter("export default { a: 'b' };");
  await expect.poll(marked).toEqual([]);
});

describe('the console', () => {
  const written = () => page.locator('.pg-console pre').allInnerTexts();
  const CALLS = [
    ["console.log('a', 'b')", 'a b'],
    [
      "console.info(1, 2n, null, undefined, true, Symbol('s'))",
      '1 2n null undefined true Symbol(s)',
    ],
    ["console.log({ a: [1, 'x'], b: {} })", "{ a: [1, 'x'], b: {} }"],
    ["console.log(new Map([['a', 1]]), new Set([2]))", "Map [['a', 1]] Set [2]"],
    ["console.error(new TypeError('no'))", 'TypeError: no'],
    ['console.log(function f() {})', '[function f]'],
    ['const a = {}; a.a = a; console.log(a)', '{ a: { a: { a: {…} } } }'],
    ["console.warn('<b>bold</b>')", '<b>bold</b>'],
  ] as const;

  it('shows values, next to an error too, and disappears with its cause', async () => {
    const code = CALLS.map(([call]) => call).join(';\n');
    const texts = CALLS.map(([, text]) => text);
    await pg.enter(`${code};\nexport default { a: 'b' };`);
    await expect.poll(written).toEqual(texts);
    await pg.enter(`${code};\nnothing.there();`);
    await pg.expectText('.pg-failure', /nothing is not defined/);
    expect(await written()).toEqual(texts);
    await pg.run("export default { a: 'b' };", 'any a -> b');
    await expect.poll(written).toEqual([]);
  });

  it('keeps the first calls, and the start of each', async () => {
    await pg.enter(
      "for (let i = 0; i < 1000; i += 1) console.log(i + 'x'.repeat(10_000));\nexport default { a: 'b' };",
    );
    await expect.poll(async () => (await written()).length).toBe(100);
    const [first = '', ...others] = await written();
    expect(first).toBe(`0${'x'.repeat(1999)}`);
    expect(others.at(-1)?.slice(0, 3)).toBe('99x');
  });
});

describe('the editor completes', () => {
  const offered = () => page.locator('.cm-completionLabel').allInnerTexts();

  /** Enters a text, typing only its last part. */
  async function type(before: string, typed: string): Promise<void> {
    await pg.enter(before);
    await page.keyboard.type(typed, { delay: 20 });
  }

  it('every public method of Route, with its parameters and a description', async () => {
    await type('', 'Route.');
    const methods = Object.getOwnPropertyNames(Route).filter(
      (name) => typeof Reflect.get(Route, name) === 'function',
    );
    await expect.poll(async () => (await offered()).sort()).toEqual(methods.sort());
    await page.keyboard.type('reso');
    await expect.poll(offered).toEqual(['resources']);
    const chosen = "document.querySelector('.cm-tooltip-autocomplete li[aria-selected]')";
    // The site's green, in place of CodeMirror's blue.
    expect(await page.evaluate(`getComputedStyle(${chosen}).backgroundColor`)).toMatch(
      /^rgba\(43, 138, 95, /,
    );
    await pg.expectText(
      '.cm-tooltip',
      /\(name, options\?, .*\s*The seven routes of a REST resource/,
    );
    // CodeMirror ignores keys for 75 ms after the list changes.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await expect.poll(() => pg.sourceIn()).toBe('Route.resources');
  });

  it.each([
    ['placeholders in a pattern', "Route.get('", 'posts/(:n', '(:num)'],
    ['options', "Route.get('a', 'b', { ", 'me', 'meta'],
  ])('%s', async (_label, before, typed, label) => {
    await type(before, typed);
    await expect.poll(offered).toContain(label);
  });

  it('nothing in a comment', async () => {
    await type('', '// Route.');
    await page.keyboard.type('get');
    expect(await offered()).toEqual([]);
  });
});

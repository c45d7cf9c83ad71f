/** Sources in each language, their output to the console, and the editor's completions. */
import { describe, expect, it } from 'vitest';
import { Route } from '../../src/index.ts';
import { openForFile } from './browser.ts';
import {
  enter,
  expectRows,
  expectText,
  openExample,
  PATIENCE,
  rowsOf,
  sourceIn,
} from './playground.ts';

const page = await openForFile('/playground');

const IMPORT = "import { Route } from 'waymark';\n";

describe('a table', () => {
  it('changes with the typed definitions', async () => {
    await enter(page, IMPORT);
    await page.keyboard.type("Route.get('albums/(:num)', 'albums/show/$1');");
    await expectRows(page, ['GET albums/(:num) -> albums/show/$1']);
  });

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
    ['rows of PHP', "$route['a'] = 'b';\n$route['c'] = function () {};", ['any a -> b']],
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
    await enter(page, source);
    await expectRows(page, rows);
    const language = /PHP|(?<!no )JSON/.exec(label)?.[0] ?? 'JavaScript or TypeScript';
    await expectText(page, '.pg-language', new RegExp(`^${language}$`));
    if (label === 'rows of PHP') {
      await expectText(page, '.pg-warning', /Line 2: not imported: its destination is a closure/);
    }
  });

  it('of PHP has a warning at its line, and stays editable', async () => {
    await openExample(page, /PHP/, /songs\/create_new/);
    expect(await rowsOf(page)).toContain('any photos/(:num) -> photos/show/$1');
    await expectText(page, '.pg-imported', /Line 16: not imported: \$unknown/);
    await expect.poll(() => page.locator('.cm-lint-marker-warning').count(), PATIENCE).toBe(1);
    const before = await rowsOf(page);
    await page.getByRole('button', { name: 'Continue with this file' }).click();
    await expect.poll(() => sourceIn(page), PATIENCE).toMatch(/^\/\/ Imported from routes\.php/);
    await expect.poll(() => page.locator('.pg-imported').count(), PATIENCE).toBe(0);
    await expectRows(page, before);
  });
});

it('an example is marked until it is changed', async () => {
  const marked = () => page.locator('.pg-bar [aria-pressed="true"]').allInnerTexts();
  await openExample(page, /Resources/, /albums/);
  await expect.poll(marked, PATIENCE).toEqual(['Resources and prefixes']);
  await enter(page, "export default { a: 'b' };");
  await expect.poll(marked, PATIENCE).toEqual([]);
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
    await enter(page, `${code};\nexport default { a: 'b' };`);
    await expect.poll(written, PATIENCE).toEqual(texts);
    await enter(page, `${code};\nnothing.there();`);
    await expectText(page, '.pg-failure', /nothing is not defined/);
    expect(await written()).toEqual(texts);
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
    await expect.poll(written, PATIENCE).toEqual([]);
  });

  it('keeps the first calls, and the start of each', async () => {
    await enter(
      page,
      "for (let i = 0; i < 1000; i += 1) console.log(i + 'x'.repeat(10_000));\nexport default { a: 'b' };",
    );
    await expect.poll(async () => (await written()).length, PATIENCE).toBe(100);
    const [first = '', ...others] = await written();
    expect(first).toBe(`0${'x'.repeat(1999)}`);
    expect(others.at(-1)?.slice(0, 3)).toBe('99x');
  });
});

describe('the editor completes', () => {
  const offered = () => page.locator('.cm-completionLabel').allInnerTexts();

  /** Enters a text, typing only its last part. */
  async function type(before: string, typed: string): Promise<void> {
    await enter(page, before);
    await page.keyboard.type(typed, { delay: 20 });
  }

  it('every public method of Route, with its parameters and a description', async () => {
    await type('', 'Route.');
    const methods = Object.getOwnPropertyNames(Route).filter(
      (name) => typeof Reflect.get(Route, name) === 'function',
    );
    await expect.poll(async () => (await offered()).sort(), PATIENCE).toEqual(methods.sort());
    await page.keyboard.type('reso');
    await expect.poll(offered, PATIENCE).toEqual(['resources']);
    await expectText(
      page,
      '.cm-tooltip',
      /\(name, options\?, .*\s*The seven routes of a REST resource/,
    );
    // CodeMirror ignores keys for 75 ms after the list changes.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await expect.poll(() => sourceIn(page), PATIENCE).toBe('Route.resources');
  });

  it.each([
    ['placeholders in a pattern', "Route.get('", 'posts/(:n', '(:num)'],
    ['options', "Route.get('a', 'b', { ", 'me', 'meta'],
  ])('%s', async (_label, before, typed, label) => {
    await type(before, typed);
    await expect.poll(offered, PATIENCE).toContain(label);
  });

  it('nothing in a comment', async () => {
    await type('', '// Route.');
    await page.keyboard.type('get');
    expect(await offered()).toEqual([]);
  });
});

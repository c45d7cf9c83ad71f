/** The code's output to the console. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import { enter, expectRows, expectText, PATIENCE, startOver } from './playground.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  page = await site.open();
});
afterAll(() => site.close());
beforeEach(() => startOver(page));

const written = () => page.locator('.pg-console pre').allInnerTexts();

describe('the console', () => {
  it.each([
    ['texts', "console.log('a', 'b')", 'a b'],
    [
      'values',
      "console.info(1, 2n, null, undefined, true, Symbol('s'))",
      '1 2n null undefined true Symbol(s)',
    ],
    ['objects', "console.log({ a: [1, 'x'], b: {} })", "{ a: [1, 'x'], b: {} }"],
    ['maps and sets', "console.log(new Map([['a', 1]]), new Set([2]))", "Map [['a', 1]] Set [2]"],
    ['errors', "console.error(new TypeError('no'))", 'TypeError: no'],
    ['functions', 'console.log(function f() {})', '[function f]'],
    ['a loop of objects', 'const a = {}; a.a = a; console.log(a)', '{ a: { a: { a: {…} } } }'],
    ['markup', "console.warn('<b>bold</b>')", '<b>bold</b>'],
  ])('shows %s', async (_label, code, text) => {
    await enter(page, `${code};\nexport default { a: 'b' };`);
    await expect.poll(written, PATIENCE).toEqual([text]);
  });

  it('is shown next to an error, and disappears with its cause', async () => {
    await enter(page, "console.log('before');\nnothing.there();");
    await expectText(page, '.pg-failure', /nothing is not defined/);
    expect(await written()).toEqual(['before']);
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

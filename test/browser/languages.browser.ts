/** Sources in TypeScript and JSON. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import { enter, expectRows, expectText, openSaving, startOver } from './playground.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  page = await site.open();
});
afterAll(() => site.close());
beforeEach(() => startOver(page));

/** Expects a failure with this message, naming only this line. */
async function expectErrorAt(line: number, message: RegExp): Promise<void> {
  await expectText(page, '.pg-failure', message);
  expect(await page.locator('.pg-failure button').allInnerTexts()).toEqual([`Line ${line}`]);
}

describe('TypeScript', () => {
  it.each([
    ['a type of a table', "const t: Record<string, string> = { a: 'b' };\nexport default t;", 'a'],
    [
      'an import of a type',
      "import { Route, type RouteTable } from 'waymark';\nimport type { Router } from 'waymark';\nRoute.any('a', 'b');\nexport default Route.map() satisfies RouteTable;",
      'a',
    ],
    ['an interface', "interface A { a: string }\nexport default { a: 'b' } as const;", 'a'],
    ['an enum', "enum Name { A = 'a' }\nexport default { [Name.A]: 'b' };", 'a'],
    [
      'a generic arrow',
      "const f = <T,>(x: T): T => x;\nexport default { a: f<string>('b') };",
      'a',
    ],
    ['a satisfies behind JSON', "export default { a: 'b' } satisfies object;", 'a'],
  ])('runs: %s', async (_label, source, key) => {
    await enter(page, source);
    await expectRows(page, [`any ${key} -> b`]);
  });

  it.each([
    ['a wrong pattern', "const a: string = 'b';\n\nRoute.get('posts/(:nmu)', a);", 4, /:nmu/],
    ['an error of the code', 'const a: string = 1;\nnothing.there();', 3, /nothing is not defined/],
    ['an error of syntax', 'const a: string = 1;\nconst b = ;', 3, /SyntaxError/],
    ['a syntax of neither language', 'const a = ;', 2, /SyntaxError: Unexpected token/],
    ['a key of a table', "type A = 1;\n\nexport default { 'a(': 'b' } as object;", 4, /'a\('/],
  ])('keeps the lines of errors: %s', async (_label, code, line, message) => {
    await enter(page, `import { Route } from 'waymark';\n${code}`);
    await expectErrorAt(line, message);
  });

  it('loads the type stripper only when it is needed', async () => {
    const other = await openSaving(site);
    const loaded = () =>
      other.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => /\\/types\\./.test(name)).length",
      );
    await expectText(other, '.pg-table', /photos\/show/);
    await enter(other, "export default { a: 'b' };");
    await expectRows(other, ['any a -> b']);
    expect(await loaded()).toBe(0);
    await enter(other, "export default { b: 'c' } as object;");
    await expectRows(other, ['any b -> c']);
    expect(await loaded()).toBe(1);
    await other.context().close();
  });
});

describe('JSON', () => {
  it.each([
    ['an object', '{ "b": "c", "a": "b" }', ['any b -> c', 'any a -> b']],
    ['an empty object', '{}', []],
    ['the prototype as a key', '{ "__proto__": "a" }', ['any __proto__ -> a']],
    ['settings', '{\n  "default_controller": "home",\n  "a": "b"\n}\n', ['any a -> b']],
  ])('is a table: %s', async (_label, source, rows) => {
    await enter(page, source);
    await expectText(page, '.pg-definitions .pg-head', /JSON/);
    await expectRows(page, rows);
  });

  it.each([
    ['a wrong pattern', '{\n  "a": "b",\n  "b(": "c"\n}', 3, /table key 'b\('/],
    ['a comma too many', '{\n  "a": "b",\n}', 3, /SyntaxError/],
    ['no colon', '{\n  "a" "b"\n}', 2, /SyntaxError/],
  ])('is an error at its line if it is invalid: %s', async (_label, source, line, message) => {
    await enter(page, source);
    await expectErrorAt(line, message);
  });
});

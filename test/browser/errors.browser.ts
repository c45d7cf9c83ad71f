/** Errors and findings: their messages, lines and characters. */
import { describe, expect, it } from 'vitest';
import { openForFile } from './browser.ts';
import { on } from './playground.ts';

const page = await openForFile('/playground');
const pg = on(page);

/** The texts underlined as errors. */
const underlined = () => page.locator('.cm-lintRange-error').allInnerTexts();

const IMPORT = "import { Route } from 'waymark';\n";
const TYPED = `${IMPORT}const to: string = 'b';\n`;
const PREFIX = `${IMPORT}Route.prefix('p', () => `;
const WAIT = 'await new Promise(() => ';
const LATER = "throw new Error('late');";
const KEY = "export default { 'a(': 'b' }";
const LATE = "export default { 'users/(:any)': 'u/$1', 'users/new': 'v' };";

describe('an error', () => {
  it.each<[string, string, number | null, RegExp, string | null]>([
    ['in a pattern', `${IMPORT}\nRoute.get('posts/(:nmu)', 'posts');`, 3, /:nmu/, ':nmu'],
    ['in the second call', `${IMPORT}Route.any('a', 'b'); Route.any('a(', 'b');`, 2, /a\(/, '('],
    ['below a prefix', `${PREFIX}Route.any('x/(:nmu)', 'b'));`, 2, /x\/\(:nmu\)/, ':nmu'],
    ['in a key', "export default { 'a': 'b',\n  'GET c/%20': 'd' };", 2, /GET c\/%20/, '%'],
    ['with escapes', "export default { 'a\\u0028': 'b' };", 1, /a\(/, "'a\\u0028'"],
    ['of the syntax', `${IMPORT}\nconst a = ;`, 3, /SyntaxError: Unexpected token/, ';'],
    ['of an import', "import 'lodash';", 1, /There is no 'lodash' here/, "'lodash'"],
    ['of a name', '// a\nexport default nothing.there;', 2, /nothing is not defined/, 'nothing'],
    ['that is a text', "throw 'a string';", null, /The code throws a string/, null],
    ['of later', `// a\n${WAIT}setTimeout(() => { ${LATER} }));`, 2, /Error: late/, 'new Error'],
    [
      'of a promise',
      `// a\nPromise.reject(new Error('late'));\n${WAIT}{});`,
      2,
      /Error: late/,
      'new Error',
    ],
    ['in TypeScript', `${TYPED}Route.get('(:nmu)', to);`, 3, /:nmu/, ':nmu'],
    ['of TypeScript that runs', `${TYPED}nothing.there();`, 3, /nothing is not defined/, null],
    ["of TypeScript's syntax", `${TYPED}const b = ;`, 3, /SyntaxError/, null],
    ['in a key in TypeScript', `type A = 1;\n\n${KEY} as object;`, 3, /'a\('/, '('],
    ['in JSON', '{\n  "a": "b",\n  "b/(:nmu)": "c"\n}', 3, /:nmu/, ':nmu'],
    ["of JSON's syntax, a comma too many", '{\n  "a": "b",\n}', 3, /SyntaxError/, null],
    ["of JSON's syntax, without a colon", '{\n  "a" "b"\n}', 2, /SyntaxError/, '"'],
    ['of PHP', "<?php\n$route['a'] = 'b';\n$route[ = ;\n", 3, /routes\.php:3/, null],
  ])('is shown at its line and underlined: %s', async (_label, source, line, message, text) => {
    await pg.enter(source);
    await pg.expectText('.pg-failure', message);
    const button = page.locator('.pg-failure button');
    const lines = line === null ? [] : [`Line ${line}`];
    await expect.poll(() => button.allInnerTexts()).toEqual(lines);
    if (text !== null) await expect.poll(underlined).toEqual([text]);
    if (line === null) return;
    await expect.poll(() => page.locator('.cm-lint-marker-error').count()).toBe(1);
    const row = await page.locator('.cm-lint-marker-error').boundingBox();
    const number = page.locator('.cm-lineNumbers').getByText(`${line}`, { exact: true });
    expect(row?.y).toBeCloseTo((await number.boundingBox())?.y ?? 0, -1);
    await button.click();
    // The editor indents the lines of an object.
    const active = await page.locator('.cm-activeLine').innerText();
    expect(active.trim()).toBe(source.split('\n')[line - 1]?.trim());
  });

  it.each([
    ['a pattern', `${IMPORT}Route.get('a(', 'b');`, 'bad-pattern'],
    ['a placeholder', `${IMPORT}Route.get('(:nmu)', 'b');`, 'bad-placeholder'],
    ['a table', 'export default 7;', 'bad-table'],
  ])('links to its page: %s', async (_label, source, name) => {
    await pg.enter(source);
    const link = page.locator(`.pg-failure a[href="/errors/${name}"]`);
    await link.waitFor();
    expect((await page.request.get(`/errors/${name}.html`)).status()).toBe(200);
  });

  it('links to no other page if it is forged', async () => {
    const forged = { kind: 'failure', message: 'ours', line: null, code: '../..//evil.example' };
    await pg.enter(`JSON.stringify = () => ${JSON.stringify(JSON.stringify(forged))};`);
    await pg.expectText('.pg-failure', /did not let the playground answer/);
    expect(await page.locator('.pg-failure a').count()).toBe(0);
  });
});

describe('a finding', () => {
  it.each([
    [
      'a call',
      `${IMPORT}Route.any('users/(:any)', 'u/$1');\nRoute.any('users/new', 'v');`,
      "'users/new'",
    ],
    [
      'a call through a loop',
      `${IMPORT}for (const [from, to] of [['users/(:any)', 'u/$1'], ['users/new', 'v']]) {\n  Route.any(from, to);\n}`,
      'any',
    ],
    ['a key of JSON', '{ "users/(:any)": "u/$1", "users/new": "v" }', '"users/new"'],
    [
      'a call in TypeScript',
      `${IMPORT}const a: string = 'users/(:any)'; Route.any(a, 'u/$1');\nRoute.any('users/new' as string, 'v');`,
      "'users/new'",
    ],
    [
      'a key of PHP',
      "<?php\n$route['users/(:any)'] = 'u/$1';\n$route['users/new'] = 'v';",
      "'users/new'",
    ],
    ['a key', LATE, "'users/new'"],
  ])('is underlined at its definition: %s', async (_label, source, text) => {
    await pg.run("export default { 'a': 'b' };", 'any a -> b');
    await expect.poll(underlined).toEqual([]);
    await pg.enter(source);
    await expect.poll(underlined).toEqual([text]);
  });

  it('is shown in its row and on hover', async () => {
    await pg.enter(LATE);
    await pg.expectText('.pg-table tr:nth-child(2)', /Error: No request reaches 'users\/new'/);
    await pg.expectText('.pg-table tr:nth-child(1)', /See the finding at row 2/);
    await page.locator('.cm-lintRange-error').hover();
    await pg.expectText('.cm-tooltip', /No request reaches 'users\/new'/);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import {
  enter,
  expectRows,
  expectText,
  openExample,
  PATIENCE,
  request,
  rowsOf,
  runLink,
  sourceIn,
  startOver,
} from './playground.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  page = await site.open({ permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(() => site.close());
beforeEach(() => startOver(page));

const lit = () => page.locator('.pg-table [aria-current=true] .pg-key').allInnerTexts();
const marks = async () => {
  const all = await page.locator('.pg-table :is(.pg-key, .pg-mark)').allInnerTexts();
  return all.flatMap((key, index) => (index % 2 === 0 ? [`${key} ${all[index + 1]}`] : []));
};

describe("the playground's table", () => {
  it('changes with the typed definitions', async () => {
    await enter(page, "import { Route } from 'waymark';\n");
    await page.keyboard.type("Route.get('albums/(:num)', 'albums/show/$1');");
    await expectRows(page, ['GET albums/(:num) -> albums/show/$1']);
  });

  it.each([
    ['a table', "export default { 'a': 'b' };", ['any a -> b']],
    ['a table that is called routes', "export const routes = { 'GET a': 'b' };", ['GET a -> b']],
    [
      'a function that defines routes',
      "import { Route } from 'waymark';\nexport default () => Route.block('a');",
      ['any a -> blocked'],
    ],
    [
      'what a tool makes of one',
      "import * as tools from 'waymark-tools/inspect';\nexport default { [tools.list({ a: 'b' })[0].destination]: 'c' };",
      ['any b -> c'],
    ],
  ])('is made from %s', async (_label, source, rows) => {
    await enter(page, source);
    await expectRows(page, rows);
  });

  it('shows findings in their rows', async () => {
    await enter(page, "export default { 'users/(:any)': 'users/$1', 'users/new': 'users/add' };");
    await expectText(page, '.pg-table tr:nth-child(2)', /Error: No request reaches 'users\/new'/);
    await expectText(page, '.pg-table tr:nth-child(1)', /See the finding at row 2/);
  });
});

describe('an error in the definitions', () => {
  it.each([
    ['a syntax error', 3, 'const a = ;', /SyntaxError: Unexpected token/],
    ['a wrong pattern', 3, "Route.get('posts/(:nmu)', 'posts');", /:nmu/],
    ['an error of the code', 3, 'nothing.there();', /ReferenceError: nothing is not defined/],
    ['a thrown string', null, "throw 'a string';", /The code throws a string/],
    [
      'an error of later',
      3,
      "await new Promise(() => setTimeout(() => { throw new Error('late'); }));",
      /Error: late/,
    ],
    [
      'a rejection',
      3,
      "Promise.reject(new Error('unhandled'));\nawait new Promise(() => {});",
      /Error: unhandled/,
    ],
    ['a key of a table', 4, "export default {\n  'a(': 'b' };", /table key 'a\('/],
    ['an import of something else', 3, "import 'lodash';", /There is no 'lodash' here/],
  ])('is shown at its line: %s', async (_label, line, code, message) => {
    await enter(page, `import { Route } from 'waymark';\n\n${code}`);
    await expectText(page, '.pg-failure', message);
    const button = page.locator('.pg-failure button');
    expect(await button.allInnerTexts()).toEqual(line === null ? [] : [`Line ${line}`]);
    if (line === null) return;
    await expect.poll(() => page.locator('.cm-lint-marker-error').count()).toBe(1);
    const row = await page.locator('.cm-lint-marker-error').boundingBox();
    const number = page.locator('.cm-lineNumbers').getByText(`${line}`, { exact: true });
    expect(row?.y).toBeCloseTo((await number.boundingBox())?.y ?? 0, -1);
    await button.click();
    expect(await page.locator('.cm-activeLine').innerText()).toBe(code.split('\n')[line - 3]);
  });

  it('keeps the table of the last successful run, and disappears with its cause', async () => {
    const before = await rowsOf(page);
    await enter(page, 'const a = ;');
    await expectText(page, '.pg-failure', /SyntaxError/);
    expect(await rowsOf(page)).toEqual(before);
    await expectText(page, '.pg-tables', /From the last run that worked/);
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
    await expect.poll(() => page.locator('.pg-failure').innerText(), PATIENCE).toBe('');
    expect(await page.locator('.cm-lint-marker').count()).toBe(0);
  });
});

describe('a request', () => {
  const source = `export default {
    'POST posts/(:num)': 'posts/update/$1',
    'GET posts/(:num)/edit': 'posts/edit/$1',
    'posts/(:any)': 'posts/show/$1',
    'posts/(:num)': 'posts/late/$1',
    'users': 'users/index' };`;

  it('highlights the row that answers it, and explains why earlier rows did not', async () => {
    await enter(page, source);
    await request(page, 'GET', '/posts/7');
    await expect.poll(lit, PATIENCE).toEqual(['any posts/(:any)']);
    await expect
      .poll(marks, PATIENCE)
      .toEqual([
        'POST posts/(:num) skipped: it is only for POST',
        'GET posts/(:num)/edit skipped: it has 3 segments and the path has 2',
        'any posts/(:any) matched',
        'any posts/(:num) not tried: it would match too',
        'any users not tried',
      ]);
    await request(page, 'POST', '/posts/7');
    await expect.poll(lit, PATIENCE).toEqual(['POST posts/(:num)']);
  });

  it.each([
    ['/nothing/here', /nothing matches/, 'skipped'],
    ['/%FF', /bad request: invalid UTF-8/, 'not tried'],
  ])('without a matching row highlights none: %s', async (path, says, mark) => {
    await enter(page, source);
    await request(page, 'GET', path);
    await expectText(page, '.pg-requests', says);
    expect(await lit()).toEqual([]);
    expect((await marks()).every((text) => text.includes(mark))).toBe(true);
  });

  it('shows how its path was normalised', async () => {
    await enter(page, source);
    await request(page, 'GET', '/posts//x/../%37?tab=1');
    await expectText(page, '.pg-requests', /The path is matched as \/posts\/7: .*cut off/);
  });

  it('becomes the destination with autoRoute', async () => {
    await enter(page, source);
    await request(page, 'GET', '/photos/list');
    await page.getByLabel('autoRoute').check();
    await expectText(page, '.pg-requests', /goes to 'photos\/list' by its own segments/);
  });

  it('is created by the button of a row', async () => {
    await page.getByRole('button', { name: 'Try POST /photos' }).click();
    await expect.poll(lit, PATIENCE).toEqual(['POST photos']);
    expect(await page.getByLabel('Path').inputValue()).toBe('/photos');
  });
});

describe('the other tools', () => {
  it('build the URL of a named route', async () => {
    await enter(
      page,
      "import { Route } from 'waymark';\nRoute.get('a', 'b', { as: 'first' });\nRoute.get('(en|fr)/(:num)', 'c', { as: 'second' });",
    );
    await expectText(page, '.pg-stack', /second/);
    await page.getByRole('combobox', { name: 'Name' }).selectOption('second');
    await expectText(page, '.pg-stack', /Param 2/);
    await page.getByLabel('Param 2').fill('7');
    await page.getByLabel('Param 1').fill('de');
    await expectText(page, '.pg-stack', /Route\.url\('second'\): .*'de'/);
    await page.getByLabel('Param 1').fill('fr');
    await expectText(page, '.pg-stack pre', /^\/fr\/7$/);
    await page.getByLabel('Param 2').fill('');
    await expectText(page, '.pg-stack pre', /Param 2 is missing/);
  });

  it('find the requests for an action', async () => {
    await page.getByRole('textbox', { name: 'Action' }).fill('pages/about/fr');
    await expectText(page, '.pg-ways', /GET \/about\/fr\s+about\/\(en\|fr\)/);
    await page.getByRole('textbox', { name: 'Action' }).fill('pages/nowhere');
    await expectText(page, '.pg-stack', /No request reaches it/);
  });
});

it('an example is marked until it is changed', async () => {
  const marked = () => page.locator('.pg-bar [aria-pressed="true"]').allInnerTexts();
  await openExample(page, /Resources/, /albums/);
  await expect.poll(marked, PATIENCE).toEqual(['Resources and prefixes']);
  await enter(page, "export default { a: 'b' };");
  await expect.poll(marked, PATIENCE).toEqual([]);
});

describe('PHP', () => {
  it('is imported in the page, with a warning at its line, and stays editable', async () => {
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

  it.each([
    ['rows alone', "$route['a'] = 'b';\n$route['c'] = function () {};"],
    ['comments', "// Routes\n/* of * ours */ # here\n$route['a'] = 'b';"],
    ['the first line of CodeIgniter', "defined('BASEPATH') OR exit('No');\n$route['a'] = 'b';"],
    ['calls', "Route::any('a', 'b');\n$route = Route::map($route);"],
  ])('is recognised without its tag: %s', async (_label, source) => {
    await enter(page, source);
    await expectRows(page, ['any a -> b']);
    await expectText(page, '.pg-definitions .pg-head', /PHP/);
  });

  it('keeps its lines without its tag', async () => {
    await enter(page, "$route['a'] = 'b';\n$route['c'] = function () {};");
    await expectText(page, '.pg-warning', /Line 2: not imported: its destination is a closure/);
  });

  it('is an error at its line if it is invalid', async () => {
    await enter(page, "<?php\n$route['a'] = 'b';\n$route[ = ;\n");
    await expectText(page, '.pg-failure', /Line 3/);
  });
});

describe('a link', () => {
  it('restores all input', async () => {
    const source =
      "import { Route } from 'waymark';\nRoute.any('é/(:num)', 'x/$1', { as: 'é' });\n";
    await enter(page, source);
    await request(page, 'PUT', '/é/7?ü');
    await page.getByLabel('autoRoute').check();
    await page.getByRole('textbox', { name: 'Action' }).fill('x/7');
    await page.getByLabel('Param 1').fill('12');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expectText(page, '.pg-bar', /The link is copied/);
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(link).toBe(page.url());

    const other = await site.open({}, new URL(link).hash);
    await runLink(other);
    await expectRows(other, ['any é/(:num) -> x/$1']);
    expect(await sourceIn(other)).toBe(source);
    expect(await other.getByLabel('Method').inputValue()).toBe('PUT');
    expect(await other.getByLabel('Path').inputValue()).toBe('/é/7?ü');
    expect(await other.getByLabel('autoRoute').isChecked()).toBe(true);
    expect(await other.getByRole('textbox', { name: 'Action' }).inputValue()).toBe('x/7');
    expect(await other.getByLabel('Param 1').inputValue()).toBe('12');
    await expectText(other, '.pg-table [aria-current]', /é\/\(:num\)/);
    await other.context().close();
  });

  it('is kept up to date in the address', async () => {
    const { hash } = new URL(page.url());
    await page.getByLabel('Path').fill('/photos/99');
    const now = () => new URL(page.url()).hash;
    await expect.poll(now, PATIENCE).not.toBe(hash);
    expect(now()).toMatch(/^#code=[\w-]+$/);
  });

  it('opens in place if it is followed in the page', async () => {
    await enter(page, "export default { first: 'a' };");
    await expectRows(page, ['any first -> a']);
    const { hash } = new URL(page.url());
    await enter(page, "export default { second: 'a' };");
    await expectRows(page, ['any second -> a']);
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await expectRows(page, ['any first -> a']);
  });

  it('is not created if the content is too long', async () => {
    // A generator's output is too random to compress.
    let seed = 1;
    const noise = Array.from({ length: 48_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String.fromCharCode(0x4e00 + (seed % 20_000));
    });
    await enter(page, `// ${noise.join('')}`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expectText(page, '.pg-bar', /too long for a link/);
    expect(page.url().length).toBeLessThan(1000);
  });

  it.each([
    ['is no base64', '#code=%%%'],
    ['is no deflated text', '#code=AAAA'],
    ['is cut short', '#code=q1YqSy0qzszPU7JSKkktLlGqBQA'],
  ])('is reported as damaged if it %s', async (_label, hash) => {
    const other = await site.open({}, hash);
    await expectText(other, '.pg-bar', /The link is damaged/);
    await expectText(other, '.pg-table', /photos\/show/);
    await other.context().close();
  });

  it('is not unpacked beyond a reasonable size', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const packed = deflateRawSync(Buffer.alloc(60_000_000, ' ')).toString('base64url');
    expect(packed.length).toBeLessThan(100_000);
    const other = await site.open({}, `#code=${packed}`);
    await expectText(other, '.pg-bar', /The link is damaged/);
    await other.context().close();
  });
});

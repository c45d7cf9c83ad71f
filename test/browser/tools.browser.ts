/** The tools below the table. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRouter } from '../../src/index.ts';
import { type Site, startSite } from './browser.ts';
import { enter, expectRows, expectText, PATIENCE, request, startOver } from './playground.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  page = await site.open();
});
afterAll(() => site.close());
beforeEach(() => startOver(page));

/** Opens a tool, unless it is open. */
async function open(name: string, of = page): Promise<void> {
  const button = of.getByRole('button', { name, exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await of.locator('.pg-tool').waitFor();
}

const click = (name: string | RegExp) =>
  page.locator('.pg-tool').getByRole('button', { name, exact: true }).click();

/** Enters a table, and waits until it appears. */
async function table(entries: Record<string, string>): Promise<void> {
  await enter(page, `export default ${JSON.stringify(entries)};`);
  await expectRows(
    page,
    Object.entries(entries).map(
      ([key, to]) => `${/^[A-Z]+ /.test(key) ? key : `any ${key}`} -> ${to}`,
    ),
  );
}

describe('a pattern', () => {
  const parts = async () => {
    const all = await page.locator('.pg-parts > div').allInnerTexts();
    return all.map((text) => text.replace(/\s+/g, ' '));
  };
  const lists = async (at: number): Promise<string[]> => {
    const all = await page.locator('.pg-tool .pg-ways').nth(at).locator('.pg-try').allInnerTexts();
    return all.map((text) => text.replace('Try ', ''));
  };

  it.each([
    ['photos/(:num)', ['photos/ this text', '(:num) $1: one or more digits']],
    ['(:any)', ['(:any) $1: one or more characters, but no slash']],
    ['(en|fr)', ['(en|fr) $1: en or fr']],
    ['[A-Z]{2}x?', ['[A-Z]{2} 2 upper-case letters', 'x? this text, or nothing']],
    ['sitemap\\.xml', ['sitemap\\.xml this text']],
    [
      'blog(?:/(:num))?',
      [
        'blog this text',
        '(?:/(:num))? this, or nothing:',
        '/ this text',
        '(:num) $1: one or more digits',
      ],
    ],
    [
      'a|b/(.+)',
      [
        'a either this',
        'b/(.+) or this',
        'b/ this text',
        '(.+) $1: one or more characters of any kind',
      ],
    ],
    [
      '(?!new)(.*)',
      [
        '(?!new) what follows must not be this:',
        'new this text',
        '(.*) $1: any number of characters of any kind, even none',
      ],
    ],
    [
      '([a-z]+)-\\1',
      [
        '([a-z]+) $1: one or more lower-case letters',
        '- this text',
        '\\1 the same text as $1 again',
      ],
    ],
  ])('is explained part by part: %s', async (pattern, expected) => {
    await table({ [pattern]: 'x' });
    await open('Explain a pattern');
    await expect.poll(parts, PATIENCE).toEqual(expected);
  });

  it.each([
    ['photos/(:num)', '/photos/12', '/photos/abc'],
    ['(:any)/(:any)', '/12/12', '/12/12/more'],
    ['(en|fr)/blog(?:/page/(:num))?', '/en/blog', '/en/blog/page/abc'],
    ['POST products/([A-Z]{2}[0-9]{4})', null, null],
    ['(?!new)([a-z]+)', '/abc', null],
    ['([a-z]+)-\\1', '/abc-abc', null],
    ['(.+)\\.json', null, null],
  ])('has paths that match, and others that nearly match: %s', async (key, match, near) => {
    await table({ [key]: 'x' });
    await open('Explain a pattern');
    await expect.poll(() => page.locator('.pg-tool select').inputValue(), PATIENCE).toBe(key);
    await expect
      .poll(() => page.locator('.pg-tool :is(.pg-tool-old, [role=status] p)').count(), PATIENCE)
      .toBe(0);
    const router = createRouter({ [key]: 'x' });
    const answers = (line: string) => {
      const [method = '', path = ''] = line.split(' ');
      return router.resolve(method, path).status;
    };
    const [matches, others] = [await lists(0), await lists(1)];
    expect(matches.length).toBeLessThanOrEqual(5);
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBeLessThanOrEqual(5);
    expect(new Set(matches.map(answers))).toEqual(new Set(['found']));
    expect(others.map(answers)).not.toContain('found');
    if (match !== null) expect(matches).toContain(`GET ${match}`);
    if (near !== null) expect(others).toContain(`GET ${near}`);
  });

  it('says why a path does not match, and which row answers instead', async () => {
    await table({
      'users/new': 'users/create',
      'users/([a-z]+|12)': 'users/$1',
      'users/(:num)': 'n',
    });
    await open('Explain a pattern');
    await page.locator('.pg-tool select').selectOption({ index: 2 });
    await expectText(
      page,
      '.pg-tool',
      /Try GET \/users\/12\s+but another row comes first: users\/12, by/,
    );
    await expectText(page, '.pg-tool', /Try GET \/users\/abc\s+segment 2, 'abc', is not \(:num\)/);
  });

  it('is the one under the cursor', async () => {
    await enter(page, "export default {\n  'first': 'a',\n  'second/(:any)': 'b',\n};");
    await expectRows(page, ['any first -> a', 'any second/(:any) -> b']);
    await open('Explain a pattern');
    const chosen = () => page.locator('.pg-tool select').inputValue();
    await page
      .locator('.cm-line')
      .nth(2)
      .click({ position: { x: 40, y: 8 } });
    await expect.poll(chosen, PATIENCE).toBe('second/(:any)');
    await page.keyboard.press('ArrowUp');
    await expect.poll(chosen, PATIENCE).toBe('first');
    await expect.poll(parts, PATIENCE).toEqual(['first this text']);
  });
});

describe('a comparison', () => {
  async function compare(source: string): Promise<void> {
    await open('Compare tables');
    await page.locator('.pg-tool textarea').fill(source);
    await click('Compare');
  }

  it('proves that two tables are equal', async () => {
    await table({ 'a/(:num)': 'x/$1' });
    await compare("export default { 'a/([0-9]+)': 'x/$1' };");
    await expectText(page, '.pg-tool', /Both tables answer every request alike\. This is proved\./);
  });

  it('shows a request for each change, follows the definitions, and reads other languages', async () => {
    await table({ 'users/(:any)': 'users/$1', 'users/new': 'users/create' });
    await compare(
      "<?php\n$route['users/new'] = 'users/create';\n$route['users/(:any)'] = 'users/$1';",
    );
    await expectText(
      page,
      '.pg-changes',
      /Try GET \/users\/new\s+users\/create, by 'users\/new'\s+users\/new, by 'users\/\(:any\)'/,
    );
    await expectText(page, '.pg-changes', /Try GET \/\s+home, by 'default_controller'\s+404/);
    await enter(
      page,
      "export default { default_controller: 'home', 'users/new': 'users/create', 'users/(:any)': 'users/$1' };",
    );
    await expectText(page, '.pg-tool', /Both tables answer every request alike/);
  });

  it('reports errors in the other definitions', async () => {
    await compare("export default {\n  'a(': 'b' };");
    await expectText(page, '.pg-tool', /Line 2: .*table key 'a\('/);
    await page.locator('.pg-tool textarea').fill("export default { 'a': 'b' };");
    await expect.poll(() => page.locator('.pg-tool .pg-message').count(), PATIENCE).toBe(0);
  });
});

describe('a measurement', () => {
  it('shows the approximate time of a lookup', async () => {
    await request(page, 'GET', '/photos/7');
    await open('Time a lookup');
    await click('Measure GET /photos/7');
    await expectText(
      page,
      '.pg-tool',
      /A lookup takes about [\d.]+ (?:ns|µs|ms|s), (?:the median of [\d,]+ lookups|measured once)/,
    );
    await page.getByLabel('Path').fill('/photos/8');
    await expect.poll(() => page.locator('.pg-tool .pg-message').count(), PATIENCE).toBe(0);
  });
});

describe('slow patterns', () => {
  it('do not exist without back references', async () => {
    await table({ '(a+)+b': 'x', '(:any)-(:any)(?:-(:any))?': 'y' });
    await open('Slow patterns');
    await expectText(page, '.pg-tool', /No row is slow for any path/);
    expect(await page.locator('.pg-tool .pg-warning').count()).toBe(0);
  });

  it('are listed with their rows', async () => {
    await table({ a: 'b', '((?:a|b|ab)*)\\1c': 'x', '(en|fr)-\\1': 'y' });
    await open('Slow patterns');
    await expectText(page, '.pg-tool', /Row 2, \(\(\?:a\|b\|ab\)\*\)\\1c, has a back/);
    await expectText(page, '.pg-tool', /Row 3, \(en\|fr\)-\\1, has a back reference/);
  });
});

describe('the tools', () => {
  it("say that their table differs from the code's", async () => {
    await table({ a: 'b' });
    await open('Explain a pattern');
    await expectText(page, '.pg-parts', /a\s+this text/);
    await enter(page, 'const a = ;');
    await expectText(page, '.pg-tool', /Your code has an error, so this is about the last table/);
    await table({ c: 'd' });
    await expectText(page, '.pg-parts', /c\s+this text/);
    expect(await page.locator('.pg-tool').innerText()).not.toMatch(/last table/);
  });

  it('load when they are opened', async () => {
    const other = await site.open();
    const loaded = () =>
      other.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => /\\/(pattern|send|compare|time|slow|tools)\\./.test(name)).length",
      );
    await expectText(other, '.pg-table', /photos\/show/);
    expect(await loaded()).toBe(0);
    await open('Explain a pattern', other);
    await expect.poll(loaded, PATIENCE).toBe(2);
    await other.context().close();
  });

  const SCREENS = [
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
    ['a dark phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
  ] as const;
  it.each(SCREENS)('pass axe-core, and nothing overflows: %s', async (_screen, options) => {
    const other = await site.open(options);
    await expectText(other, '.pg-table', /photos\/show/);
    await enter(
      other,
      "console.log('x');\nexport default { '((?:a|b)*)\\\\1c': 'b', 'c/(:any)': 'd' };",
    );
    await expectText(other, '.pg-console', /x/);
    await other.evaluate(axe);
    for (const [name, button] of [
      ['Explain a pattern', null],
      ['Send a request', /^Send GET/],
      ['Compare tables', 'Compare'],
      ['Time a lookup', /^Measure/],
      ['Slow patterns', null],
    ] as const) {
      await open(name, other);
      if (button !== null) {
        await other.locator('.pg-tool').getByRole('button', { name: button, exact: true }).click();
      }
      await other.locator('.pg-tool :is(.pg-parts, .pg-message)').first().waitFor();
      expect([
        name,
        await other.evaluate(
          "axe.run('.pg').then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
        ),
        await other.evaluate('document.documentElement.scrollWidth - innerWidth'),
      ]).toEqual([name, [], 0]);
    }
    await other.context().close();
  });
});

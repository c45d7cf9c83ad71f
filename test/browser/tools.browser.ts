/** The tools below the table. */
import { describe, expect, it } from 'vitest';
import { openForFile } from './browser.ts';
import { on } from './playground.ts';

const page = await openForFile('/playground');
const pg = on(page);

/** Enters a table, and waits until it appears. */
async function table(entries: Record<string, string>): Promise<void> {
  await pg.run(
    `export default ${JSON.stringify(entries)};`,
    ...Object.entries(entries).map(
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

  it('is explained part by part, with paths that match, and others that nearly match', async () => {
    const pattern = '(en|fr)/blog(?:/page/(:num))?';
    await table({ [pattern]: 'x' });
    await pg.openTool('Explain a pattern');
    await expect
      .poll(parts)
      .toEqual([
        '(en|fr) $1: en or fr',
        '/blog this text',
        '(?:/page/(:num))? this, or nothing:',
        '/page/ this text',
        '(:num) $2: one or more digits',
      ]);
    await expect.poll(() => lists(0)).toContain('GET /en/blog');
    expect(await lists(1)).toContain('GET /en/blog/page/abc');
  });

  it('says why a path does not match, and which row answers instead', async () => {
    await table({
      'users/new': 'users/create',
      'users/([a-z]+|12)': 'users/$1',
      'users/(:num)': 'n',
    });
    await pg.openTool('Explain a pattern');
    await page.locator('.pg-tool select').selectOption({ index: 2 });
    await pg.expectText(
      '.pg-tool',
      /Try GET \/users\/12\s+but another row comes first: users\/12, by/,
    );
    await pg.expectText('.pg-tool', /Try GET \/users\/abc\s+segment 2, 'abc', is not \(:num\)/);
  });

  it('is the one under the cursor', async () => {
    await pg.run(
      "export default {\n  'first': 'a',\n  'second/(:any)': 'b',\n};",
      'any first -> a',
      'any second/(:any) -> b',
    );
    await pg.openTool('Explain a pattern');
    const chosen = () => page.locator('.pg-tool select').inputValue();
    await page
      .locator('.cm-line')
      .nth(2)
      .click({ position: { x: 40, y: 8 } });
    await expect.poll(chosen).toBe('second/(:any)');
    await page.keyboard.press('ArrowUp');
    await expect.poll(chosen).toBe('first');
    await expect.poll(parts).toEqual(['first this text']);
  });
});

describe('a comparison', () => {
  async function compare(source: string): Promise<void> {
    await pg.openTool('Compare tables');
    await page.locator('.pg-tool textarea').fill(source);
    await pg.openTool('Compare tables', 'Compare');
  }

  it('proves that two tables are equal', async () => {
    await table({ 'a/(:num)': 'x/$1' });
    await compare("export default { 'a/([0-9]+)': 'x/$1' };");
    await pg.expectText('.pg-tool', /Both tables answer every request alike\. This is proved\./);
  });

  it('shows a request for each change, follows the definitions, and reads other languages', async () => {
    await table({ 'users/(:any)': 'users/$1', 'users/new': 'users/create' });
    await compare(
      "<?php\n$route['users/new'] = 'users/create';\n$route['users/(:any)'] = 'users/$1';",
    );
    await pg.expectText(
      '.pg-changes',
      /Try GET \/users\/new\s+users\/create, by 'users\/new'\s+users\/new, by 'users\/\(:any\)'/,
    );
    await pg.expectText('.pg-changes', /Try GET \/\s+home, by 'default_controller'\s+404/);
    await pg.enter(
      "export default { default_controller: 'home', 'users/new': 'users/create', 'users/(:any)': 'users/$1' };",
    );
    await pg.expectText('.pg-tool', /Both tables answer every request alike/);
  });

  it('reports errors in the other definitions', async () => {
    await compare("export default {\n  'a(': 'b' };");
    await pg.expectText('.pg-tool', /Line 2: .*table key 'a\('/);
    await page.locator('.pg-tool textarea').fill("export default { 'a': 'b' };");
    await expect.poll(() => page.locator('.pg-tool .pg-message').count()).toBe(0);
  });
});

describe('a measurement', () => {
  it('shows the approximate time of a lookup', async () => {
    await pg.startOver();
    await pg.request('GET', '/photos/7');
    await pg.openTool('Time a lookup', 'Measure GET /photos/7');
    await pg.expectText(
      '.pg-tool',
      /A lookup takes about [\d.]+ (?:ns|µs|ms|s), (?:the median of [\d,]+ lookups|measured once)/,
    );
    await page.getByLabel('Path').fill('/photos/8');
    await expect.poll(() => page.locator('.pg-tool .pg-message').count()).toBe(0);
  });
});

describe('slow patterns', () => {
  it('do not exist without back references', async () => {
    await table({ '(a+)+b': 'x', '(:any)-(:any)(?:-(:any))?': 'y' });
    await pg.openTool('Slow patterns');
    await pg.expectText('.pg-tool', /No row is slow for any path/);
    expect(await page.locator('.pg-tool .pg-warning').count()).toBe(0);
  });

  it('are listed with their rows', async () => {
    await table({ a: 'b', '((?:a|b|ab)*)\\1c': 'x', '(en|fr)-\\1': 'y' });
    await pg.openTool('Slow patterns');
    await pg.expectText('.pg-tool', /Row 2, \(\(\?:a\|b\|ab\)\*\)\\1c, has a back/);
    await pg.expectText('.pg-tool', /Row 3, \(en\|fr\)-\\1, has a back reference/);
  });
});

describe('the tools', () => {
  it("say that their table differs from the code's", async () => {
    await table({ a: 'b' });
    await pg.openTool('Explain a pattern');
    await pg.expectText('.pg-parts', /a\s+this text/);
    await pg.enter('const a = ;');
    await pg.expectText('.pg-tool', /Your code has an error, so this is about the last table/);
    await table({ c: 'd' });
    await pg.expectText('.pg-parts', /c\s+this text/);
    expect(await page.locator('.pg-tool').innerText()).not.toMatch(/last table/);
  });
});

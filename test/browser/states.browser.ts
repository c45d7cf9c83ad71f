/** The playground while code runs, after an error, and after a stop. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import {
  codeFrames,
  enter,
  expectRows,
  expectText,
  PATIENCE,
  request,
  startOver,
} from './playground.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  page = await site.open();
});
afterAll(() => site.close());
beforeEach(async () => {
  await startOver(page);
  await expectText(page, '.pg-summary', /5 rows, no problems/);
});

/** The number of dimmed panels. */
const dimmed = () => page.locator('.pg-stale:visible').count();
const button = (name: string) => page.locator('.pg-run').getByRole('button', { name });

/** Expects the answer, table, URL and action of an earlier run, marked as old. */
async function expectOld(says: RegExp): Promise<void> {
  await expect.poll(dimmed, PATIENCE).toBe(4);
  for (const panel of [
    '.pg-result',
    '.pg-tables',
    '.pg-stack > :first-child',
    '.pg-stack > :last-child',
  ]) {
    await expectText(page, panel, says);
  }
  expect(await page.locator('.pg-success, .pg-warning').count()).toBe(
    await page.locator('.pg-stack .pg-success').count(),
  );
}

describe('the result of the last run', () => {
  it('is dimmed while code runs, until a button stops it', async () => {
    await enter(page, 'for (;;);');
    await expectOld(/From the last run/);
    expect(await page.locator('.pg-busy').count()).toBe(1);
    await button('Stop').click();
    await expectText(page, '.pg-run', /Stopped/);
    await expect.poll(() => codeFrames(page), PATIENCE).toBe(0);
    await expectOld(/From the last run that worked/);
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
    await expect.poll(dimmed, PATIENCE).toBe(0);
  });

  it('is dimmed after an error in the code', async () => {
    await enter(page, 'const a = ;');
    await expectText(page, '.pg-run', /Failed/);
    await expectOld(/From the last run that worked/);
  });

  it('still answers requests, and names the run they come from', async () => {
    await enter(page, 'const a = ;');
    await expectText(page, '.pg-failure', /SyntaxError/);
    await request(page, 'GET', '/about/en');
    await expectText(
      page,
      '.pg-result',
      /goes to 'pages\/about\/en'.*\s+From the last run that worked/,
    );
  });

  it('is run again by the button', async () => {
    await enter(page, 'for (;;);');
    await expect.poll(() => codeFrames(page), PATIENCE).toBe(1);
    await button('Stop').click();
    await button('Run').click();
    await expect.poll(() => codeFrames(page), PATIENCE).toBe(1);
    await button('Stop').click();
    await expect.poll(() => codeFrames(page), PATIENCE).toBe(0);
  });
});

describe('words', () => {
  it('distinguish an untried row from an unreachable one', async () => {
    await enter(page, "export default { 'a/(:any)': 'x/$1', 'a/b': 'y', c: 'z' };");
    await request(page, 'GET', '/a/b');
    await expectText(page, '.pg-table tr:nth-child(2)', /not tried: it would match too/);
    await expectText(page, '.pg-table tr:nth-child(2)', /No request reaches/);
    await expectText(page, '.pg-table tr:nth-child(3)', /not tried$/m);
    expect(await page.locator('.pg-table tr:nth-child(3)').innerText()).not.toMatch(/reaches/);
  });
});

describe('an error of waymark', () => {
  it.each([
    ['a pattern', "Route.get('a(', 'b');", 'bad-pattern'],
    ['a placeholder', "Route.get('(:nmu)', 'b');", 'bad-placeholder'],
    ['a table', 'export default 7;', 'bad-table'],
  ])('links to its page: %s', async (_label, code, name) => {
    await enter(page, `import { Route } from 'waymark';\n${code}`);
    const link = page.locator('.pg-failure a');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`/errors/${name}`);
    const response = await page.request.get(`${site.origin}/errors/${name}.html`);
    expect(response.status()).toBe(200);
  });

  it('links to no other page if it is forged', async () => {
    const forged = { kind: 'failure', message: 'ours', line: null, code: '../..//evil.example' };
    await enter(page, `JSON.stringify = () => ${JSON.stringify(JSON.stringify(forged))};`);
    await expectText(page, '.pg-failure', /did not let the playground answer/);
    expect(await page.locator('.pg-failure a').count()).toBe(0);
  });
});

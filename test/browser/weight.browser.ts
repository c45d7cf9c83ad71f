/** The playground's downloads, and their order. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import { enter, expectRows, expectText, openExample, PATIENCE } from './playground.ts';

const DIST = new URL('../../docs/.vitepress/dist/', import.meta.url);

/** The maximum download before the first answer, in bytes, page and fonts included. */
const LIMIT = 300_000;

/** Notes when the first table appears, and how much the layout shifts. */
const WATCH = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver((_, observer) => {
    if (document.querySelector('.pg-table .pg-key') === null) return;
    window.answeredAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });`;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Opens the playground, watched from the start, as on a first visit without caches. */
async function open(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const page = await site.open({ viewport, serviceWorkers: 'block' });
  await page.addInitScript(WATCH);
  await page.reload();
  await expectText(page, '.pg-summary', /5 rows, no problems/);
  return page;
}

/** The files requested before the answer. */
async function filesBefore(page: Page): Promise<string[]> {
  const files = await page.evaluate(
    "performance.getEntriesByType('resource').filter(({ startTime }) => startTime < answeredAt).map(({ name }) => new URL(name).pathname)",
  );
  return ['/playground.html', ...new Set(files as string[])]; // the expression returns strings
}

/** The size of a file as sent: fonts are already compressed. */
function weigh(file: string): number {
  const bytes = readFileSync(new URL(`.${file}`, DIST));
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
}

describe('the playground before it answers', () => {
  it(`loads at most ${LIMIT / 1000} kB`, async () => {
    const page = await open();
    const files = await filesBefore(page);
    expect(files.some((file) => /\/worker\./.test(file))).toBe(true);
    const total = files.map(weigh).reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeLessThan(LIMIT);
    await page.context().close();
  });

  it('loads no editor, no proofs and no parser of PHP', async () => {
    const page = await open();
    const files = (await filesBefore(page)).join('\n');
    expect(files).not.toMatch(/\/(editor|proofs|lookup|php|types|full|tools)\./);
    await page.context().close();
  });

  it('has its layout before any script', async () => {
    const page = await site.open({ javaScriptEnabled: false });
    expect(await page.locator('.pg textarea').inputValue()).toMatch(/Route\.get\('photos'/);
    expect(await page.getByLabel('Path').inputValue()).toBe('/photos/7');
    await page.context().close();
  });

  it.each([
    ['a wide screen', { width: 1280, height: 900 }],
    ['a phone', { width: 390, height: 800 }],
  ])('does not shift its layout: %s', async (_label, viewport) => {
    const page = await open(viewport);
    await page.locator('.cm-content').waitFor();
    // Chromium rates a page as good up to 0.1.
    expect(await page.evaluate('shifts.reduce((sum, value) => sum + value, 0)')).toBeLessThan(0.05);
    await page.context().close();
  });
});

describe('the plain field', () => {
  // A service worker would answer instead of the route.
  const openBlocked = () => site.open({ serviceWorkers: 'block' });

  it('keeps the typed text, and becomes the editor with the cursor in place', async () => {
    const page = await openBlocked();
    await page.route(/\/editor\./, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.reload();
    await page.locator('.pg-plain textarea').fill("export default { plain: 'b' };");
    await page.keyboard.press('Home');
    await page.locator('.cm-content').waitFor();
    await page.keyboard.type('/*1*/');
    expect(await page.locator('.cm-line').first().innerText()).toBe(
      "/*1*/export default { plain: 'b' };",
    );
    await expectRows(page, ['any plain -> b']);
    await page.context().close();
  });

  it('stays if the editor cannot be loaded, and jumps to the line of an error', async () => {
    const page = await openBlocked();
    await page.route(/\/editor\./, (route) => route.abort());
    await page.reload();
    await page.locator('.pg-plain textarea').fill('const a = 1;\nnothing.there();');
    await expectText(page, '.pg-failure', /nothing is not defined/);
    await page.locator('.pg-failure button').click();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type("export default { plain: 'c' };");
    await expectRows(page, ['any plain -> c']);
    await page.context().close();
  });
});

describe('without a network and without a service worker, once loaded', () => {
  it('runs JavaScript, TypeScript and PHP, looks up, and proves', async () => {
    const page = await open();
    const loaded = () =>
      page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join()");
    await expect.poll(loaded, PATIENCE).toMatch(/\/php\./);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await enter(page, "export default { 'users/(:any)': 'a', 'users/new': 'b' } as object;");
    await expectText(page, '.pg-table', /No request reaches 'users\/new'/);
    await page.getByLabel('Path').fill('/users/x');
    await expectText(page, '.pg-result', /goes to 'a'/);
    await openExample(page, /PHP/, /songs/);
    await page.context().close();
  });
});

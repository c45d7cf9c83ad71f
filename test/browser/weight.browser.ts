/** The playground's downloads, and their order. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, SITE } from './browser.ts';
import { on, openSaving } from './playground.ts';

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

/** Opens the playground, watched from the start, as on a first visit without caches. */
async function visit(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const page = await open('about:blank', { viewport });
  await page.addInitScript(WATCH);
  await page.goto('/playground');
  await on(page).expectText('.pg-summary', /5 rows, no problems/);
  return page;
}

/** The size of a file as sent: fonts are already compressed. */
function weigh(file: string): number {
  const bytes = readFileSync(`${SITE}${file}`);
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
}

/** Expects a layout that does not shift. */
async function expectSteady(page: Page): Promise<void> {
  await page.locator('.cm-content').waitFor();
  // Chromium rates a page as good up to 0.1.
  expect(await page.evaluate('shifts.reduce((sum, value) => sum + value, 0)')).toBeLessThan(0.05);
}

describe('the playground', () => {
  it(`loads at most ${LIMIT / 1000} kB before it answers, then the rest, and works without a network`, async () => {
    const page = await visit();
    const before = (await page.evaluate(
      "performance.getEntriesByType('resource').filter(({ startTime }) => startTime < answeredAt).map(({ name }) => new URL(name).pathname)",
    )) as string[]; // the expression returns strings
    const files = ['/playground.html', ...new Set(before)];
    expect(files.some((file) => /\/worker\./.test(file))).toBe(true);
    expect(files.join('\n')).not.toMatch(/\/(editor|proofs|lookup|php|types|full)\./);
    expect(files.map(weigh).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(LIMIT);
    await expectSteady(page);

    await expect.poll(() => on(page).loaded(/\/php\./)).toBe(1);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await on(page).enter("export default { 'users/(:any)': 'a', 'users/new': 'b' } as object;");
    await on(page).expectText('.pg-table', /No request reaches 'users\/new'/);
    await page.getByLabel('Path').fill('/users/x');
    await on(page).expectText('.pg-result', /goes to 'a'/);
    await on(page).openExample(/PHP/, /songs/);
  });

  it('does not shift its layout on a phone', async () => {
    await expectSteady(await visit({ width: 390, height: 800 }));
  });

  it('has its layout before any script', async () => {
    const page = await open('/playground', { javaScriptEnabled: false });
    expect(await page.locator('.pg textarea').inputValue()).toMatch(/Route\.get\('photos'/);
    expect(await page.getByLabel('Path').inputValue()).toBe('/photos/7');
  });

  it('loads the type remover and the tools when they are used', async () => {
    const page = await openSaving();
    await on(page).expectText('.pg-table', /photos\/show/);
    await page.locator('.cm-content').waitFor();
    const tools = /\/(?:pattern|send|compare|speed|tool|full)\./;
    await on(page).run("export default { a: 'b' };", 'any a -> b');
    expect(await on(page).loaded(/\/types\./)).toBe(0);
    await on(page).run("export default { b: 'c' } as object;", 'any b -> c');
    expect(await on(page).loaded(/\/types\./)).toBe(1);
    expect(await on(page).loaded(tools)).toBe(0);
    await on(page).openTool('Explain a pattern');
    await on(page).expectText('.pg-tool', /this text/);
    expect(await on(page).loaded(/\/pattern\./)).toBe(1);
    expect(await on(page).loaded(/\/(?:send|compare|speed|full)\./)).toBe(0);
  });
});

describe('the home page', () => {
  it(`loads at most ${LIMIT / 1000} kB before a visitor turns to the route file, and then the proofs`, async () => {
    const page = await open('/');
    await page.waitForLoadState('networkidle');
    const before = (await page.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
    )) as string[]; // the expression returns strings
    const files = ['/index.html', ...new Set(before)];
    expect(files.join('\n')).not.toMatch(/\/(sandbox|worker|proofs|editor)\./);
    expect(files.map(weigh).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(LIMIT);
    await page.locator('.proof').hover();
    await expect.poll(() => on(page).loaded(/\/proofs\./)).toBe(1);
  });
});

describe('the plain field', () => {
  it('keeps the typed text, and becomes the editor with the cursor in place', async () => {
    const page = await open('about:blank');
    await page.route(/\/editor\./, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto('/playground');
    await page.locator('.pg-plain textarea').fill("export default { plain: 'b' };");
    await page.keyboard.press('Home');
    await page.locator('.cm-content').waitFor();
    await page.keyboard.type('/*1*/');
    expect(await page.locator('.cm-line').first().innerText()).toBe(
      "/*1*/export default { plain: 'b' };",
    );
    await on(page).expectRows('any plain -> b');
  });

  it('stays if the editor cannot be loaded, and jumps to the line of an error', async () => {
    const page = await open('about:blank');
    await page.route(/\/editor\./, (route) => route.abort());
    await page.goto('/playground');
    await page.locator('.pg-plain textarea').fill('const a = 1;\nnothing.there();');
    await on(page).expectText('.pg-failure', /nothing is not defined/);
    await page.locator('.pg-failure button').click();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type("export default { plain: 'c' };");
    await on(page).expectRows('any plain -> c');
  });
});

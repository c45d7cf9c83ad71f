/** Typical searches lead to the page with the answer. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openForFile } from './browser.ts';

const page = await openForFile('/why', { viewport: { width: 1280, height: 900 } });

beforeAll(async () => {
  await page.waitForLoadState('networkidle');
  await page.locator('#local-search button').first().click();
  await page.locator('#localsearch-input').waitFor({ timeout: 10_000 });
});

describe('the search', () => {
  it.each([
    ['cloudflare', '/deploying/workers'],
    ['lambda', '/deploying/lambda'],
    ['deno deploy', '/deploying'],
    ['docker', '/with'],
    ['websocket', '/recipes'],
    ['cors', '/serving'],
    ['middleware', '/serving'],
    ['static files', '/serving'],
    ['cookie', '/sessions'],
    ['session', '/sessions'],
    ['redirect', '/sessions'],
    ['csrf', '/guards'],
    ['query', '/recipes'],
    ['optional parameter', '/recipes'],
    ['named parameter', '/recipes'],
    ['trailing slash', '/recipes'],
    ['i18n', '/recipes'],
    ['upload', '/body'],
    ['405', '/troubleshooting'],
    ['vitest', '/testing-your-routes'],
    ['laravel', '/other-frameworks'],
    ['block', '/resources'],
  ])('finds %s on %s', async (words, path) => {
    const input = page.locator('#localsearch-input');
    await input.fill(words);
    // The results are complete once each of them contains a search word.
    const links = page.locator('#localsearch-list a');
    await expect
      .poll(async () => {
        const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
        return found.slice(0, 8).map((link) => link?.split('#')[0]);
      })
      .toContain(path);
  });

  it('finds the page about blocks before the reference and the decisions', async () => {
    await page.locator('#localsearch-input').fill('block');
    const links = page.locator('#localsearch-list a');
    await expect.poll(() => links.first().innerText()).toMatch(/block/i);
    const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(found.slice(0, 3)).toContain('/resources#blocks');
  });
});

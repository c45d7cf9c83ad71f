/** A code sample of the documentation opens in the playground, with its first request. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import { expectText } from './playground.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it.each([
  ['/routes', /photos\/show/],
  ['/resources', /photos\/create_new/],
  ['/patterns', /products\/show/],
  ['/resolver', /users\/show/],
  // Its table is the argument of createRouter.
  ['/comparison', /posts\/show/],
])('the first sample of %s runs in the playground, after a click', async (path, row) => {
  const page = await site.open();
  await page.goto(site.origin + path);
  await page.locator('.open-sample a').first().click();
  await page.getByRole('button', { name: 'Run the code of this link' }).click();
  await expectText(page, '.pg-table [aria-current]', row);
  expect(new URL(page.url()).pathname).toBe('/playground');
  await page.close();
});

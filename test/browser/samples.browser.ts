/** A code sample of the documentation opens in the playground. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe('a code sample', () => {
  it.each(['/routes', '/resources', '/patterns', '/codeigniter'])(
    'of %s runs in the playground, after a click',
    async (path) => {
      const page = await site.open();
      await page.goto(site.origin + path);
      await page.locator('.open-sample a').first().click();
      await page.getByRole('button', { name: 'Run the code of this link' }).click();
      await page.getByRole('heading', { name: 'Table' }).waitFor();
      await page
        .locator('.pg-halves')
        .getByText('matched')
        .or(page.getByText('not tried'))
        .first()
        .waitFor();
      expect(new URL(page.url()).pathname).toBe('/playground');
      await page.close();
    },
  );
});

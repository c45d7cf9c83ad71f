/** Opens the documentation's code samples in the playground, with their first requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, questionOf } from '../../docs/.vitepress/playground-links.ts';
import { blocksOf, pages } from '../support/pages.ts';
import { type Site, startSite } from './browser.ts';
import { expectText, PATIENCE } from './playground.ts';

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
  ['/why', /posts\/show/],
])('the first sample of %s runs in the playground after a click', async (path, row) => {
  const page = await site.open();
  await page.goto(site.origin + path);
  await page.locator('.open-sample a').first().click();
  await page.getByRole('button', { name: 'Run the code of this link' }).click();
  await expectText(page, '.pg-table [aria-current]', row);
  expect(new URL(page.url()).pathname).toBe('/playground');
  await page.close();
});

/** The samples with a link, except those that show an error. */
const samples = pages
  .filter(({ path }) => path.startsWith('docs/') && !path.startsWith('docs/errors/'))
  .flatMap(blocksOf)
  .flatMap(({ page, title, code }) => {
    const question = questionOf(code);
    return question === null ? [] : [{ name: `${page}, ${title}`, question }];
  });

describe('the target of a link', () => {
  it('is found in the pages', () => {
    expect(samples.length).toBeGreaterThan(50);
  });

  it.each(samples)('runs and has rows: $name', async ({ question }) => {
    const page = await site.open();
    await page.goto(site.origin + addressOf(question));
    await page.getByRole('button', { name: 'Run the code of this link' }).click();
    const failure = page.locator('.pg-failure');
    const rows = page.locator('.pg-table tr[data-index]');
    const isDone = async () => (await failure.innerText()) !== '' || (await rows.count()) > 0;
    await expect.poll(isDone, PATIENCE).toBe(true);
    expect(await failure.innerText()).toBe('');
    await page.close();
  });
});

/** Opens the documentation's code samples in the playground, with their first requests. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, questionOf } from '../../docs/.vitepress/playground-links.ts';
import { blocksOf, pages } from '../support/pages.ts';
import { openForFile } from './browser.ts';
import { on } from './playground.ts';

// The playground follows each link without loading again.
const page = await openForFile('about:blank');
const pg = on(page);

it.each([
  ['/routes', /photos\/show/],
  ['/resources', /photos\/create_new/],
  ['/patterns', /articles\/\$1/],
  ['/resolver', /users\/show/],
  // Its table is the argument of createRouter.
  ['/why', /posts\/create_new/],
])('the first sample of %s runs in the playground after a click', async (path, row) => {
  await page.goto(path);
  await page.locator('.open-sample a').first().click();
  await pg.runLink();
  await pg.expectText('.pg-table [aria-current]', row);
  expect(new URL(page.url()).pathname).toBe('/playground');
});

/** The samples with a link, except those that show an error. Those with the same code are one. */
const samples = Object.values(
  Object.fromEntries(
    pages
      .filter(({ path }) => path.startsWith('docs/') && !path.startsWith('docs/errors/'))
      .flatMap(blocksOf)
      .flatMap(({ page: name, title, code }) => {
        const question = questionOf(code);
        return question === null
          ? []
          : [[question.source, { name: `${name}, ${title}`, question }]];
      }),
  ),
);

describe('the target of a link', () => {
  // Forgets the code that ran after a click.
  beforeAll(() => page.goto('about:blank'));

  it('is found in the pages', () => expect(samples.length).toBeGreaterThan(40));

  it.each(samples)('runs and has rows: $name', async ({ question }) => {
    await page.goto(addressOf(question));
    await pg.expectHeld();
    await pg.runLink();
    const failure = page.locator('.pg-failure');
    const rows = page.locator('.pg-table tr[data-index]');
    const isDone = async () => (await failure.innerText()) !== '' || (await rows.count()) > 0;
    await expect.poll(isDone).toBe(true);
    expect(await failure.innerText()).toBe('');
  });
});

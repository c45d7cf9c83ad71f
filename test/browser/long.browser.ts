/** Tables of many rows, and the cost of typing a path. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import { enter, expectText, PATIENCE } from './playground.ts';

const ROWS = 1500;
const SOURCE = `const routes = {};
for (let i = 0; i < ${ROWS}; i += 1) routes[\`GET part\${i}/(:num)\`] = \`parts/show/\${i}/$1\`;
export default routes;`;

let site: Site;
let page: Page;
/** The number of frames the page has created. */
let frames = 0;

beforeAll(async () => {
  site = await startSite();
  page = await site.open();
  page.on('frameattached', () => {
    frames += 1;
  });
  await enter(page, SOURCE);
  await page.locator('.pg-summary', { hasText: '1500 rows, no problems' }).waitFor();
});
afterAll(() => site.close());

/** The work done by the page's workers: the sum of each count. */
async function counts(): Promise<{ compiled: number; answered: number }[]> {
  return Promise.all(
    page.workers().map((worker) => worker.evaluate('counts') as Promise<never>), // from `serveTable`
  );
}

const hit = () => page.locator('.pg-table [aria-current] .pg-key').allInnerTexts();

describe('a table of 1,500 rows', () => {
  it('keeps only the rows in view in the page, and shows the number of rows', async () => {
    const rows = page.locator('.pg-table tr[data-index]');
    expect(await rows.count()).toBeLessThan(60);
    expect(await page.locator('.pg-table').getAttribute('aria-rowcount')).toBe(`${ROWS + 1}`);
  });

  it.each(['/part1400/7', '/part3/7', '/part777/7'])(
    'scrolls to the matching row: %s',
    async (path) => {
      await page.getByLabel('Path').fill(path);
      const key = `GET ${path.slice(1, -1)}(:num)`;
      await expect.poll(hit, PATIENCE).toEqual([key]);
      const isInView = async () => {
        const [row, box] = await Promise.all([
          page.locator('.pg-table [aria-current]').boundingBox(),
          page.locator('.pg-scroll').boundingBox(),
        ]);
        return (
          row !== null && box !== null && row.y >= box.y && row.y + row.height <= box.y + box.height
        );
      };
      await expect.poll(isInView, PATIENCE).toBe(true);
    },
  );

  it('scrolls to it without scrolling the page', async () => {
    await page.evaluate('scrollTo(0, 0)');
    await page.getByLabel('Path').fill('/part1200/7');
    await expect.poll(hit, PATIENCE).toEqual(['GET part1200/(:num)']);
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  it('can be scrolled to its end with the keyboard', async () => {
    await page.locator('.pg-scroll').focus();
    // Row heights are known only after rows were in view, so the end moves.
    const press = async () => {
      await page.keyboard.press('End');
      return page.locator('.pg-table').innerText();
    };
    await expect.poll(press, PATIENCE).toMatch(/part1499/);
  });
});

describe('a typed path', () => {
  it('finds the table already compiled, even if it is the first', async () => {
    const other = await site.open();
    await enter(other, SOURCE);
    await other.locator('.pg-summary', { hasText: '1500 rows, no problems' }).waitFor();
    const compiled = () =>
      Promise.all(other.workers().map((worker) => worker.evaluate('counts.compiled')));
    await expect.poll(compiled, PATIENCE).toEqual([1, 1]);
    await other.context().close();
  });

  it('runs no code, compiles no table and repeats no proof', async () => {
    await page.getByLabel('Path').fill('/part1/7');
    await expect.poll(hit, PATIENCE).toEqual(['GET part1/(:num)']);
    const before = { frames, counts: await counts() };
    await page.getByLabel('Path').fill('');
    await page.getByLabel('Path').pressSequentially('/part1234/56');
    await expect.poll(hit, PATIENCE).toEqual(['GET part1234/(:num)']);
    expect(frames).toBe(before.frames);
    const after = await counts();
    expect(after.map(({ compiled }) => compiled)).toEqual(before.counts.map(() => 1));
    expect(
      after.some(({ answered }, index) => answered > (before.counts[index]?.answered ?? 0)),
    ).toBe(true);
  });

  it('re-renders only the rows in view', async () => {
    await page.evaluate(`
      made = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) made += [...addedNodes].filter((node) => node.nodeName === 'TR').length;
      }).observe(document.querySelector('.pg-table'), { childList: true, subtree: true });`);
    await page.getByLabel('Path').fill('/part40/7');
    await expect.poll(hit, PATIENCE).toEqual(['GET part40/(:num)']);
    expect(await page.evaluate('made')).toBeLessThan(150);
  });
});

describe('on a phone', () => {
  it('shows the path field before the definitions and the table', async () => {
    const phone = await site.open({ viewport: { width: 390, height: 800 } });
    await expectText(phone, '.pg-table', /photos/);
    const tops = await Promise.all(
      ['.pg-requests', '.pg-definitions', '.pg-tables'].map(
        async (selector) => (await phone.locator(selector).boundingBox())?.y ?? 0,
      ),
    );
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    const field = await phone.getByLabel('Path').boundingBox();
    expect(field?.y).toBeLessThan(600);
    await phone.context().close();
  });
});

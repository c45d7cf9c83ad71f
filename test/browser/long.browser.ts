/** Tables of many rows, and the cost of typing a path. */
import { beforeAll, expect, it } from 'vitest';
import { open, openForFile } from './browser.ts';
import { on } from './playground.ts';

const ROWS = 1500;
const SOURCE = `const routes = {};
for (let i = 0; i < ${ROWS}; i += 1) routes[\`GET part\${i}/(:num)\`] = \`parts/show/\${i}/$1\`;
export default routes;`;

const page = await openForFile('/playground');
const pg = on(page);
/** The number of frames the page has created. */
let frames = 0;
page.on('frameattached', () => {
  frames += 1;
});

beforeAll(async () => {
  await pg.enter(SOURCE);
  await page.locator('.pg-summary', { hasText: '1500 rows, no problems' }).waitFor();
});

/** The work done by the page's workers: the sum of each count. */
async function counts(): Promise<{ compiled: number; answered: number }[]> {
  return Promise.all(
    page.workers().map((worker) => worker.evaluate('counts') as Promise<never>), // from `serveTable`
  );
}

/** Enters a path, and waits for its row. */
async function look(path: string): Promise<void> {
  await page.getByLabel('Path').fill(path);
  const hit = () => page.locator('.pg-table [aria-current] .pg-key').allInnerTexts();
  await expect.poll(hit).toEqual([`GET ${path.replace(/\/\d+$/, '/(:num)').slice(1)}`]);
}

it('keeps only the rows in view in the page, and shows the number of rows', async () => {
  expect(await page.locator('.pg-table tr[data-index]').count()).toBeLessThan(60);
  expect(await page.locator('.pg-table').getAttribute('aria-rowcount')).toBe(`${ROWS + 1}`);
});

it('finds the table already compiled for the first path that is typed', async () => {
  const compiled = async () => (await counts()).map((each) => each.compiled);
  await expect.poll(compiled).toEqual([1, 1]);
});

it('scrolls to the matching row, but not the page', async () => {
  await page.evaluate('scrollTo(0, 0)');
  for (const path of ['/part1400/7', '/part3/7', '/part777/7']) {
    await look(path);
    const isInView = async () => {
      const [row, box] = await Promise.all([
        page.locator('.pg-table [aria-current]').boundingBox(),
        page.locator('.pg-scroll').boundingBox(),
      ]);
      return (
        row !== null && box !== null && row.y >= box.y && row.y + row.height <= box.y + box.height
      );
    };
    await expect.poll(isInView).toBe(true);
  }
  expect(await page.evaluate('scrollY')).toBe(0);
});

it('can be scrolled to its end with the keyboard', async () => {
  await page.locator('.pg-scroll').focus();
  // Row heights are known only after rows were in view, so the end moves.
  const press = async () => {
    await page.keyboard.press('End');
    return page.locator('.pg-table').innerText();
  };
  await expect.poll(press).toMatch(/part1499/);
});

it('a typed path runs no code, compiles no table, repeats no proof and renders few rows', async () => {
  await look('/part1/7');
  const before = { frames, counts: await counts() };
  await page.getByLabel('Path').fill('');
  await page.getByLabel('Path').pressSequentially('/part1234/5');
  await look('/part1234/56');
  expect(frames).toBe(before.frames);
  const after = await counts();
  expect(after.map(({ compiled }) => compiled)).toEqual(before.counts.map(() => 1));
  expect(
    after.some(({ answered }, index) => answered > (before.counts[index]?.answered ?? 0)),
  ).toBe(true);
  await page.evaluate(`
    made = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) made += [...addedNodes].filter((node) => node.nodeName === 'TR').length;
    }).observe(document.querySelector('.pg-table'), { childList: true, subtree: true });`);
  await look('/part40/7');
  expect(await page.evaluate('made')).toBeLessThan(150);
});

it('a phone shows the path field before the definitions and the table', async () => {
  const phone = await open('/playground', { viewport: { width: 390, height: 800 } });
  await on(phone).expectText('.pg-table', /photos/);
  const tops = await Promise.all(
    ['.pg-requests', '.pg-definitions', '.pg-tables'].map(
      async (selector) => (await phone.locator(selector).boundingBox())?.y ?? 0,
    ),
  );
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  expect((await phone.getByLabel('Path').boundingBox())?.y).toBeLessThan(600);
});

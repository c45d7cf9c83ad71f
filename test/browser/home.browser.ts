/** The home page: its small playground, and its layout on a phone. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

async function openHome(width: number): Promise<Page> {
  const page = await site.open({ viewport: { width, height: 844 } });
  await page.goto(`${site.origin}/`);
  await page.locator('.try-card').waitFor();
  return page;
}

describe('the playground of the home page', () => {
  it.each([
    ['GET', '/posts/7', 'GET posts/(:any)→posts/show/$1', 'goes to posts/show/7'],
    ['GET', '/users//x/../%6Cogin', 'users/login→blocked', 'is blocked'],
    ['GET', '/posts', null, 'is a 405: only POST allowed'],
    ['GET', '/%FF', null, 'is a 400: invalid UTF-8'],
    ['POST', '/elsewhere', null, 'is a 404: no row matches'],
  ])('answers %s %s', async (method, path, row, answer) => {
    const page = await openHome(1280);
    await page.getByLabel('Method').selectOption(method);
    await page.getByLabel('Path').fill(path);
    expect(await page.locator('.try-answer').textContent()).toBe(`${method} ${path} ${answer}`);
    expect(await page.locator('.try-hit').allTextContents()).toEqual(row === null ? [] : [row]);
    await page.context().close();
  });

  it('shows an example on click', async () => {
    const page = await openHome(1280);
    await page.getByRole('button', { name: '/fr/about/us' }).click();
    expect(await page.getByLabel('Path').inputValue()).toBe('/fr/about/us');
    expect(await page.locator('.try-hit').textContent()).toContain('pages/show/$2/$1');
    await page.context().close();
  });
});

describe.each([390, 768, 1280, 1920])('the small playground at %i px', (width) => {
  let page: Page;
  beforeAll(async () => {
    page = await openHome(width);
    await page.locator('.try-card').scrollIntoViewIfNeeded();
  });
  afterAll(() => page.context().close());

  it('takes clicks in the middle of every control', async () => {
    const controls = await page.locator('.try-card :is(select, input, button)').all();
    expect(controls.length).toBe(7);
    for (const control of controls) {
      const box = await control.boundingBox();
      if (box === null) throw new Error('a control is not shown');
      const isOnTop = await control.evaluate(
        (element, [x, y]) => element.ownerDocument.elementFromPoint(x, y) === element,
        [box.x + box.width / 2, box.y + box.height / 2] as const,
      );
      expect([await control.textContent(), isOnTop]).toEqual([await control.textContent(), true]);
    }
    await page.mouse.click(...(await middleOf(page, page.getByRole('button', { name: '/fr' }))));
    expect(await page.getByLabel('Path').inputValue()).toBe('/fr/about/us');
    await page.mouse.click(...(await middleOf(page, page.getByLabel('Path'))));
    await page.keyboard.press('End');
    await page.keyboard.type('/now');
    expect(await page.locator('.try-answer').textContent()).toContain('pages/show/about/us/now/fr');
  });

  it('shows which field has the focus', async () => {
    await page.getByLabel('Method').focus();
    for (const label of ['Method', 'Path']) {
      const outline = await page
        .getByLabel(label)
        .evaluate(
          (element) => element.ownerDocument.defaultView?.getComputedStyle(element).outlineStyle,
        );
      expect([label, outline]).toEqual([label, 'solid']);
      await page.keyboard.press('Tab');
    }
  });
});

async function middleOf(page: Page, control: Locator): Promise<[x: number, y: number]> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error(`${page.url()} does not show a control`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

it.each([390, 768, 1280])(
  'the home page fits %i px, and nothing covers its text',
  async (width) => {
    const page = await openHome(width);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const [card, text] = await Promise.all([
      page.locator('.try-card').boundingBox(),
      page.locator('.VPHero .actions').boundingBox(),
    ]);
    if (card === null || text === null) throw new Error('a part of the page is not shown');
    expect(card.y >= text.y + text.height || card.x >= text.x + 100).toBe(true);
    await page.context().close();
  },
);

it('the rows of the small playground take one line each on a phone, with aligned arrows', async () => {
  const page = await openHome(390);
  const arrows = await page.locator('.try-rows li > span').all();
  const boxes = await Promise.all(arrows.map((arrow) => arrow.boundingBox()));
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
  const rows = await page.locator('.try-rows li').all();
  const heights = await Promise.all(rows.map(async (row) => (await row.boundingBox())?.height));
  expect(heights.every((height = Number.NaN) => height < 40)).toBe(true);
  await page.context().close();
});

it.each([
  [390, 399],
  [1280, 719],
])('the terminal at %i px has readable text', async (width, natural) => {
  const page = await openHome(width);
  const picture = page.locator('.vp-doc picture img');
  await picture.scrollIntoViewIfNeeded();
  const size = () => picture.evaluate((element) => Reflect.get(element, 'naturalWidth'));
  await expect.poll(size).toBe(natural);
  const box = await picture.boundingBox();
  // The text is 14 px high at the natural width.
  expect(((box?.width ?? 0) / natural) * 14).toBeGreaterThan(11);
  await page.context().close();
});

it('a missing page has its own message', async () => {
  const page = await site.open();
  await page.goto(`${site.origin}/404.html`);
  await page.getByText('No route matches this address').waitFor();
  await page.context().close();
});

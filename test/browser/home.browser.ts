/** The home page: its small playground, and its layout on a phone. */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openForFile } from './browser.ts';

const page = await openForFile('/');
await page.locator('.try-card').waitFor();

const path = () => page.getByLabel('Path');
const answer = () => page.locator('.try-answer').textContent();

it.each([
  ['GET', '/posts/7', 'GET posts/(:any)→posts/show/$1', 'goes to posts/show/7'],
  ['GET', '/users//x/../%6Cogin', 'users/login→blocked', 'is blocked'],
  ['GET', '/posts', null, 'is a 405: only POST allowed'],
  ['GET', '/%FF', null, 'is a 400: invalid UTF-8'],
  ['POST', '/elsewhere', null, 'is a 404: no row matches'],
])('the small playground answers %s %s', async (method, asked, row, says) => {
  await page.getByLabel('Method').selectOption(method);
  await path().fill(asked);
  expect(await answer()).toBe(`${method} ${asked} ${says}`);
  expect(await page.locator('.try-hit').allTextContents()).toEqual(row === null ? [] : [row]);
});

async function middleOf(control: Locator): Promise<readonly [x: number, y: number]> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error('a control is not shown');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

describe.each([390, 768, 1280, 1920])('at %i px', (width) => {
  it('the small playground takes clicks in the middle of every control', async () => {
    await page.setViewportSize({ width, height: 844 });
    const controls = await page.locator('.try-card :is(select, input, button)').all();
    expect(controls.length).toBe(7);
    for (const control of controls) {
      const isOnTop = await control.evaluate(
        (element, [x, y]) => element.ownerDocument.elementFromPoint(x, y) === element,
        await middleOf(control),
      );
      expect([await control.textContent(), isOnTop]).toEqual([await control.textContent(), true]);
    }
    await page.mouse.click(...(await middleOf(page.getByRole('button', { name: '/fr' }))));
    expect(await path().inputValue()).toBe('/fr/about/us');
    await page.mouse.click(...(await middleOf(path())));
    await page.keyboard.press('End');
    await page.keyboard.type('/now');
    expect(await answer()).toContain('pages/show/about/us/now/fr');
    expect(await page.locator('.try-hit').textContent()).toContain('pages/show/$2/$1');
  });

  it('the small playground shows which field has the focus', async () => {
    await page.getByLabel('Method').focus();
    for (const label of ['Method', 'Path']) {
      const outline = 'getComputedStyle(document.activeElement).outlineStyle';
      expect([label, await page.evaluate(outline)]).toEqual([label, 'solid']);
      await page.keyboard.press('Tab');
    }
  });

  it('the page fits, and nothing covers its text', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const [card, text] = await Promise.all([
      page.locator('.try-card').boundingBox(),
      page.locator('.VPHero .actions').boundingBox(),
    ]);
    if (card === null || text === null) throw new Error('a part of the page is not shown');
    expect(card.y >= text.y + text.height || card.x >= text.x + 100).toBe(true);
  });
});

it('the rows of the small playground take one line each on a phone, with aligned arrows', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const boxesOf = async (selector: string) =>
    Promise.all((await page.locator(selector).all()).map((each) => each.boundingBox()));
  const arrows = await boxesOf('.try-rows li > span');
  expect(new Set(arrows.map((box) => box?.x)).size).toBe(1);
  const rows = await boxesOf('.try-rows li');
  expect(rows.every((box) => (box?.height ?? Number.NaN) < 40)).toBe(true);
});

it.each([
  [390, 399],
  [1280, 719],
])('the terminal at %i px has readable text', async (width, natural) => {
  await page.setViewportSize({ width, height: 844 });
  const picture = page.locator('.vp-doc picture img');
  await picture.scrollIntoViewIfNeeded();
  const size = () => picture.evaluate((element) => Reflect.get(element, 'naturalWidth'));
  await expect.poll(size).toBe(natural);
  const box = await picture.boundingBox();
  // The text is 14 px high at the natural width.
  expect(((box?.width ?? 0) / natural) * 14).toBeGreaterThan(11);
});

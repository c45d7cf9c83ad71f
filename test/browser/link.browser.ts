import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../docs/playground/page/examples.ts';
import { type Site, startSite } from './browser.ts';
import {
  codeFrames,
  enter,
  expectRows,
  expectText,
  linkTo,
  openExample,
  PATIENCE,
  request,
  runLink,
  sourceIn,
} from './playground.ts';

const SOURCE = "export default { 'of/the/link': 'a' };";
const WAITS = /came with a link and has not run/;

let site: Site;
let page: Page;
/** The number of frames the page has created, each to run some code. */
let frames: number;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.open();
  await expectText(page, '.pg-table', /photos\/show/);
  await page.goto('about:blank');
  frames = 0;
  page.on('frameattached', () => {
    frames += 1;
  });
});
afterEach(() => page.context().close());

const open = (hash: string) => page.goto(`${site.origin}/playground${hash}`);
const button = () => page.getByRole('button', { name: 'Run the code of this link' });

/** Changes the path, and waits until the page saves it, which is when it runs code. */
async function changePath(): Promise<void> {
  const before = page.url();
  await page.getByLabel('Path').fill('/another/path');
  await expect.poll(() => page.url(), PATIENCE).not.toBe(before);
}

describe('the code of a link', () => {
  it('is shown, and waits for a click', async () => {
    await open(linkTo(SOURCE));
    await expectText(page, '.pg-held', WAITS);
    expect(await sourceIn(page)).toBe(SOURCE);
    await changePath();
    expect(await page.locator('.pg-table').count()).toBe(0);
    expect(frames).toBe(0);
    await button().click();
    await expectRows(page, ['any of/the/link -> a']);
    expect(await button().count()).toBe(0);
    expect(await page.locator('.pg-held').innerText()).toBe('');
  });

  it.each([
    ['JavaScript', SOURCE],
    ['PHP', "<?php $route['of/the/link'] = 'a';"],
  ])('waits in %s', async (_language, source) => {
    await open(linkTo(source));
    await expectText(page, '.pg-held', WAITS);
    await changePath();
    expect(frames).toBe(0);
    await runLink(page);
    await expectRows(page, ['any of/the/link -> a']);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['in the editor', () => enter(page, `${SOURCE} // and more`)],
    ['in the path', () => page.getByLabel('Path').fill('/x')],
    ['in the method', () => page.getByLabel('Method').selectOption('PUT')],
    ['in autoRoute', () => page.getByLabel('autoRoute').check()],
    ['in the action', () => page.getByRole('textbox', { name: 'Action' }).fill('a/b')],
  ])('still waits after a change %s', async (_label, change) => {
    await open(linkTo(SOURCE));
    await expectText(page, '.pg-held', WAITS);
    const before = page.url();
    await change();
    await expect.poll(() => page.url(), PATIENCE).not.toBe(before);
    expect(await button().count()).toBe(1);
    expect(frames).toBe(0);
  });

  it('waits again after a reload', async () => {
    await open(linkTo(SOURCE));
    await runLink(page);
    await expectRows(page, ['any of/the/link -> a']);
    // One frame each runs the code, proves, and looks up.
    await expect.poll(() => frames, PATIENCE).toBe(3);
    await page.reload();
    await expectText(page, '.pg-held', WAITS);
    await changePath();
    expect(frames).toBe(3);
  });

  it('runs after the click, as does all later typing', async () => {
    await open(linkTo(SOURCE));
    await runLink(page);
    await expectRows(page, ['any of/the/link -> a']);
    await enter(page, "export default { typed: 'a' };");
    await expectRows(page, ['any typed -> a']);
    await request(page, 'GET', '/typed');
    await expectText(page, '.pg-table [aria-current]', /typed/);
  });

  it('runs without a click if it is an example', async () => {
    await open(linkTo(EXAMPLES[1].question.source));
    await expectText(page, '.pg-table', /albums/);
    expect(await button().count()).toBe(0);
  });

  it('disappears when an example is opened, which runs', async () => {
    await open(linkTo(SOURCE));
    await expectText(page, '.pg-held', WAITS);
    await openExample(page, /Resources/, /albums/);
    expect(await button().count()).toBe(0);
  });
});

describe('a link followed within the page', () => {
  const follow = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  beforeEach(async () => {
    await open('');
    await expectText(page, '.pg-table', /photos\/show/);
  });

  it('waits for a click, without the table of the previous code', async () => {
    await follow(linkTo(SOURCE));
    await expectText(page, '.pg-held', WAITS);
    expect(await page.locator('.pg-table').count()).toBe(0);
    const ran = frames;
    await changePath();
    expect(frames).toBe(ran);
    await runLink(page);
    await expectRows(page, ['any of/the/link -> a']);
  });

  it('ends the previous code', async () => {
    await enter(page, 'for (;;);');
    await expect.poll(() => codeFrames(page), PATIENCE).toBe(1);
    await follow(linkTo(SOURCE));
    await expectText(page, '.pg-held', WAITS);
    await expect.poll(() => codeFrames(page), PATIENCE).toBe(0);
    expect(await page.locator('.pg-failure').innerText()).toBe('');
  });

  it('runs without a click if it has the current code', async () => {
    await enter(page, SOURCE);
    await expectRows(page, ['any of/the/link -> a']);
    await request(page, 'GET', '/of/the/link');
    await expectText(page, '.pg-table [aria-current]', /of\/the\/link/);
    await follow(linkTo(SOURCE));
    await expect.poll(() => page.getByLabel('Path').inputValue(), PATIENCE).toBe('/');
    await expect.poll(() => page.locator('.pg-table [aria-current]').count(), PATIENCE).toBe(0);
    expect(await button().count()).toBe(0);
  });
});

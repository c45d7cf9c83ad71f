/** Completions in the editor. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Route } from '../../src/index.ts';
import { type Site, startSite } from './browser.ts';
import { enter, expectText, openSaving, PATIENCE, sourceIn, startOver } from './playground.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  page = await site.open();
});
afterAll(() => site.close());
beforeEach(() => startOver(page));

const offered = () => page.locator('.cm-completionLabel').allInnerTexts();

/** Enters a text, typing only its last part. */
async function type(before: string, typed: string): Promise<void> {
  await enter(page, before);
  await page.keyboard.type(typed, { delay: 20 });
}

describe('the editor completes', () => {
  it('every public method of Route, with its parameters and a description', async () => {
    await type('', 'Route.');
    const methods = Object.getOwnPropertyNames(Route).filter(
      (name) => typeof Reflect.get(Route, name) === 'function',
    );
    await expect.poll(async () => (await offered()).sort(), PATIENCE).toEqual(methods.sort());
    await page.keyboard.type('reso');
    await expect.poll(offered, PATIENCE).toEqual(['resources']);
    await expectText(
      page,
      '.cm-tooltip',
      /\(name, options\?, .*\s*The seven routes of a REST resource/,
    );
    // CodeMirror ignores keys for 75 ms after the list changes.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await expect.poll(() => sourceIn(page), PATIENCE).toBe('Route.resources');
  });

  it.each([
    ['placeholders in a pattern', "Route.get('", 'posts/(:n', '(:num)'],
    ['options', "Route.get('a', 'b', { ", 'me', 'meta'],
  ])('%s', async (_label, before, typed, label) => {
    await type(before, typed);
    await expect.poll(offered, PATIENCE).toContain(label);
  });

  it('nothing in a comment', async () => {
    await type('', '// Route.');
    await page.keyboard.type('get');
    expect(await offered()).toEqual([]);
  });

  it('with code that loads when the editor is first used', async () => {
    const other = await openSaving(site);
    const loaded = () =>
      other.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => /\\/complete\\./.test(name)).length",
      );
    await expectText(other, '.pg-table', /photos\/show/);
    expect(await loaded()).toBe(0);
    await other.locator('.cm-content').click();
    await expect.poll(loaded, PATIENCE).toBe(1);
    await other.context().close();
  });
});

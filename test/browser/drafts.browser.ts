/** Everything the playground saves: drafts, the history, files and copies. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import {
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

const MINE = "export default { mine: 'a' };";
const STRANGE = "export default { strange: 'a' };";

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await expectText(page, '.pg-table', /photos\/show/);
});
afterEach(() => page.context().close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const draft = () => page.evaluate("localStorage.getItem('waymark:playground')");

/** Enters code, and waits until it is saved. */
async function write(source: string, row: string): Promise<void> {
  await enter(page, source);
  await expectRows(page, [row]);
  await expect.poll(draft, PATIENCE).toContain(source.slice(0, 20));
}

describe('a draft', () => {
  it('is restored in another tab, and runs', async () => {
    await write(MINE, 'any mine -> a');
    await request(page, 'PUT', '/mine');
    await expect.poll(draft, PATIENCE).toContain('/mine');
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/playground`);
    await expectRows(other, ['any mine -> a']);
    expect(await sourceIn(other)).toBe(MINE);
    expect(await other.getByLabel('Method').inputValue()).toBe('PUT');
  });

  it('runs after a reload, even though the address contains it like a link', async () => {
    await write(MINE, 'any mine -> a');
    await expect.poll(() => page.url(), PATIENCE).toMatch(/#code=/);
    await page.reload();
    await expectRows(page, ['any mine -> a']);
  });

  it.each<[string, () => Promise<void>]>([
    ['that waits', async () => {}],
    ['that has run', () => runLink(page)],
    [
      'that was run and edited',
      async () => {
        await runLink(page);
        await expectRows(page, ['any strange -> a']);
        await enter(page, `${STRANGE} // edited`);
        await expect.poll(() => page.url(), PATIENCE).not.toContain(linkTo(STRANGE));
      },
    ],
  ])('is not overwritten by the code of a link %s', async (_label, use) => {
    await write(MINE, 'any mine -> a');
    await page.goto('about:blank');
    await page.goto(`${site.origin}/playground${linkTo(STRANGE)}`);
    await expectText(page, '.pg-held', /came with a link/);
    await use();
    await page.getByLabel('Path').fill('/other');
    await expect.poll(() => page.url(), PATIENCE).not.toContain(linkTo(STRANGE));
    expect(await draft()).toContain('mine');
    await button('Open my draft').click();
    await expectRows(page, ['any mine -> a']);
    expect(await button('Open my draft').count()).toBe(0);
  });

  it('is not saved for an unchanged example', async () => {
    await openExample(page, /Resources/, /albums/);
    await request(page, 'GET', '/albums');
    await expect.poll(() => page.url(), PATIENCE).toMatch(/#code=/);
    expect(await draft()).toBeNull();
  });

  it('is discarded by a reset, which Back undoes', async () => {
    await openExample(page, /Resources/, /albums/);
    await write(MINE, 'any mine -> a');
    await button('Reset').click();
    await expectText(page, '.pg-table', /albums/);
    await expect.poll(draft, PATIENCE).toBeNull();
    await page.goBack();
    await expectRows(page, ['any mine -> a']);
  });

  it('may be unreadable', async () => {
    await page.evaluate("localStorage.setItem('waymark:playground', '{')");
    await page.goto('about:blank');
    await page.goto(`${site.origin}/playground`);
    await expectText(page, '.pg-table', /photos\/show/);
  });
});

describe('the address of another page', () => {
  it('does not get what was typed just before', async () => {
    await page.route('**/assets/quick-start.md.*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await enter(page, MINE);
    await page.getByRole('link', { name: 'Guide' }).first().click();
    await page.getByRole('heading', { name: /Quick start/, level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });
});

describe('Back', () => {
  it('moves between examples, and so does Forward', async () => {
    await openExample(page, /Resources/, /albums/);
    await openExample(page, /Mistakes/, /users\/new/);
    await page.goBack();
    await expectText(page, '.pg-table', /albums/);
    await page.goBack();
    await expectText(page, '.pg-table', /photos\/show/);
    await page.goForward();
    await expectText(page, '.pg-table', /albums/);
    expect(new URL(page.url()).pathname).toBe('/playground');
  });

  it('restores the text typed before an example was opened', async () => {
    await write(MINE, 'any mine -> a');
    await request(page, 'GET', '/mine');
    await openExample(page, /Resources/, /albums/);
    await page.goBack();
    await expectRows(page, ['any mine -> a']);
    await expect.poll(() => page.getByLabel('Path').inputValue(), PATIENCE).toBe('/mine');
    await expectText(page, '.pg-result', /GET \/mine: goes to 'a'/);
  });

  it('keeps the page: it does not start again', async () => {
    await openExample(page, /Resources/, /albums/);
    await page.evaluate("document.querySelector('.pg').isFirst = true");
    await page.goBack();
    await expectText(page, '.pg-table', /photos\/show/);
    expect(await page.evaluate("document.querySelector('.pg').isFirst")).toBe(true);
  });

  it('from another page may skip entries', async () => {
    await openExample(page, /Resources/, /albums/);
    await openExample(page, /Mistakes/, /users\/new/);
    await page.getByRole('link', { name: 'Guide' }).first().click();
    await page.getByRole('heading', { name: /Quick start/, level: 1 }).waitFor();
    await page.evaluate('history.go(-2)');
    await expectText(page, '.pg-table', /albums/);
  });

  it('and Forward at once show the last entry, even if the one before takes longer to read', async () => {
    await openExample(page, /Resources/, /albums/);
    await openExample(page, /Mistakes/, /users\/new/);
    await page.evaluate(`
      globalThis.isRead = false;
      const Unpack = DecompressionStream;
      globalThis.DecompressionStream = function (format) {
        globalThis.DecompressionStream = Unpack;
        const { writable, readable } = new Unpack(format);
        const pause = (chunk, controller) =>
          new Promise((resolve) => setTimeout(resolve, 1000)).then(() => {
            controller.enqueue(chunk);
            isRead = true;
          });
        return { writable, readable: readable.pipeThrough(new TransformStream({ transform: pause })) };
      };
    `);
    await page.goBack();
    await page.goForward();
    await expect.poll(() => page.evaluate('isRead'), PATIENCE).toBe(true);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1000))');
    await expectText(page, '.pg-table', /users\/new/);
  });

  it('to the code of a link that ran runs it without another click', async () => {
    await page.goto('about:blank');
    await page.goto(`${site.origin}/playground${linkTo(STRANGE)}`);
    await runLink(page);
    await expectRows(page, ['any strange -> a']);
    await openExample(page, /Resources/, /albums/);
    await page.goBack();
    await expectRows(page, ['any strange -> a']);
    expect(await page.locator('.pg-held').innerText()).toBe('');
  });

  it('does not store an example in the entry that it returns to', async () => {
    // Returns before the example is stored, on a machine so busy that storing it is overdue.
    await page.evaluate(`
      globalThis.stored = [];
      globalThis.hasReturned = false;
      const { pushState, replaceState } = history;
      history.pushState = function (...entry) {
        pushState.apply(this, entry);
        setTimeout(() => history.back(), 20);
        history.replaceState = function (...entry) {
          if (entry[2] !== location.hash) stored.push(entry[2]);
          replaceState.apply(this, entry);
        };
      };
      addEventListener('popstate', () => {
        for (const end = performance.now() + 400; performance.now() < end; );
        hasReturned = true;
      }, true);
    `);
    await page.getByRole('button', { name: /Resources/ }).click();
    await expect.poll(() => page.evaluate('hasReturned'), PATIENCE).toBe(true);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1500))');
    expect(await page.evaluate('stored')).toEqual([]);
    await expectText(page, '.pg-table', /photos\/show/);
  });

  it('returns to the waiting code of a link that never ran', async () => {
    await page.goto('about:blank');
    await page.goto(`${site.origin}/playground${linkTo(STRANGE)}`);
    await expectText(page, '.pg-held', /came with a link/);
    await openExample(page, /Resources/, /albums/);
    await page.goBack();
    await expectText(page, '.pg-held', /came with a link/);
    expect(await page.locator('.pg-table').count()).toBe(0);
  });
});

describe('the buttons', () => {
  it.each([
    ['routes.ts', MINE],
    ['routes.php', "<?php $route['a'] = 'b';"],
    ['routes.json', '{ "a": "b" }'],
  ])('download %s', async (name, source) => {
    await enter(page, source);
    await expect.poll(() => page.locator('.pg-table tr[data-index]').count(), PATIENCE).toBe(1);
    const [file] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
    expect(file.suggestedFilename()).toBe(name);
    expect(readFileSync(await file.path(), 'utf8')).toBe(source);
  });

  it.each([
    ['.pg-tables', 'JSON', '{\n  "a|b": "`x`",\n  "c": ""\n}'],
    [
      '.pg-tables',
      'Markdown',
      '| # | route | destination |\n| --- | --- | --- |\n| 1 | `a\\|b` | `` `x` `` |\n| 2 | `c` | blocked |',
    ],
    ['.pg-result', 'Markdown', "`GET /a` goes to '`x`' by 'a|b'"],
    [
      '.pg-result',
      'JSON',
      JSON.stringify(
        {
          method: 'GET',
          path: '/a',
          status: 'found',
          route: 'a|b',
          matched: '/a',
          summary: "GET /a: goes to '`x`' by 'a|b'",
        },
        null,
        2,
      ),
    ],
  ])('copy from %s as %s', async (panel, format, text) => {
    await enter(page, "export default { 'a|b': '`x`', c: '' };");
    await request(page, 'GET', '/a');
    await expectText(page, '.pg-result', /goes to '`x`'/);
    await page.locator(panel).getByRole('button', { name: format }).click();
    await expectText(page, '.pg-bar', /is copied/);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
  });
});

/** Everything the playground saves: drafts, the history, files and copies. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { openForFile } from './browser.ts';
import { linkTo, on } from './playground.ts';

const MINE = "export default { mine: 'a' };";
const STRANGE = "export default { strange: 'a' };";

const page = await openForFile('/playground', {
  permissions: ['clipboard-read', 'clipboard-write'],
});
const pg = on(page);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const draft = () => page.evaluate("localStorage.getItem('waymark:playground')");
const path = () => page.getByLabel('Path').inputValue();
const pause = (time: number) =>
  page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${time}))`);

/** Opens the playground again, without a draft unless there is one to keep. */
async function visit(hash = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/playground${hash}`);
}

/** Enters code, and waits until it is saved. */
async function write(source: string, row: string): Promise<void> {
  await pg.run(source, row);
  await expect.poll(draft).toContain(source.slice(0, 20));
}

beforeEach(async () => {
  await page.goto('/404.html');
  await page.evaluate('localStorage.clear()');
  await visit();
  await pg.expectText('.pg-table', /photos\/show/);
});

describe('a draft', () => {
  it('is restored with its request, in another tab and with its own address, and runs', async () => {
    await write(MINE, 'any mine -> a');
    await pg.request('PUT', '/mine');
    await expect.poll(draft).toContain('/mine');
    await expect.poll(() => page.url()).toMatch(/#code=/);
    await page.reload();
    await pg.expectRows('any mine -> a');
    await visit();
    await pg.expectRows('any mine -> a');
    expect(await pg.sourceIn()).toBe(MINE);
    expect(await page.getByLabel('Method').inputValue()).toBe('PUT');
    await page.evaluate("localStorage.setItem('waymark:playground', '{')");
    await visit();
    await pg.expectText('.pg-table', /photos\/show/);
  });

  it('is not overwritten by the code of a link, waiting, run or edited', async () => {
    await write(MINE, 'any mine -> a');
    await visit(linkTo(STRANGE));
    const isKept = async (use: () => Promise<void>) => {
      const before = page.url();
      await use();
      await expect.poll(() => page.url()).not.toBe(before);
      expect(await draft()).toContain('mine');
    };
    await pg.expectHeld();
    await isKept(() => page.getByLabel('Path').fill('/other'));
    await pg.runLink();
    await pg.expectRows('any strange -> a');
    await isKept(() => page.getByLabel('Path').fill('/another'));
    await isKept(() => pg.enter(`${STRANGE} // edited`));
    await button('Open my draft').click();
    await pg.expectRows('any mine -> a');
    expect(await button('Open my draft').count()).toBe(0);
  });

  it('is not saved for an unchanged example, and is discarded by a reset, which Back undoes', async () => {
    await pg.openExample(/Resources/, /albums/);
    await pg.request('GET', '/albums');
    await expect.poll(() => page.url()).toMatch(/#code=/);
    expect(await draft()).toBeNull();
    await write(MINE, 'any mine -> a');
    await button('Reset').click();
    await pg.expectText('.pg-table', /albums/);
    await expect.poll(draft).toBeNull();
    await page.goBack();
    await pg.expectRows('any mine -> a');
  });
});

it('the address of another page does not get what was typed just before', async () => {
  await page.route('**/assets/quick-start.md.*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await pg.enter(MINE);
  await page.getByRole('link', { name: 'Guide' }).first().click();
  await page.getByRole('heading', { name: /Quick start/, level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.unrouteAll();
});

describe('Back', () => {
  it('and Forward move between examples, in the same page, even from another page', async () => {
    await page.evaluate("document.querySelector('.pg').isFirst = true");
    await pg.openExample(/Resources/, /albums/);
    await pg.openExample(/Mistakes/, /users\/new/);
    await page.goBack();
    await pg.expectText('.pg-table', /albums/);
    await page.goBack();
    await pg.expectText('.pg-table', /photos\/show/);
    await page.goForward();
    await pg.expectText('.pg-table', /albums/);
    expect(new URL(page.url()).pathname).toBe('/playground');
    expect(await page.evaluate("document.querySelector('.pg').isFirst")).toBe(true);
    await page.goForward();
    await pg.expectText('.pg-table', /users\/new/);
    await page.getByRole('link', { name: 'Guide' }).first().click();
    await page.getByRole('heading', { name: /Quick start/, level: 1 }).waitFor();
    await page.evaluate('history.go(-2)');
    await pg.expectText('.pg-table', /albums/);
  });

  it('restores the text and request typed before an example was opened', async () => {
    await write(MINE, 'any mine -> a');
    await pg.request('GET', '/mine');
    await pg.openExample(/Resources/, /albums/);
    await page.goBack();
    await pg.expectRows('any mine -> a');
    await expect.poll(path).toBe('/mine');
    await pg.expectText('.pg-result', /GET \/mine: goes to 'a'/);
  });

  it('and Forward at once show the last entry, even if the one before takes longer to read', async () => {
    await pg.openExample(/Resources/, /albums/);
    await pg.openExample(/Mistakes/, /users\/new/);
    await page.evaluate(`
      globalThis.isRead = false;
      const Unpack = DecompressionStream;
      globalThis.DecompressionStream = function (format) {
        globalThis.DecompressionStream = Unpack;
        const { writable, readable } = new Unpack(format);
        const pause = (chunk, controller) =>
          new Promise((resolve) => setTimeout(resolve, 500)).then(() => {
            controller.enqueue(chunk);
            isRead = true;
          });
        return { writable, readable: readable.pipeThrough(new TransformStream({ transform: pause })) };
      };
    `);
    await page.goBack();
    await page.goForward();
    await expect.poll(() => page.evaluate('isRead')).toBe(true);
    await pause(500);
    await pg.expectText('.pg-table', /users\/new/);
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
    await expect.poll(() => page.evaluate('hasReturned')).toBe(true);
    await pause(1000);
    expect(await page.evaluate('stored')).toEqual([]);
    await pg.expectText('.pg-table', /photos\/show/);
  });

  it('to the code of a link runs it only if it ran', async () => {
    await visit(linkTo(STRANGE));
    await pg.expectHeld();
    await pg.openExample(/Resources/, /albums/);
    await page.goBack();
    await pg.expectHeld();
    expect(await page.locator('.pg-table').count()).toBe(0);
    await pg.runLink();
    await pg.expectRows('any strange -> a');
    await pg.openExample(/Resources/, /albums/);
    await page.goBack();
    await pg.expectRows('any strange -> a');
    expect(await page.locator('.pg-held').innerText()).toBe('');
  });
});

describe('the buttons', () => {
  it('download a file with the name of its language', async () => {
    for (const [name, source] of [
      ['routes.ts', MINE],
      ['routes.php', "<?php $route['a'] = 'b';"],
      ['routes.json', '{ "a": "b" }'],
    ] as const) {
      await pg.run(source, name === 'routes.ts' ? 'any mine -> a' : 'any a -> b');
      const [file] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
      expect(file.suggestedFilename()).toBe(name);
      expect(readFileSync(await file.path(), 'utf8')).toBe(source);
    }
    await pg.startOver();
  });

  it('copy the table and the answer as JSON and Markdown', async () => {
    await pg.enter("export default { 'a|b': '`x`', c: '' };");
    await pg.request('GET', '/a');
    await pg.expectText('.pg-result', /goes to '`x`'/);
    const answer = {
      ...{ method: 'GET', path: '/a', status: 'found', route: 'a|b', matched: '/a' },
      summary: "GET /a: goes to '`x`' by 'a|b'",
    };
    for (const [panel, format, text] of [
      ['.pg-tables', 'JSON', '{\n  "a|b": "`x`",\n  "c": ""\n}'],
      [
        '.pg-tables',
        'Markdown',
        '| # | route | destination |\n| --- | --- | --- |\n| 1 | `a\\|b` | `` `x` `` |\n| 2 | `c` | blocked |',
      ],
      ['.pg-result', 'Markdown', "`GET /a` goes to '`x`' by 'a|b'"],
      ['.pg-result', 'JSON', JSON.stringify(answer, null, 2)],
    ] as const) {
      await page.locator(panel).getByRole('button', { name: format }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(text);
      await pg.expectText('.pg-bar', /is copied/);
    }
  });
});

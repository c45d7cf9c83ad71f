/** Actions on the playground's page, for its tests. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Site } from './browser.ts';

/** The time limit for expectations, in milliseconds: far more than any machine needs. */
export const PATIENCE = { timeout: 30_000, interval: 50 };

/** Replaces the source in the editor. */
export async function enter(page: Page, source: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(source);
}

/** Opens the first example again, discarding all input. */
export async function startOver(page: Page): Promise<void> {
  await openExample(page, /First routes/, /photos\/show/);
  await expect.poll(() => page.locator('.pg-failure').innerText(), PATIENCE).toBe('');
}

/** Enters a request into the form. */
export async function request(page: Page, method: string, path: string): Promise<void> {
  await page.getByLabel('Method').selectOption(method);
  await page.getByLabel('Path').fill(path);
}

/** The rows of the table: their keys and destinations. */
export async function rowsOf(page: Page): Promise<string[]> {
  // In one step, since rows come and go.
  const cells = await page
    .locator('.pg-table :is(.pg-key, td:last-child > :first-child)')
    .allInnerTexts();
  return cells.flatMap((key, index) => (index % 2 === 0 ? [`${key} -> ${cells[index + 1]}`] : []));
}

/** Waits for these rows. */
export async function expectRows(page: Page, rows: readonly string[]): Promise<void> {
  await expect.poll(() => rowsOf(page), PATIENCE).toEqual(rows);
}

/** Waits for a text. */
export async function expectText(page: Page, selector: string, text: RegExp): Promise<void> {
  const read = async () => (await page.locator(selector).allInnerTexts()).join('\n');
  await expect.poll(read, PATIENCE).toMatch(text);
}

/** The text in the editor. */
export async function sourceIn(page: Page): Promise<string> {
  await page.locator('.cm-content').waitFor();
  return (await page.locator('.cm-line').allInnerTexts()).map((line) => line.trimEnd()).join('\n');
}

/** Opens an example, and waits for its table. */
export async function openExample(page: Page, title: RegExp, row: RegExp): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  await expectText(page, '.pg-table', row);
}

/** The hash of a link to a source. */
export function linkTo(source: string): string {
  const rest = { autoRoute: false, method: 'GET', path: '/', name: '', params: [], action: '' };
  const packed = deflateRawSync(JSON.stringify({ source, ...rest }));
  return `#code=${packed.toString('base64url')}`;
}

/** Opens the playground for a visitor who saves data: nothing loads before it is needed. */
export async function openSaving(site: Site): Promise<Page> {
  const page = await site.open();
  await page.addInitScript(
    "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
  );
  await page.reload();
  return page;
}

/** Waits until the browser has saved the playground, and the service worker answers its page. */
export async function expectKept(page: Page): Promise<void> {
  // A hook can't poll with `expect`.
  await page.waitForFunction('navigator.serviceWorker.controller !== null');
}

/** The number of frames that run code at the moment. */
export function codeFrames(page: Page): Promise<number> {
  return page.locator(CODE_FRAME).count();
}

/** A frame that runs code; other frames read a table. */
export const CODE_FRAME = 'iframe[title^="Where the code"]';

/** Runs the code of the link that opened the page. */
export async function runLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run the code of this link' }).click();
}

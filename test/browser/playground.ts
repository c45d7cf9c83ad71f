/** Actions on the playground's page, for its tests. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { open } from './browser.ts';

/** The time limit for expectations, in milliseconds: far more than any machine needs. */
export const PATIENCE = { timeout: 30_000, interval: 50 };

/** The message in front of a link's code. */
export const WAITS = /came with a link and has not run/;

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
export async function openSaving(path = '/playground', script = ''): Promise<Page> {
  const page = await open('about:blank', { serviceWorkers: 'allow' });
  await page.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true } });\n${script}`,
  );
  await page.goto(path);
  return page;
}

/** The number of files that the page has loaded. */
export async function loaded(page: Page, name: RegExp): Promise<number> {
  const files = await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  );
  return (files as string[]).filter((file) => name.test(file)).length; // the expression returns strings
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

/** Opens a tool below the table, unless it is open, and presses its button, if it has one. */
export async function openTool(page: Page, name: string, button?: string | RegExp): Promise<void> {
  const toggle = page.getByRole('button', { name, exact: true });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  const tool = page.locator('.pg-tool');
  await tool.waitFor();
  if (button !== undefined) await tool.getByRole('button', { name: button, exact: true }).click();
}

/** Each tool, its button, if it has one, and its answer to a table with two rows. */
export const TOOLS = [
  ['Explain a pattern', undefined, /one or more digits/],
  ['Send a request', /^Send GET/, /200[\s\S]*x/],
  ['Compare tables', 'Compare', /every request alike|Try GET/],
  ['Time a lookup', /^Measure/, /A lookup takes about/],
  ['Slow patterns', undefined, /has a back reference/],
] as const;

/** Opens each tool, and expects its answer. */
export async function expectTools(
  page: Page,
  expectMore: (tool: string) => Promise<void> = async () => {},
): Promise<void> {
  await enter(page, "export default { 'a/(:num)': 'x', '((?:a|b|ab)*)\\\\1c': 'y' };");
  await expectText(page, '.pg-table', /a\/\(:num\)/);
  await page.getByLabel('Path').fill('/a/1');
  for (const [tool, button, answer] of TOOLS) {
    await openTool(page, tool, button);
    await expectText(page, '.pg-tool', answer);
    await expectMore(tool);
  }
}

/** Actions on the playground's page, for its tests. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { open } from './browser.ts';

/** The message in front of a link's code. */
export const WAITS = /came with a link and has not run/;

/** A frame that runs code; other frames read a table. */
export const CODE_FRAME = 'iframe[title^="Where the code"]';

/** Each tool, its button, if it has one, and its answer to a table with two rows. */
const TOOLS = [
  ['Explain a pattern', undefined, /one or more digits/],
  ['Send a request', /^Send GET/, /200[\s\S]*x/],
  ['Compare tables', 'Compare', /every request alike|Try GET/],
  ['Time a lookup', /^Measure/, /A lookup takes about/],
  ['Slow patterns', undefined, /has a back reference/],
] as const;

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

/** The actions on a page. */
export const on = (page: Page) => new Playground(page);

class Playground {
  constructor(private readonly page: Page) {}

  /** Replaces the source in the editor. */
  async enter(source: string): Promise<void> {
    await this.page.locator('.cm-content').click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(source);
  }

  /** Replaces the source, and waits for its rows. */
  async run(source: string, ...rows: readonly string[]): Promise<void> {
    await this.enter(source);
    await this.expectRows(...rows);
  }

  /** Opens the first example again, discarding all input. */
  async startOver(): Promise<void> {
    await this.openExample(/First routes/, /photos\/show/);
    await expect.poll(() => this.page.locator('.pg-failure').innerText()).toBe('');
  }

  /** Opens an example, and waits for its table. */
  async openExample(title: RegExp, row: RegExp): Promise<void> {
    await this.page.getByRole('button', { name: title }).click();
    await this.expectText('.pg-table', row);
  }

  /** Enters a request into the form. */
  async request(method: string, path: string): Promise<void> {
    await this.page.getByLabel('Method').selectOption(method);
    await this.page.getByLabel('Path').fill(path);
  }

  /** The rows of the table: their keys and destinations. */
  async rowsOf(): Promise<string[]> {
    // In one step, since rows come and go.
    const cells = await this.page
      .locator('.pg-table :is(.pg-key, td:last-child > :first-child)')
      .allInnerTexts();
    return cells.flatMap((key, index) =>
      index % 2 === 0 ? [`${key} -> ${cells[index + 1]}`] : [],
    );
  }

  /** Waits for these rows. */
  async expectRows(...rows: readonly string[]): Promise<void> {
    await expect.poll(() => this.rowsOf()).toEqual(rows);
  }

  /** Waits for a text. */
  async expectText(selector: string, text: RegExp): Promise<void> {
    const read = async () => (await this.page.locator(selector).allInnerTexts()).join('\n');
    await expect.poll(read).toMatch(text);
  }

  /** Waits until the code of a link waits for a click. */
  async expectHeld(): Promise<void> {
    await this.expectText('.pg-held', WAITS);
  }

  /** Runs the code of the link that opened the page. */
  async runLink(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run the code of this link' }).click();
  }

  /** The text in the editor. */
  async sourceIn(): Promise<string> {
    await this.page.locator('.cm-content').waitFor();
    const lines = await this.page.locator('.cm-line').allInnerTexts();
    return lines.map((line) => line.trimEnd()).join('\n');
  }

  /** The number of files that the page has loaded. */
  async loaded(name: RegExp): Promise<number> {
    const files = await this.page.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => name)",
    );
    return (files as string[]).filter((file) => name.test(file)).length; // the expression returns strings
  }

  /** Waits until the browser has saved the playground, and the service worker answers its page. */
  async expectKept(): Promise<void> {
    // A hook can't poll with `expect`.
    await this.page.waitForFunction('navigator.serviceWorker.controller !== null');
  }

  /** The number of frames that run code at the moment. */
  codeFrames(): Promise<number> {
    return this.page.locator(CODE_FRAME).count();
  }

  /** Opens a tool below the table, unless it is open, and presses its button, if it has one. */
  async openTool(name: string, button?: string | RegExp): Promise<void> {
    const toggle = this.page.getByRole('button', { name, exact: true });
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    const tool = this.page.locator('.pg-tool');
    await tool.waitFor();
    if (button !== undefined) await tool.getByRole('button', { name: button, exact: true }).click();
  }

  /** Opens each tool, and expects its answer. */
  async expectTools(expectMore?: (tool: string) => Promise<void>): Promise<void> {
    await this.enter("export default { 'a/(:num)': 'x', '((?:a|b|ab)*)\\\\1c': 'y' };");
    await this.expectText('.pg-table', /a\/\(:num\)/);
    await this.page.getByLabel('Path').fill('/a/1');
    for (const [tool, button, answer] of TOOLS) {
      await this.openTool(tool, button);
      await this.expectText('.pg-tool', answer);
      await expectMore?.(tool);
    }
  }
}

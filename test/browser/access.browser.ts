import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import {
  enter,
  expectRows,
  expectText,
  linkTo,
  openExample,
  PATIENCE,
  runLink,
} from './playground.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** What axe-core finds in the playground, each as its rule and its elements. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(
    "axe.run('.pg').then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
  );
}

/** Follows a link to some code, which waits. */
async function follow(page: Page): Promise<void> {
  const hash = JSON.stringify(linkTo("export default { 'of/the/link': 'a' };"));
  await page.evaluate(`location.hash = ${hash}`);
  await expectText(page, '.pg-held', /came with a link/);
}

/** What there is to see, each with how to get there. */
const VIEWS: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['the first example', (page) => openExample(page, /First routes/, /photos\/show/)],
  ['resources', (page) => openExample(page, /Resources/, /albums/)],
  ['findings', (page) => openExample(page, /Mistakes/, /No request reaches/)],
  ['a table without Route', (page) => openExample(page, /without Route/, /products/)],
  ['PHP', (page) => openExample(page, /PHP/, /songs/)],
  [
    'an error',
    async (page) => {
      await enter(page, `import { Route } from 'waymark';\nRoute.get('a(', '${'x'.repeat(200)}');`);
      await expectText(page, '.pg-failure', /Route\.get/);
    },
  ],
  [
    'long names',
    async (page) => {
      await enter(page, `export default { '${'long/'.repeat(40)}(:num)': '${'x'.repeat(300)}' };`);
      await expectText(page, '.pg-table', /long\/long/);
    },
  ],
  ['the code of a link', follow],
];

const SCREENS = [
  ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
  ['a light phone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['a dark phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const;

describe.each(SCREENS)('in %s', (_screen, options) => {
  let page: Page;
  beforeAll(async () => {
    page = await site.open(options);
  });
  afterAll(() => page.context().close());

  it.each(VIEWS)('axe-core finds nothing, and nothing overflows: %s', async (_view, open) => {
    await open(page);
    expect(await violations(page)).toEqual([]);
    const wide = await page.evaluate(
      "[...document.querySelectorAll('.pg *')].filter((each) => each.getBoundingClientRect().right > innerWidth).map(({ outerHTML }) => outerHTML)",
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});

describe('axe-core', () => {
  it('would find what is wrong', async () => {
    const page = await site.open();
    await page.waitForSelector('.pg input');
    await page.evaluate("document.querySelector('.pg').append(document.createElement('input'))");
    expect(await violations(page)).toEqual([['label', '<input>']]);
    await page.context().close();
  });
});

describe('a screen reader', () => {
  it('is told that the code of a link waits, and that it has run', async () => {
    const page = await site.open();
    await expectText(page, '.pg-table', /photos\/show/);
    // Both regions are in the page before they have something to tell.
    const status = await page.locator('.pg-held').elementHandle();
    expect(await status?.getAttribute('role')).toBe('status');
    expect(await status?.innerText()).toBe('');
    const summary = await page.locator('.pg-tables [role=status]').elementHandle();
    await follow(page);
    expect(await status?.innerText()).toMatch(/has not run.*\s+Run the code of this link/);
    expect(await summary?.innerText()).toBe('');
    await runLink(page);
    await expect.poll(() => status?.innerText(), PATIENCE).toBe('');
    await expect.poll(() => summary?.innerText(), PATIENCE).toMatch(/^1 row/);
    await page.context().close();
  });
});

describe('the keyboard alone', () => {
  /** Presses the tab key until an element has the focus. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const there = `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`;
      if (await page.evaluate(there)) return;
    }
    throw new Error(`the tab key does not get to ${selector}`);
  }

  it('writes definitions, leaves the editor, and makes a request', async () => {
    const page = await site.open();
    await expectText(page, '.pg-table', /photos\/show/);
    await tabTo(page, '.cm-content');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type("export default { 'a/(:num)': 'b/$1', c: 'd' };");
    await expectRows(page, ['any a/(:num) -> b/$1', 'any c -> d']);
    await tabTo(page, '.pg-requests input[type=text]');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('/a/7');
    await expectText(page, '.pg-table [aria-current]', /a\/\(:num\)/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('POST');
    expect(await page.getByLabel('Method').inputValue()).toBe('POST');
    await page.context().close();
  });

  it('runs the code of a link, from a button in front of it, and goes to the table', async () => {
    const page = await site.open({}, linkTo("export default { 'of/the/link': 'a' };"));
    await expectText(page, '.pg-held', /came with a link/);
    await tabTo(page, '.pg-held button');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.matches('.cm-content')")).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expectRows(page, ['any of/the/link -> a']);
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Table');
    await tabTo(page, '.pg-table tr:first-child .pg-try');
    await page.context().close();
  });

  it('opens an example, tries a row, and goes to the line of an error', async () => {
    const page = await site.open();
    await expectText(page, '.pg-table', /photos\/show/);
    await tabTo(page, '.pg-bar fieldset button:nth-of-type(3)');
    await page.keyboard.press('Enter');
    await expectText(page, '.pg-table', /No request reaches/);
    await tabTo(page, '.pg-table tr:nth-child(3) .pg-try');
    await page.keyboard.press('Enter');
    await expectText(page, '.pg-table [aria-current]', /admin\/\(:any\)/);
    await enter(page, "export default {};\nnothing.there();\n\n'after';");
    await expectText(page, '.pg-failure', /nothing is not defined/);
    await page.locator('h1').click();
    await tabTo(page, '.pg-failure button');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('.cm-activeLine').innerText(), PATIENCE)
      .toBe('nothing.there();');
    expect(await page.evaluate("document.activeElement.matches('.cm-content')")).toBe(true);
    await page.context().close();
  });
});

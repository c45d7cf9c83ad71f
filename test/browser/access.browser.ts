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

/** The problems that axe-core finds in the playground, as rules and elements. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(
    "axe.run('.pg').then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
  );
}

/** Waits until nothing changes: checks and reasons arrive after the answer. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let timer = setTimeout(resolve, 600);
    new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, 600); })
      .observe(document.querySelector('.pg'), { childList: true, subtree: true, characterData: true });
  })`);
}

/** Follows a link to some code, which waits for a click. */
async function follow(page: Page): Promise<void> {
  const hash = JSON.stringify(linkTo("export default { 'of/the/link': 'a' };"));
  await page.evaluate(`location.hash = ${hash}`);
  await expectText(page, '.pg-held', /came with a link/);
}

/** The views to check, each with the steps to get there. */
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
  [
    'code that runs',
    async (page) => {
      await enter(page, 'for (;;);');
      await expectText(page, '.pg-result', /From the last run/);
    },
  ],
  [
    'code that was stopped',
    async (page) => {
      await enter(page, 'await new Promise(() => {});');
      await page.getByRole('button', { name: 'Stop' }).click();
      await expectText(page, '.pg-run', /Stopped/);
    },
  ],
  [
    'many rows',
    async (page) => {
      await enter(
        page,
        "export default Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`a${i}/(:num)`, 'b/$1']));",
      );
      await expectText(page, '.pg-summary', /1000 rows, no problems/);
      await page.getByLabel('Path').fill('/a700/1');
      await expectText(page, '.pg-table [aria-current]', /a700/);
    },
  ],
  ['the code of a link', follow],
];

const SCREENS = [
  ['light', { colorScheme: 'light', width: 1280, height: 900 }],
  ['dark', { colorScheme: 'dark', width: 1280, height: 900 }],
  ['a light phone', { colorScheme: 'light', width: 360, height: 740 }],
  ['a dark phone', { colorScheme: 'dark', width: 360, height: 740 }],
  ['1280 pixels at 200 %', { colorScheme: 'light', width: 640, height: 450 }],
] as const;

it.each(VIEWS)('passes axe-core, and nothing overflows: %s', async (_view, open) => {
  const page = await site.open();
  await open(page);
  for (const [screen, { colorScheme, ...viewport }] of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await settle(page);
    expect(await violations(page), screen).toEqual([]);
    const wide = await page.evaluate(
      "[...document.querySelectorAll('.pg *')].filter((each) => each.getBoundingClientRect().right > innerWidth).map(({ outerHTML }) => outerHTML)",
    );
    expect(wide, screen).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), screen).toBe(
      0,
    );
  }
  await page.context().close();
});

describe('axe-core', () => {
  it('would find mistakes', async () => {
    const page = await site.open();
    await page.waitForSelector('.pg input');
    await page.evaluate("document.querySelector('.pg').append(document.createElement('input'))");
    expect(await violations(page)).toEqual([['label', '<input>']]);
    await page.context().close();
  });
});

/** Live regions, except the editor's own. */
const REGIONS = '.pg :is([role=status], [role=alert], [aria-live]:not(.cm-announced))';

describe('a screen reader', () => {
  it('announces the ends of runs and the answers to requests in one region', async () => {
    const page = await site.open();
    const region = page.getByRole('status');
    const told = () => region.innerText();
    await expect.poll(told, PATIENCE).toMatch(/5 rows, no problems/);
    expect(await page.locator(REGIONS).count()).toBe(1);
    await page.getByLabel('Path').fill('/about/en');
    await expect
      .poll(told, PATIENCE)
      .toBe("GET /about/en: goes to 'pages/about/en' by 'about/(en|fr)', with params 'en'");
    await enter(page, 'nothing.there();');
    await expect.poll(told, PATIENCE).toBe('Error: ReferenceError: nothing is not defined');
    await enter(page, 'for (;;);');
    await expect.poll(told, PATIENCE).toBe('Running');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(told, PATIENCE).toBe('Stopped');
    await follow(page);
    await expect.poll(told, PATIENCE).toBe('This code came with a link and has not run.');
    await runLink(page);
    await expect.poll(told, PATIENCE).toMatch(/^1 row, no problems/);
    await page.context().close();
  });
});

describe('a visitor who prefers less motion', () => {
  it.each([
    ['no-preference', 'pg-late, pg-turn'],
    ['reduce', 'none'],
  ] as const)('sees a suitable spinner: %s', async (reducedMotion, animation) => {
    const page = await site.open({ reducedMotion });
    await expectText(page, '.pg-table', /photos/);
    await enter(page, 'for (;;);');
    await page.locator('.pg-busy').waitFor();
    const style = "getComputedStyle(document.querySelector('.pg-busy .pg-spinner')).animationName";
    expect(await page.evaluate(style)).toBe(animation);
    await page.context().close();
  });
});

describe('the keyboard alone', () => {
  /** Presses Tab until an element has the focus. */
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
    await page.locator('.cm-content').waitFor();
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

  it('runs the code of a link from the button in front of it, and goes to the table', async () => {
    const page = await site.open({}, linkTo("export default { 'of/the/link': 'a' };"));
    await expectText(page, '.pg-held', /came with a link/);
    await tabTo(page, '.pg-held button');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.matches('.cm-content')")).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expectRows(page, ['any of/the/link -> a']);
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Table');
    // The check of the table gives each row its request, later than the row.
    await page.locator('.pg-table .pg-try').first().waitFor();
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

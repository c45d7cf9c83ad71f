/** Accessibility: axe-core, screen readers, the keyboard, and small screens. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, openForFile, violations } from './browser.ts';
import { linkTo, on } from './playground.ts';

const LINK = linkTo("export default { 'of/the/link': 'a' };");

const page = await openForFile('/playground');
const pg = on(page);

/** Follows a link to some code, which waits for a click. */
async function follow(): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(LINK)}`);
  await pg.expectHeld();
}

/** Resolves once nothing has changed for a moment: checks and reasons arrive after the answer. */
const SETTLED = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 600);
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, 600); })
    .observe(document.querySelector('.pg'), { childList: true, subtree: true, characterData: true });
})`;

/** The elements that are wider than the window. */
const WIDE = `[
  ...[...document.querySelectorAll('.pg *')]
    .filter((each) => each.getBoundingClientRect().right > innerWidth)
    .map(({ outerHTML }) => outerHTML),
  ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
]`;

/** Expects no problem in light and dark, on wide and small screens. */
async function expectAccessible(label: string): Promise<void> {
  for (const [colorScheme, width, height, rules] of [
    ['light', 1280, 900, { runOnly: ['color-contrast'] }],
    // The window at 200 %.
    ['light', 640, 450, null],
    ['dark', 360, 740, {}],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    // Two frames, in which the window's size is known.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    expect([label, width, await page.evaluate(WIDE)]).toEqual([label, width, []]);
    const found = rules === null ? [] : await violations(page, '.pg', rules);
    expect([label, width, found]).toEqual([label, width, []]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe('axe-core finds nothing, and nothing overflows', () => {
  /** An example's title, or a source, and a text that then appears. */
  it.each<[label: string, show: RegExp | string, selector: string, text: RegExp]>([
    ['the first example', /First routes/, '.pg-table', /photos/],
    ['resources', /Resources/, '.pg-table', /albums/],
    ['findings', /Mistakes/, '.pg-table', /No request reaches/],
    ['a table without Route', /without Route/, '.pg-table', /products/],
    ['PHP', /PHP/, '.pg-table', /songs/],
    [
      'an error',
      `import { Route } from 'waymark';\nRoute.get('a(', '${'x'.repeat(200)}');`,
      '.pg-failure',
      /Route\.get/,
    ],
    [
      'long names, and the console',
      `console.log('x');\nexport default { '${'long/'.repeat(40)}(:num)': '${'x'.repeat(300)}' };`,
      '.pg-table',
      /long\/long/,
    ],
    ['code that runs', 'await new Promise(() => {});', '.pg-result', /From the last run/],
    ['code that was stopped', /Stop/, '.pg-run', /Stopped/],
  ])('%s', async (label, show, selector, text) => {
    if (typeof show === 'string') await pg.enter(show);
    else await page.getByRole('button', { name: show }).click();
    await pg.expectText(selector, text);
    // Code that runs is stopped after five seconds.
    if (label !== 'code that runs') await page.evaluate(SETTLED);
    await expectAccessible(label);
  });

  it('many rows, at the one that answers', async () => {
    await pg.enter(
      "export default Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`a${i}/(:num)`, 'b/$1']));",
    );
    await pg.expectText('.pg-summary', /1000 rows, no problems/);
    await pg.request('GET', '/a700/1');
    await pg.expectText('.pg-table [aria-current]', /a700/);
    await page.evaluate(SETTLED);
    await expectAccessible('many rows');
  });

  it('the code of a link', async () => {
    await follow();
    await expectAccessible('a link');
  });

  it('the tools', async () => {
    await pg.startOver();
    await pg.expectTools(expectAccessible);
  });

  it('would find mistakes', async () => {
    await page.evaluate("document.querySelector('.pg').append(document.createElement('input'))");
    expect(await violations(page, '.pg')).toEqual([['label', '<input>']]);
    await page.evaluate("document.querySelector('.pg > input').remove()");
  });
});

it('a screen reader hears of the ends of runs and the answers to requests in one region', async () => {
  await page.evaluate('localStorage.clear()');
  await page.goto('/playground');
  const region = page.getByRole('status');
  const expectTold = (text: string | RegExp) => expect.poll(() => region.innerText()).toMatch(text);
  await expectTold(/5 rows, no problems/);
  // Live regions, except the editor's own.
  const regions = '.pg :is([role=status], [role=alert], [aria-live]:not(.cm-announced))';
  expect(await page.locator(regions).count()).toBe(1);
  await page.getByLabel('Path').fill('/about/en');
  await expectTold(
    /^GET \/about\/en: goes to 'pages\/about\/en' by 'about\/\(en\|fr\)', with params 'en'$/,
  );
  await pg.enter('nothing.there();');
  await expectTold(/^Error: ReferenceError: nothing is not defined$/);
  await pg.enter('for (;;);');
  await expectTold(/^Running$/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expectTold(/^Stopped$/);
  await follow();
  await expectTold(/^This code came with a link and has not run\.$/);
  await pg.runLink();
  await expectTold(/^1 row, no problems/);
});

it('a visitor who prefers less motion sees a spinner that does not move', async () => {
  await pg.enter('for (;;);');
  await page.locator('.pg-busy').waitFor();
  const styles = "getComputedStyle(document.querySelector('.pg-busy .pg-spinner'))";
  const style = `${styles}.animationName`;
  // It appears late, since most runs end too soon to notice.
  expect(await page.evaluate(`${styles}.transitionDelay`)).toBe('0.2s');
  for (const [reducedMotion, animation] of [
    ['no-preference', 'pg-turn'],
    ['reduce', 'none'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    expect(await page.evaluate(style)).toBe(animation);
  }
  await pg.startOver();
});

describe('the keyboard alone', () => {
  /** Presses Tab until an element has the focus. */
  async function tabTo(of: Page, selector: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await of.keyboard.press('Tab');
      const there = `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`;
      if (await of.evaluate(there)) return;
    }
    throw new Error(`the tab key does not get to ${selector}`);
  }
  const isInEditor = "document.activeElement.matches('.cm-content')";

  it('writes definitions, makes a request, opens an example, and goes to an error', async () => {
    const other = await open('/playground');
    await on(other).expectText('.pg-table', /photos\/show/);
    await other.locator('.cm-content').waitFor();
    await tabTo(other, '.cm-content');
    await other.keyboard.press('ControlOrMeta+a');
    await other.keyboard.type("export default { 'a/(:num)': 'b/$1', c: 'd' };");
    await on(other).expectRows('any a/(:num) -> b/$1', 'any c -> d');
    await tabTo(other, '.pg-requests input[type=text]');
    await other.keyboard.press('ControlOrMeta+a');
    await other.keyboard.type('/a/7');
    await on(other).expectText('.pg-table [aria-current]', /a\/\(:num\)/);
    await other.keyboard.press('Shift+Tab');
    await other.keyboard.type('POST');
    expect(await other.getByLabel('Method').inputValue()).toBe('POST');
    await tabTo(other, '.pg-bar fieldset button:nth-of-type(3)');
    await other.keyboard.press('Enter');
    await on(other).expectText('.pg-table', /No request reaches/);
    await tabTo(other, '.pg-table tr:nth-child(3) .pg-try');
    await other.keyboard.press('Enter');
    await on(other).expectText('.pg-table [aria-current]', /admin\/\(:any\)/);
    await on(other).enter("export default {};\nnothing.there();\n\n'after';");
    await on(other).expectText('.pg-failure', /nothing is not defined/);
    await other.locator('h1').click();
    await tabTo(other, '.pg-failure button');
    await other.keyboard.press('Enter');
    await on(other).expectText('.cm-activeLine', /^nothing\.there\(\);$/);
    expect(await other.evaluate(isInEditor)).toBe(true);
  });

  it('runs the code of a link from the button in front of it, and goes to the table', async () => {
    const other = await open(`/playground${LINK}`);
    await on(other).expectHeld();
    await other.locator('.cm-content').waitFor();
    await tabTo(other, '.pg-held button');
    await other.keyboard.press('Tab');
    expect(await other.evaluate(isInEditor)).toBe(true);
    await other.keyboard.press('Shift+Tab');
    await other.keyboard.press('Enter');
    await on(other).expectRows('any of/the/link -> a');
    expect(await other.evaluate('document.activeElement.textContent.trim()')).toBe('Table');
    // The check of the table gives each row its request, later than the row.
    await other.locator('.pg-table .pg-try').first().waitFor();
    await tabTo(other, '.pg-table tr:first-child .pg-try');
  });
});

/** One page of each kind: accessible in both colour schemes, and no wider than the window. */
import { describe, expect, it } from 'vitest';
import { open, openForFile, violations } from './browser.ts';

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const page = await openForFile('about:blank', { viewport: WIDE });

// The label of VitePress's search button omits the visible shortcut.
const ALL = { rules: { 'label-content-name-mismatch': { enabled: false } } };
/** The other rules don't depend on colours. */
const CONTRAST = { runOnly: ['color-contrast'] };

it.each([
  '/',
  '/quick-start',
  '/controllers',
  '/codeigniter',
  '/why',
  '/benchmarks',
  '/errors/',
  '/errors/bad-key',
  '/errors/bad-pattern',
  '/api/waymark/functions/createRouter',
  '/measured/bench',
  '/decisions/',
  '/404.html',
])('axe-core finds nothing, and nothing overflows: %s', async (path) => {
  await page.goto(path);
  await page.locator('.VPDoc, .VPHome, .NotFound').first().waitFor();
  for (const [colorScheme, viewport, rules] of [
    ['light', WIDE, ALL],
    ['dark', WIDE, CONTRAST],
    ['dark', PHONE, ALL],
    ['light', PHONE, CONTRAST],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expect
      .poll(() => page.evaluate("document.documentElement.classList.contains('dark')"))
      .toBe(colorScheme === 'dark');
    const screen = `${colorScheme}, ${viewport.width}`;
    expect([screen, await violations(page, 'html', rules)]).toEqual([screen, []]);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect([screen, width]).toEqual([screen, viewport.width]);
  }
  await page.setViewportSize(WIDE);
});

describe('finding the place', () => {
  it.each(['/quick-start', '/benchmarks', '/CONTRIBUTING', '/errors/bad-pattern'])(
    'the navigation shows the current page, and nothing is cut off at 1280 pixels: %s',
    async (path) => {
      await page.goto(path);
      // Whether the middle of the link is in the window and uncovered.
      const isSeen = `(() => {
        const element = document.querySelector('.VPSidebar a[href="${path}"]');
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })()`;
      await expect.poll(() => page.evaluate(isSeen)).toBe(true);
      const cut = await page
        .locator('.vp-doc table, .vp-doc .language-console pre')
        .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
      expect(cut).toBe(0);
    },
  );

  it('the page of Route has one entry for each method, and no constructor', async () => {
    await page.goto('/api/waymark/classes/Route');
    expect((await page.locator('.vp-doc h3').allTextContents()).length).toBeGreaterThan(15);
    expect(
      await page
        .locator('.vp-doc')
        .getByText(/Call Signature|new Route/)
        .count(),
    ).toBe(0);
  });

  it('an error links to the next error', async () => {
    await page.goto('/errors/bad-pattern');
    expect(await page.locator('.pager-link.next .title').textContent()).toBe('bad-php');
  });

  it('a wide table fits 1280 pixels, and keeps its row names visible on a phone', async () => {
    await page.goto('/why');
    const tables = page.locator('.vp-doc table');
    const surplus = await tables.evaluateAll((all) =>
      all.map((each) => each.scrollWidth - each.clientWidth),
    );
    expect(surplus).toEqual([0, 0]);
    const table = tables.first();
    await page.setViewportSize(PHONE);
    const name = table.getByText('wrong method');
    await table.evaluate((element) => element.scrollTo({ left: 200 }));
    const [row, all] = [await name.boundingBox(), await table.boundingBox()];
    expect(row?.x).toBeCloseTo(all?.x ?? Number.NaN, -1);
    await page.setViewportSize(WIDE);
  });
});

it.each(['light', 'dark'] as const)('pictures of the gallery are %s', async (colorScheme) => {
  const other = await open('/controllers', { colorScheme });
  const shown = await other
    .locator('.vp-doc img[src*="gallery"]:visible')
    .evaluateAll((all) => all.map((each) => each.getAttribute('src')));
  expect(shown.map((src) => src?.includes('-dark.'))).toEqual(
    Array(4).fill(colorScheme === 'dark'),
  );
});

it('a missing page has its own message', async () => {
  await page.goto('/404.html');
  await page.getByText('No row matches this address').waitFor();
});

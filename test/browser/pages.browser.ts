/** One page of each kind: accessible in both colour schemes, and no wider than the window. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PATHS = [
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
];

const SCREENS = [
  ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
  ['a light phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ['a dark phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
] as const;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe.each(SCREENS)('in %s', (_screen, options) => {
  let page: Page;
  beforeAll(async () => {
    page = await site.open(options);
  });
  afterAll(() => page.context().close());

  it.each(PATHS)('axe-core finds nothing, and nothing overflows: %s', async (path) => {
    await page.goto(`${site.origin}${path}`);
    await page.locator('.VPDoc, .VPHome, .NotFound').first().waitFor();
    await page.evaluate(axe);
    // The label of VitePress's search button omits the visible shortcut.
    const found = await page.evaluate(
      "axe.run({ rules: { 'label-content-name-mismatch': { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
    );
    expect(found).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(
      options.viewport.width,
    );
  });
});

describe('finding the place', () => {
  let page: Page;
  beforeAll(async () => {
    page = await site.open({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(() => page.context().close());

  /** True if the middle of an element is in the window and uncovered. */
  const isSeen = (selector: string) =>
    page.evaluate(
      `(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })()`,
    );

  it.each(['/quick-start', '/benchmarks', '/CONTRIBUTING', '/errors/bad-pattern'])(
    'the navigation shows the current page: %s',
    async (path) => {
      await page.goto(`${site.origin}${path}`);
      const link = `.VPSidebar a[href="${path}"]`;
      await expect.poll(() => isSeen(link), { timeout: 10_000 }).toBe(true);
    },
  );

  it('the page of Route has one entry for each method, and no constructor', async () => {
    await page.goto(`${site.origin}/api/waymark/classes/Route`);
    const entries = await page.locator('.vp-doc h3').allTextContents();
    expect(entries.length).toBeGreaterThan(15);
    expect(await page.locator('.vp-doc').getByText('Call Signature').count()).toBe(0);
    expect(await page.locator('.vp-doc').getByText('new Route').count()).toBe(0);
  });

  it('an error links to the next error', async () => {
    await page.goto(`${site.origin}/errors/bad-pattern`);
    const next = page.locator('.pager-link.next .title');
    expect(await next.textContent()).toBe('bad-php');
  });

  it.each(['/why', '/benchmarks', '/errors/bad-pattern'])(
    'tables and errors are not cut off at 1280 pixels: %s',
    async (path) => {
      await page.goto(`${site.origin}${path}`);
      const cut = await page
        .locator('.vp-doc table, .vp-doc .language-console pre')
        .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
      expect(cut).toBe(0);
    },
  );

  it('a wide table keeps its row names visible on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.origin}/why`);
    const table = page.locator('.vp-doc table').first();
    const name = table.getByText('wrong method');
    await table.evaluate((element) => element.scrollTo({ left: 200 }));
    const [row, all] = [await name.boundingBox(), await table.boundingBox()];
    expect(row?.x).toBeCloseTo(all?.x ?? Number.NaN, -1);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

it.each(['light', 'dark'] as const)('pictures of the gallery are %s', async (colorScheme) => {
  const page = await site.open({ colorScheme });
  await page.goto(`${site.origin}/controllers`);
  const shown = await page
    .locator('.vp-doc img[src*="gallery"]:visible')
    .evaluateAll((all) => all.map((each) => each.getAttribute('src')));
  expect(shown.map((src) => src?.includes('-dark.'))).toEqual(
    Array(4).fill(colorScheme === 'dark'),
  );
  await page.context().close();
});

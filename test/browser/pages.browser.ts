/** One page of each kind: accessible in both schemes, and no wider than the window. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PATHS = [
  '/',
  '/quick-start',
  '/gallery',
  '/codeigniter',
  '/benchmarks',
  '/errors/',
  '/errors/bad-key',
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
    // The label of VitePress' search button leaves out the shortcut that it shows.
    const found = await page.evaluate(
      "axe.run({ rules: { 'label-content-name-mismatch': { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
    );
    expect(found).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(
      options.viewport.width,
    );
  });
});

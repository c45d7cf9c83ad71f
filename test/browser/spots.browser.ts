/** Problems, underlined at their characters. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import { enter, expectRows, expectText, PATIENCE, startOver } from './playground.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  page = await site.open();
});
afterAll(() => site.close());
beforeEach(() => startOver(page));

/** The texts underlined as errors, as warnings or as something not proved. */
const marked = (level: 'error' | 'warning' | 'info') =>
  page.locator(`.cm-lintRange-${level}`).allInnerTexts();

const IMPORT = "import { Route } from 'waymark';\n";

describe('an error', () => {
  it.each([
    ['in a pattern', `${IMPORT}Route.get('posts/(:nmu)', 'posts');`, ':nmu'],
    ['in one of two calls on a line', `${IMPORT}Route.any('a', 'b'); Route.any('a(', 'b');`, '('],
    ['below a prefix', `${IMPORT}Route.prefix('p', () => Route.any('x/(:nmu)', 'b'));`, ':nmu'],
    ['in a key', "export default { 'a': 'b',\n  'GET c/%20': 'd' };", '%'],
    ['in JSON', '{ "a/(:nmu)": "b" }', ':nmu'],
    ['in TypeScript', `${IMPORT}const to: string = 'b'; Route.get('(:nmu)', to);`, ':nmu'],
    ['with escapes', "export default { 'a\\u0028': 'b' };", "'a\\u0028'"],
    ['of the syntax', 'const a = ;', ';'],
    ['of an import', "import 'lodash';", "'lodash'"],
    ['of a name', 'export default nothing.there;', 'nothing'],
  ])('is underlined at its characters: %s', async (_label, source, text) => {
    await enter(page, source);
    await expect.poll(() => marked('error'), PATIENCE).toEqual([text]);
  });
});

describe('a finding', () => {
  const LATE = 'users/new';
  it.each([
    [
      'a call',
      `${IMPORT}Route.any('users/(:any)', 'u/$1');\nRoute.any('users/new', 'v');`,
      "'users/new'",
    ],
    [
      'a call through a loop',
      `${IMPORT}for (const [from, to] of [['users/(:any)', 'u/$1'], ['users/new', 'v']]) {\n  Route.any(from, to);\n}`,
      'any',
    ],
    ['a key', "export default { 'users/(:any)': 'u/$1', 'users/new': 'v' };", "'users/new'"],
    ['a key of JSON', '{ "users/(:any)": "u/$1", "users/new": "v" }', '"users/new"'],
    [
      'a call in TypeScript',
      `${IMPORT}const a: string = 'users/(:any)'; Route.any(a, 'u/$1');\nRoute.any('users/new' as string, 'v');`,
      "'users/new'",
    ],
    [
      'a key of PHP',
      "<?php\n$route['users/(:any)'] = 'u/$1';\n$route['users/new'] = 'v';",
      "'users/new'",
    ],
  ])(`about ${LATE} is underlined at its definition: %s`, async (_label, source, text) => {
    await enter(page, source);
    await expect.poll(() => marked('error'), PATIENCE).toEqual([text]);
  });

  it('shows its message on hover', async () => {
    await enter(page, "export default { 'users/(:any)': 'u/$1', 'users/new': 'v' };");
    await page.locator('.cm-lintRange-error').hover();
    await expectText(page, '.cm-tooltip', /No request reaches 'users\/new'/);
  });

  it('disappears with its cause', async () => {
    await enter(page, "export default { 'users/(:any)': 'u/$1', 'users/new': 'v' };");
    await expect.poll(() => marked('error'), PATIENCE).toHaveLength(1);
    await enter(page, "export default { 'a': 'b' };");
    await expectRows(page, ['any a -> b']);
    await expect.poll(() => marked('error'), PATIENCE).toEqual([]);
  });
});

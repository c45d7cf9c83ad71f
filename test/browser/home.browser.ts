/** The home page: the route file that a visitor changes, and its layout at each width. */
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { Route } from '../../src/index.ts';
import { check, type Finding } from '../../src/tools/inspect.ts';
import { ROUTES } from '../pictures/printed.ts';
import { openForFile, origin, SITE, violations } from './browser.ts';

const page = await openForFile('about:blank', {
  permissions: ['clipboard-read', 'clipboard-write'],
});
const card = page.locator('.proof');
const row = (number: number) => page.getByLabel(`Row ${number}`, { exact: true });
const rows = () =>
  page
    .locator('.proof textarea')
    .evaluateAll((all) => all.map((each) => Reflect.get(each, 'value')));
const findings = () => page.locator('.proof-finding').allInnerTexts();
const answer = () => page.locator('.proof-answer').innerText();

beforeEach(async () => {
  await page.goto(`${origin}/`);
  await card.hover();
});

const BROKEN = Route.collect(new Function('Route', bodyOf(ROUTES))(Route));
function bodyOf(source: string): string {
  return source.replace(/^import .*$/m, '').replace('export default', 'return');
}

describe('the route file', () => {
  it('is the one that the README shows, with all that check says about it', async () => {
    const file = [
      ...(await page.locator('.proof-fixed').allInnerTexts()).slice(0, 2),
      ...(await rows()).map((line) => `  ${line}`),
      '};',
    ];
    expect(file).toEqual(ROUTES.split('\n').filter((line) => /^[^/]/.test(line)));
    const found = await check(BROKEN);
    const messages = found.map(({ message }: Finding) => message);
    expect((await page.locator('.proof-message').allInnerTexts()).sort()).toEqual(messages.sort());
    expect(await page.locator('.proof-count').innerText()).toBe('2 problems');
  });

  it('has its findings and its lit path before any script', async () => {
    const html = readFileSync(`${SITE}index.html`, 'utf8');
    expect(html.match(/class="proof-finding /g)).toHaveLength(2);
    expect(html).toContain('<li class="lit-hit"');
  });

  it('changes its findings as a visitor types', async () => {
    await row(4).fill("Route.get('u/(:num)', 'users/show/$1');");
    await expect.poll(findings).toEqual([expect.stringContaining("reaches 'GET posts/new'")]);
    await row(3).fill("Route.get('posts', 'posts/index');");
    await expect.poll(() => page.locator('.proof-count').innerText()).toBe('no problems');
    expect(await findings()).toEqual([]);
    await row(1).fill("Route.get('(.*)', 'all/$1');");
    await expect.poll(async () => (await findings()).length).toBeGreaterThan(2);
  });

  it('sends the request that proves a finding', async () => {
    await page.getByRole('button', { name: 'Try GET /u/login' }).click();
    await expect.poll(answer).toBe("goes to 'users/login' by 'GET u/(:any)', with params 'login'");
    expect(await page.getByLabel('Path').inputValue()).toBe('/u/login');
    expect(await page.locator('.lit-passed textarea').count()).toBe(3);
    expect(await card.locator('.lit-hit textarea').inputValue()).toContain("'u/(:any)'");
    await page.getByRole('button', { name: 'Try GET /posts/new' }).click();
    await expect.poll(answer).toMatch(/^goes to 'posts\/show\/new' by 'GET posts\/\(:any\)'/);
  });

  it.each([
    ['GET', '/users//x/../%6Cogin', "blocked by 'users/login'", "'users/login'"],
    ['POST', '/posts/7', 'only GET, HEAD allowed', null],
    ['GET', '/elsewhere', 'nothing matches', null],
    ['GET', '/%FF', 'bad request: invalid UTF-8', null],
  ])('shows where %s %s ends, and not as a way that is open', async (method, path, says, hit) => {
    await page.getByLabel('Method').selectOption(method);
    await page.getByLabel('Path').fill(path);
    await expect.poll(answer).toBe(says);
    const end = card.locator('.lit-hit');
    expect(await end.locator('textarea').count()).toBe(hit === null ? 0 : 1);
    if (hit !== null) expect(await end.locator('textarea').inputValue()).toContain(hit);
    const colour = await page.evaluate(
      "getComputedStyle(document.querySelector('.proof .lit-hit')).getPropertyValue('--path')",
    );
    const [red = 0, green = 1] = Array.from(String(colour).matchAll(/[\da-f]{2}/g), ([part]) =>
      Number.parseInt(part, 16),
    );
    expect(red).toBeGreaterThan(1.5 * green);
  });

  it('shows an error below its row', async () => {
    await row(2).fill("Route.get('posts/(:word)', 'posts/show/$1');");
    const failure = page.locator('li:has(textarea[aria-label="Row 2"]) .proof-finding');
    await expect.poll(() => failure.allInnerTexts()).toEqual([expect.stringContaining('(:word)')]);
    expect(await page.locator('.proof-count').innerText()).toBe('does not run');
    expect(await card.locator('.lit-hit').count()).toBe(0);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(async () => (await findings()).length).toBe(2);
  });

  it('ends a file that runs too long', async () => {
    await row(1).fill('for (;;);');
    await expect.poll(findings).toEqual(['Stopped after 5 seconds.']);
  });

  it.each([
    [/\/proofs\./, 'not checked', 0],
    [/\/(?:sandbox|worker)\./, 'does not run', 1],
  ])('says so if a part of the checker cannot be loaded: %s', async (part, says, count) => {
    await page.route(part, (route) => route.abort());
    try {
      await page.reload();
      await row(4).fill('');
      await expect.poll(() => page.locator('.proof-count').innerText()).toBe(says);
      expect(await page.getByText(/could not be loaded/).count()).toBe(count);
    } finally {
      await page.unroute(part);
    }
  });

  it('takes the keys of an editor', async () => {
    const [first, second, third, fourth] = await rows();
    await row(1).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type("Route.block('u/login');");
    await expect.poll(findings).toEqual([expect.stringContaining('No request reaches')]);
    expect(await rows()).toEqual([first, "Route.block('u/login');", second, third, fourth]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(findings).toEqual([]);
    expect((await rows()).slice(2)).toEqual([third, second, fourth]);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Row 3');
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    expect((await rows()).slice(1)).toEqual([`Route.block('u/login');${third}`, second, fourth]);
    await page.keyboard.insertText('/* here */\n');
    expect((await rows())[1]).toBe("Route.block('u/login');/* here */");
    expect(await page.evaluate('document.activeElement.selectionStart')).toBe(0);
  });
});

/** The middle of a control, or of the first line of a link that is wrapped. */
async function middleOf(control: Locator): Promise<readonly [x: number, y: number]> {
  await control.scrollIntoViewIfNeeded();
  return control.evaluate((element) => {
    const [box] = element.getClientRects();
    if (box === undefined) throw new Error('a control is not shown');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  });
}

/** The words of the first screen that a line break cuts. */
const CUT = `(() => {
  const cut = [];
  const nodes = document.createTreeWalker(document.querySelector('.lead'), NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    for (const { 0: word, index } of nodes.currentNode.data.matchAll(/[\\w$]+/g)) {
      const range = document.createRange();
      range.setStart(nodes.currentNode, index);
      range.setEnd(nodes.currentNode, index + word.length);
      if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) cut.push(word);
    }
  }
  return cut;
})()`;

describe.each([360, 768, 960, 1024, 1280, 1600])('at %i px', (width) => {
  it('every control takes a click in its middle, and works', async () => {
    await page.setViewportSize({ width, height: 900 });
    const controls = card.locator(':is(select, input, textarea, button):visible');
    const count = await controls.count();
    // Method, path, four rows, three of which move, and two requests.
    expect(count).toBe(11);
    for (const control of await controls.all()) {
      const isOnTop = await control.evaluate(
        (element, [x, y]) => element.contains(element.ownerDocument.elementFromPoint(x, y)),
        await middleOf(control),
      );
      expect([await control.getAttribute('aria-label'), isOnTop]).toContain(true);
    }
    await page.mouse.click(
      ...(await middleOf(page.getByRole('button', { name: 'Try GET /u/login' }))),
    );
    await expect.poll(answer).toMatch(/^goes to 'users\/login'/);
    await page.mouse.click(...(await middleOf(page.getByLabel('Move row 3 up'))));
    await expect.poll(findings).toEqual([expect.stringContaining('The block')]);
    await page.mouse.click(...(await middleOf(row(1))));
    await page.keyboard.press('End');
    await page.keyboard.type(" Route.block('u/login');");
    await expect.poll(findings).toEqual([]);
    await expect.poll(answer).toBe("blocked by 'u/login'");
    await page.getByLabel('Method').selectOption('POST');
    await page.mouse.click(...(await middleOf(page.getByLabel('Path'))));
    await page.keyboard.press('End');
    await page.keyboard.type('/now');
    await expect.poll(answer).toBe('nothing matches');
    await page.mouse.click(...(await middleOf(page.getByRole('button', { name: 'Reset' }))));
    await expect.poll(async () => (await findings()).length).toBe(2);
  });

  it('the page fits, no word is cut, and the card is in the grid', async () => {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.evaluate(CUT)).toEqual([]);
    const [text, proof, below] = await Promise.all(
      ['.lead-text', '.lead-proof', '.vp-doc h2'].map((each) =>
        page.locator(each).first().boundingBox(),
      ),
    );
    if (!text || !proof || !below) throw new Error('a part of the page is not shown');
    if (width < 1200) expect(proof.y).toBeGreaterThan(text.y + text.height);
    else expect(proof.x).toBeGreaterThan(text.x + text.width);
    expect(text.x).toBe(below.x);
    // On a phone, it is a bit wider than the text.
    const edge = width < 640 ? 12 : 0;
    expect(proof.x).toBeGreaterThanOrEqual(below.x - edge);
    expect(proof.x + proof.width).toBeLessThanOrEqual(below.x + below.width + edge);
    if (width >= 640) expect(proof.x + proof.width).toBe(below.x + below.width);
  });

  it('each field is as high as its text', async () => {
    await page.setViewportSize({ width, height: 900 });
    const surplus = await page
      .locator('.proof textarea')
      .evaluateAll((all) => all.map((each) => each.scrollHeight - each.clientHeight));
    expect(surplus).toEqual([0, 0, 0, 0]);
  });

  it('each field shows that it has the focus', async () => {
    await page.getByLabel('Method').focus();
    for (let turn = 0; turn < 4; turn += 1) {
      const outline = 'getComputedStyle(document.activeElement).outlineStyle';
      expect([turn, await page.evaluate(outline)]).toEqual([turn, 'solid']);
      await page.keyboard.press('Tab');
    }
  });
});

const BAR = ['Guide', 'API', 'Playground', 'Changelog'];
const LINKS = [
  ...['Quick start', 'Why waymark', 'Playground', 'install it from a checkout'],
  ...['inside Express or Hono', 'with better-auth, tRPC, Koa and others'],
  ...['Your order', 'Proofs', 'Plain data'],
  ...['Controllers if you want them', 'Fast', 'Bring your routes.php'],
  ...['see their calls side by side', 'Why waymark'],
];

/** Whatever a visitor can use outside the card, except for what the focus or the pointer shows. */
const outsideCard = page
  .locator(':is(a[href], button, input, select, textarea, summary):visible')
  .and(page.locator(':not(.proof *, .VPSkipLink, .copy, .header-anchor)'));

describe.each([
  [360, ['mobile navigation']],
  [768, [...BAR, 'extra navigation']],
  [960, [...BAR, 'extra navigation']],
  [1024, [...BAR, 'extra navigation']],
  [1280, [...BAR, 'Switch to dark theme']],
  [1600, [...BAR, 'Switch to dark theme']],
])('outside the card at %i px', (width, bar) => {
  const [menu] = bar.slice(-1);
  const isDark = () => page.locator('html.dark').count();

  beforeEach(() => page.setViewportSize({ width, height: 900 }));

  it('each control takes a click in its middle, and each link leads to a page', async () => {
    const names: string[] = [];
    for (const control of await outsideCard.all()) {
      const isOnTop = await control.evaluate(
        (element, [x, y]) => element.contains(element.ownerDocument.elementFromPoint(x, y)),
        await middleOf(control),
      );
      const label = (await control.getAttribute('aria-label')) ?? '';
      const name = (await control.getAttribute('title')) ?? (label || (await control.innerText()));
      names.push(name.trim());
      expect([name, isOnTop]).toEqual([name, true]);
      const href = await control.getAttribute('href');
      if (href === null) continue;
      expect([name, (await fetch(new URL(href, origin))).status]).toEqual([name, 200]);
    }
    expect(names).toEqual(['waymark', 'Search', ...bar, ...LINKS]);
  });

  it('the search opens, and Escape closes it', async () => {
    const field = page.getByRole('searchbox');
    await page.mouse.click(...(await middleOf(page.getByRole('button', { name: 'Search' }))));
    await field.fill('block');
    await expect.poll(() => page.locator('.VPLocalSearchBox .result').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => field.count()).toBe(0);
  });

  it('the theme can be changed, and the menu has the links', async () => {
    if (menu.endsWith('navigation')) {
      await page.mouse.click(...(await middleOf(page.getByLabel(menu, { exact: true }))));
    }
    if (width < 768) {
      const links = page.locator('.VPNavScreen a:visible');
      await expect.poll(() => links.allInnerTexts()).toEqual(BAR);
    }
    const theme = page.locator('.VPSwitchAppearance:visible');
    await expect.poll(() => theme.count()).toBe(1);
    await page.mouse.click(...(await middleOf(theme)));
    await expect.poll(isDark).toBe(1);
    await page.mouse.click(...(await middleOf(theme)));
    await expect.poll(isDark).toBe(0);
  });

  it('each block of code can be copied', async () => {
    const copies = page.locator('button.copy');
    expect(await copies.count()).toBe(2);
    for (const copy of await copies.all()) {
      await copy.hover();
      await page.mouse.click(...(await middleOf(copy)));
      await expect.poll(() => copy.getAttribute('class')).toContain('copied');
    }
  });

  it('the skip link leads to the content', async () => {
    await page.locator('.VPSkipLink').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('VPContent');
  });

  it('the last row ends the page in the colours of the card', async () => {
    const end = page.locator('.VPFooter');
    await end.scrollIntoViewIfNeeded();
    const colourOf = (element: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${element}')).backgroundColor`);
    expect(await colourOf('.VPFooter')).toBe(await colourOf('.lead-proof'));
    expect(await end.innerText()).toMatch(/^\(\.\*\) waymark [\d.]+, under the MIT licence$/);
    const [row, text] = await Promise.all(
      ['.VPFooter .lit', '.vp-doc h2'].map((each) => page.locator(each).first().boundingBox()),
    );
    if (!row || !text) throw new Error('a part of the page is not shown');
    expect(row.x).toBe(text.x);
    expect(await violations(page, '.VPFooter')).toEqual([]);
  });
});

/** Links to code, which anyone may have written. */
import { deflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../docs/playground/page/examples.ts';
import { open, openForFile } from './browser.ts';
import { linkTo, on } from './playground.ts';

const SOURCE = "export default { 'of/the/link': 'a' };";

const page = await openForFile('about:blank', {
  permissions: ['clipboard-read', 'clipboard-write'],
});
const pg = on(page);
/** The number of frames the page has created, each to run some code. */
let frames = 0;
page.on('frameattached', () => {
  frames += 1;
});

const button = (of = page) => of.getByRole('button', { name: 'Run the code of this link' });

async function visit(hash = ''): Promise<void> {
  await page.goto('about:blank');
  frames = 0;
  await page.goto(`/playground${hash}`);
}

/** Changes a field, and waits until the page saves it, which is when it runs code. */
async function change(edit: () => Promise<unknown>): Promise<void> {
  const before = page.url();
  await edit();
  await expect.poll(() => page.url()).not.toBe(before);
}
const changePath = () => change(() => page.getByLabel('Path').fill(`/another${frames}`));

beforeEach(async () => {
  await page.goto('/404.html');
  await page.evaluate('localStorage.clear()');
});

describe('the code of a link', () => {
  it('is shown, and waits for a click, whatever is changed, and again after a reload', async () => {
    await visit(linkTo(SOURCE));
    await pg.expectHeld();
    expect(await pg.sourceIn()).toBe(SOURCE);
    await change(() => page.getByLabel('Path').fill('/x'));
    await change(() => page.getByLabel('Method').selectOption('PUT'));
    await change(() => page.getByLabel('autoRoute').check());
    await change(() => page.getByRole('textbox', { name: 'Action' }).fill('a/b'));
    await change(() => pg.enter(`${SOURCE} // and more`));
    expect(await page.locator('.pg-table').count()).toBe(0);
    expect(frames).toBe(0);
    await button().click();
    await pg.expectRows('any of/the/link -> a');
    expect(await page.locator('.pg-held').innerText()).toBe('');
    // One frame each runs the code, proves, and looks up.
    await expect.poll(() => frames).toBe(3);
    await page.reload();
    await pg.expectHeld();
    await changePath();
    expect(frames).toBe(3);
  });

  it('waits in PHP; after the click, all later typing runs', async () => {
    await visit(linkTo("<?php $route['of/the/link'] = 'a';"));
    await pg.expectHeld();
    await changePath();
    expect(frames).toBe(0);
    await pg.runLink();
    await pg.expectRows('any of/the/link -> a');
    await pg.run("export default { typed: 'a' };", 'any typed -> a');
    await pg.request('GET', '/typed');
    await pg.expectText('.pg-table [aria-current]', /typed/);
  });

  it('runs without a click if it is an example', async () => {
    await visit(linkTo(EXAMPLES[1].question.source));
    await pg.expectText('.pg-table', /albums/);
    expect(await button().count()).toBe(0);
  });
});

describe('a link followed within the page', () => {
  const follow = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  beforeEach(async () => {
    await visit();
    await pg.expectText('.pg-table', /photos\/show/);
  });

  it('ends the previous code, and waits for a click without its table', async () => {
    await pg.enter('for (;;);');
    await expect.poll(() => pg.codeFrames()).toBe(1);
    await follow(linkTo(SOURCE));
    await pg.expectHeld();
    await expect.poll(() => pg.codeFrames()).toBe(0);
    expect(await page.locator('.pg-failure').innerText()).toBe('');
    expect(await page.locator('.pg-table').count()).toBe(0);
    const ran = frames;
    await changePath();
    expect(frames).toBe(ran);
    await pg.runLink();
    await pg.expectRows('any of/the/link -> a');
  });

  it('runs without a click if it has code that ran', async () => {
    await pg.run(SOURCE, 'any of/the/link -> a');
    await pg.request('GET', '/of/the/link');
    await pg.expectText('.pg-table [aria-current]', /of\/the\/link/);
    await follow(linkTo(SOURCE));
    await expect.poll(() => page.getByLabel('Path').inputValue()).toBe('/');
    await expect.poll(() => page.locator('.pg-table [aria-current]').count()).toBe(0);
    await pg.run("export default { second: 'a' };", 'any second -> a');
    await follow(linkTo(SOURCE));
    await pg.expectRows('any of/the/link -> a');
    expect(await button().count()).toBe(0);
  });
});

describe('a link', () => {
  it('restores all input, and is kept up to date in the address', async () => {
    await visit();
    await pg.expectText('.pg-table', /photos\/show/);
    const source =
      "import { Route } from 'waymark';\nRoute.any('é/(:num)', 'x/$1', { as: 'é' });\n";
    await pg.enter(source);
    await pg.request('PUT', '/é/7?ü');
    await page.getByLabel('autoRoute').check();
    await page.getByRole('textbox', { name: 'Action' }).fill('x/7');
    await page.getByLabel('Param 1').fill('12');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await pg.expectText('.pg-bar', /The link is copied/);
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(link).toBe(page.url());
    expect(new URL(link).hash).toMatch(/^#code=[\w-]+$/);

    const other = await open(`/playground${new URL(link).hash}`);
    await on(other).runLink();
    await on(other).expectRows('any é/(:num) -> x/$1');
    expect(await on(other).sourceIn()).toBe(source);
    expect(await other.getByLabel('Method').inputValue()).toBe('PUT');
    expect(await other.getByLabel('Path').inputValue()).toBe('/é/7?ü');
    expect(await other.getByLabel('autoRoute').isChecked()).toBe(true);
    expect(await other.getByRole('textbox', { name: 'Action' }).inputValue()).toBe('x/7');
    expect(await other.getByLabel('Param 1').inputValue()).toBe('12');
    await on(other).expectText('.pg-table [aria-current]', /é\/\(:num\)/);
    await changePath();
    expect(page.url()).not.toBe(link);
  });

  it('is not created if the content is too long', async () => {
    await visit();
    await pg.expectText('.pg-table', /photos\/show/);
    // A generator's output is too random to compress.
    let seed = 1;
    const noise = Array.from({ length: 48_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String.fromCharCode(0x4e00 + (seed % 20_000));
    });
    await pg.enter(`// ${noise.join('')}`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await pg.expectText('.pg-bar', /too long for a link/);
    expect(page.url().length).toBeLessThan(1000);
  });

  it.each([
    ['is no base64', '%%%'],
    ['is no deflated text', 'AAAA'],
    ['is cut short', 'q1YqSy0qzszPU7JSKkktLlGqBQA'],
    ['unpacks to too much', deflateRawSync(Buffer.alloc(60_000_000, ' ')).toString('base64url')],
  ])('is reported as damaged if it %s', async (_label, packed) => {
    expect(packed.length).toBeLessThan(100_000);
    await visit(`#code=${packed}`);
    await pg.expectText('.pg-bar', /The link is damaged/);
    await pg.expectText('.pg-table', /photos\/show/);
  });
});

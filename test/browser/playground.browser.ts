/** Requests, URLs and actions, and the results while code runs, after an error and after a stop. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openForFile } from './browser.ts';
import { on } from './playground.ts';

const page = await openForFile('/playground');
const pg = on(page);

const lit = () => page.locator('.pg-table [aria-current=true] .pg-key').allInnerTexts();
const marks = async () => {
  const all = await page.locator('.pg-table :is(.pg-key, .pg-mark)').allInnerTexts();
  return all.flatMap((key, index) => (index % 2 === 0 ? [`${key} ${all[index + 1]}`] : []));
};

describe('the layout', () => {
  const leftOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;

  it('has the values of settings below the destinations, and panels below the editor', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await pg.enter("export default { default_controller: 'welcome', 'users': 'users/index' };");
    await pg.expectRows('any users -> users/index');
    expect(await leftOf('.pg-settings dd code')).toBe(await leftOf('.pg-table td:last-child code'));
    const [editor, panel] = [
      await page.locator('.pg-editor').boundingBox(),
      await page.locator('#pg-url').boundingBox(),
    ];
    expect(panel?.x).toBe(editor?.x);
    expect((panel?.y ?? 0) - ((editor?.y ?? 0) + (editor?.height ?? 0))).toBeLessThan(100);
  });
});

describe('a request', () => {
  it('highlights the row that answers it, and explains why earlier rows did not', async () => {
    await pg.enter(`export default {
        'POST posts/(:num)': 'posts/update/$1',
        'GET posts/(:num)/edit': 'posts/edit/$1',
        'posts/(:any)': 'posts/show/$1',
        'posts/(:num)': 'posts/late/$1',
        'users': 'users/index' };`);
    await pg.request('GET', '/posts/7');
    await expect
      .poll(marks)
      .toEqual([
        'POST posts/(:num) skipped: it is only for POST',
        'GET posts/(:num)/edit skipped: it has 3 segments and the path has 2',
        'any posts/(:any) matched',
        'any posts/(:num) not tried: it would match too',
        'any users not tried',
      ]);
    expect(await lit()).toEqual(['any posts/(:any)']);
    // That no request reaches a row is a finding, not the result of a request.
    await pg.expectText('.pg-table tr:nth-child(4)', /No request reaches/);
    await pg.request('POST', '/posts/7');
    await expect.poll(lit).toEqual(['POST posts/(:num)']);
  });

  it.each([
    ['/nothing/here', /nothing matches/, 'skipped'],
    ['/%FF', /bad request: invalid UTF-8/, 'not tried'],
  ])('without a matching row highlights none: %s', async (path, says, mark) => {
    await pg.request('GET', path);
    await pg.expectText('.pg-requests', says);
    expect(await lit()).toEqual([]);
    expect((await marks()).every((text) => text.includes(mark))).toBe(true);
  });

  it('shows how its path was normalised', async () => {
    await pg.request('GET', '/posts//x/../%37?tab=1');
    await pg.expectText('.pg-requests', /The path is matched as \/posts\/7: .*cut off/);
  });

  it('becomes the destination with autoRoute', async () => {
    await pg.request('GET', '/photos/list');
    await page.getByLabel('autoRoute').check();
    await pg.expectText('.pg-requests', /goes to 'photos\/list' by its own segments/);
  });
});

it('the URL of a named route is built from its params', async () => {
  await pg.enter(
    "import { Route } from 'waymark';\nRoute.get('a', 'b', { as: 'first' });\nRoute.get('(en|fr)/(:num)', 'c', { as: 'second' });",
  );
  await pg.expectText('.pg-stack', /second/);
  await page.getByRole('combobox', { name: 'Name' }).selectOption('second');
  await pg.expectText('.pg-stack', /Param 2/);
  await page.getByLabel('Param 2').fill('7');
  await page.getByLabel('Param 1').fill('de');
  await pg.expectText('.pg-stack', /Route\.url\('second'\): .*'de'/);
  await page.getByLabel('Param 1').fill('fr');
  await pg.expectText('.pg-stack pre', /^\/fr\/7$/);
  await page.getByLabel('Param 2').fill('');
  await pg.expectText('.pg-stack pre', /Param 2 is missing/);
});

it('the requests for an action are found', async () => {
  await pg.startOver();
  await page.getByRole('textbox', { name: 'Action' }).fill('pages/about/fr');
  await pg.expectText('.pg-ways', /GET \/about\/fr\s+about\/\(en\|fr\)/);
  await page.getByRole('textbox', { name: 'Action' }).fill('pages/nowhere');
  await pg.expectText('.pg-stack', /No request reaches it/);
});

describe('the result of the last run', () => {
  beforeEach(async () => {
    await pg.startOver();
    await pg.expectText('.pg-summary', /5 rows, no problems/);
    await pg.expectText('.pg-ways', /photos\/\(:num\)/);
  });

  const PANELS = [
    '.pg-result',
    '.pg-tables',
    '.pg-stack > :first-child',
    '.pg-stack > :last-child',
  ];
  const button = (name: string) => page.locator('.pg-run').getByRole('button', { name });
  /** The number of dimmed panels. */
  const dimmed = () => page.locator('.pg-stale:visible').count();
  const expectFrames = (count: number) => expect.poll(() => pg.codeFrames()).toBe(count);

  /** Expects the answer, table, URL and action of an earlier run, marked as old. */
  async function expectOld(says: RegExp): Promise<void> {
    await expect.poll(dimmed).toBe(PANELS.length);
    for (const panel of PANELS) await pg.expectText(panel, says);
    expect(await page.locator('.pg-success, .pg-warning').count()).toBe(
      await page.locator('.pg-stack .pg-success').count(),
    );
  }

  it('is dimmed while code runs, until a button stops it, and another runs it again', async () => {
    await pg.enter('for (;;);');
    await expectOld(/From the last run/);
    expect(await page.locator('.pg-busy').count()).toBe(1);
    await button('Stop').click();
    await pg.expectText('.pg-run', /Stopped/);
    await expectFrames(0);
    await expectOld(/From the last run that worked/);
    await button('Run').click();
    await expectFrames(1);
    await button('Stop').click();
    await expectFrames(0);
    await pg.run("export default { a: 'b' };", 'any a -> b');
    await expect.poll(dimmed).toBe(0);
  });

  it('is dimmed after an error, still answers requests, and is replaced with its cause', async () => {
    const before = await pg.rowsOf();
    await pg.enter('const a = ;');
    await pg.expectText('.pg-run', /Failed/);
    await expectOld(/From the last run that worked/);
    expect(await pg.rowsOf()).toEqual(before);
    await pg.request('GET', '/about/en');
    await pg.expectText(
      '.pg-result',
      /goes to 'pages\/about\/en'.*\s+From the last run that worked/,
    );
    await pg.run("export default { a: 'b' };", 'any a -> b');
    await expect.poll(() => page.locator('.pg-failure').innerText()).toBe('');
    expect(await page.locator('.cm-lint-marker').count()).toBe(0);
  });
});

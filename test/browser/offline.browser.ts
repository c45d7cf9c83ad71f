/** The playground without a network, and after the site has changed. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SITE, type Site, startSite } from './browser.ts';
import {
  enter,
  expectKept,
  expectText,
  linkTo,
  openExample,
  openSaving,
  PATIENCE,
} from './playground.ts';

/** The maximum size of the browser's caches in bytes, stored and sent. */
const LIMITS = { stored: 12_000_000, sent: 3_000_000 };

/** Counts the actions that ran once the page was idle. */
const COUNT_IDLE = `
  window.idled = 0;
  const { requestIdleCallback: whenIdle } = window;
  window.requestIdleCallback = (action) => whenIdle(() => { action(); idled += 1; });`;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** The addresses in the caches, as paths. */
const keptIn = (page: Page) =>
  page.evaluate(`(async () => {
    const kept = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      kept.push(...(await cache.keys()).map(({ url }) => new URL(url).pathname));
    }
    return kept.sort();
  })()`) as Promise<string[]>; // the expression returns strings

/** Opens the playground, and cuts the network once it is saved. */
async function openOffline(): Promise<Page> {
  const page = await site.open();
  await expectKept(page);
  await takeNetwork(page);
  return page;
}

/** Cuts the network of pages and the service worker. */
async function takeNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const isOut = "fetch('/routes.html').then(() => false, () => true)";
  expect(await page.evaluate(isOut)).toBe(true);
  for (const worker of page.context().serviceWorkers())
    expect(await worker.evaluate(isOut)).toBe(true);
}

/** Runs sources in each language, with a finding and a lookup. */
async function expectWorking(page: Page): Promise<void> {
  await openExample(page, /Resources and prefixes/, /albums\/new/);
  await page.locator('.cm-content').waitFor();
  await enter(page, "export default { 'users/(:any)': 'a', 'users/new': 'b' } as object;");
  await expectText(page, '.pg-table', /No request reaches 'users\/new'/);
  await page.getByLabel('Path').fill('/users/x');
  await expectText(page, '.pg-result', /goes to 'a'/);
  await openExample(page, /PHP/, /songs/);
}

/** Opens each tool, and expects an answer. */
async function expectTools(page: Page): Promise<void> {
  await enter(page, "export default { 'a/(:num)': 'x', '((?:a|b|ab)*)\\\\1c': 'y' };");
  await expectText(page, '.pg-table', /a\/\(:num\)/);
  await page.getByLabel('Path').fill('/a/1');
  for (const [tool, button, answer] of [
    ['Explain a pattern', null, /one or more digits/],
    ['Send a request', /^Send GET/, /200[\s\S]*a\/1|stand-in|x/],
    ['Compare tables', 'Compare', /every request alike|Try GET/],
    ['Time a lookup', /^Measure/, /A lookup takes about/],
    ['Slow patterns', null, /has a back reference/],
  ] as const) {
    await page.getByRole('button', { name: tool, exact: true }).click();
    if (button !== null)
      await page.locator('.pg-tool').getByRole('button', { name: button }).first().click();
    await expectText(page, '.pg-tool', answer);
  }
}

describe('without a network, the saved playground', () => {
  it('keeps working, including tools that were never opened', async () => {
    const page = await openOffline();
    await expectWorking(page);
    await expectTools(page);
    await page.context().close();
  });

  it('works after a reload, with everything that its page refers to', async () => {
    const page = await openOffline();
    const failed: string[] = [];
    page.on('requestfailed', (request) => {
      const url = request.url();
      // The site preloads linked pages, and those requests end with the sandbox's scripts.
      if (!/^blob:|\/assets\/(?!playground)[\w-]+\.md\./.test(url)) failed.push(url);
    });
    await page.reload();
    await expectText(page, '.pg-summary', /5 rows, no problems/);
    await expectWorking(page);
    await expectTools(page);
    expect(failed).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['its address', '/playground'],
    ['its file', '/playground.html'],
    ['a query', '/playground?from=mail'],
    ['a link to code', `/playground${linkTo("export default { linked: 'b' };")}`],
  ])('opens in another tab: %s', async (_label, path) => {
    const first = await openOffline();
    const page = await first.context().newPage();
    await page.goto(site.origin + path);
    await page.locator('.cm-content').waitFor();
    if (path.includes('#'))
      await page.getByRole('button', { name: 'Run the code of this link' }).click();
    await expectText(page, '.pg-table', path.includes('#') ? /linked/ : /photos\/show/);
    await page.context().close();
  });

  it('is saved from a link whose code has not run', async () => {
    const page = await site.open({}, linkTo("export default { linked: 'b' };"));
    await page.getByRole('button', { name: 'Run the code of this link' }).waitFor();
    await expectKept(page);
    await page.context().close();
  });
});

describe('the saved data', () => {
  it('is requested after the first answer and its checks', async () => {
    const page = await site.open({ serviceWorkers: 'block' });
    await page.addInitScript(`navigator.serviceWorker.register = async (url, { scope }) => {
      window.registered = [url, scope, document.querySelector('.pg-summary').innerText];
    };`);
    await page.reload();
    await page.waitForFunction('window.registered');
    expect(await page.evaluate('registered')).toEqual([
      '/playground-offline.js',
      '/playground',
      expect.stringMatching(/5 rows, no problems/),
    ]);
    await page.context().close();
  });

  it('is empty if the visitor saves data', async () => {
    const page = await openSaving(site);
    await page.addInitScript(`window.registered = 0;
      navigator.serviceWorker.register = async () => { registered += 1; };
      ${COUNT_IDLE}`);
    await page.reload();
    await expectText(page, '.pg-summary', /5 rows, no problems/);
    // One of these loads the editor.
    await page.waitForFunction('window.idled >= 2');
    expect(await page.evaluate('registered')).toBe(0);
    await page.context().close();
  });

  it('covers only the playground, whatever else is opened', async () => {
    const page = await site.open();
    await expectKept(page);
    const kept = await keptIn(page);
    expect(kept).toContain('/playground');
    expect(
      kept.filter((path) => /\.md\.|[sS]earch|try-routes|-(?:italic|cyrillic|greek)/.test(path)),
    ).toEqual([
      expect.stringMatching(/^\/assets\/playground\.md\.[\w-]+\.js$/),
      expect.stringMatching(/^\/assets\/playground\.md\.[\w-]+\.lean\.js$/),
    ]);
    await page.getByRole('link', { name: 'Changelog' }).first().click();
    await page.getByRole('heading', { name: 'Changelog' }).waitFor();
    await page.goto(`${site.origin}/routes`);
    await page.goto(`${site.origin}/playground`);
    await expectText(page, '.pg-table', /photos\/show/);
    expect(await keptIn(page)).toEqual(kept);
    await page.context().close();
  });

  it(`takes at most ${LIMITS.stored / 1e6} MB, of which ${LIMITS.sent / 1e6} MB are sent`, async () => {
    const page = await site.open();
    await expectKept(page);
    const files = (await keptIn(page)).map((path) =>
      readFileSync(join(SITE, path === '/playground' ? '/playground.html' : path)),
    );
    const stored = files.reduce((sum, bytes) => sum + bytes.length, 0);
    const sent = files.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0);
    expect(stored).toBeLessThan(LIMITS.stored);
    expect(sent).toBeLessThan(LIMITS.sent);
    await page.context().close();
  });

  it('is out of reach for a frame of opaque origin, even without its policy', async () => {
    const page = await site.open();
    await expectKept(page);
    const [file] = (await keptIn(page)).filter((path) => /\/slow\./.test(path));
    await page.evaluate(`(async () => {
      const [name] = await caches.keys();
      await (await caches.open(name)).put('${file}', new Response('answered = "from the cache";'));
    })()`);
    const tries = `(async () => {
      const opened = {};
      for (const [name, use] of Object.entries({
        caches: () => caches.keys(),
        worker: () => navigator.serviceWorker.getRegistrations(),
      })) opened[name] = await (async () => use())().then(() => 'open', () => 'closed');
      const script = document.createElement('script');
      script.src = '${site.origin}${file}';
      document.head.append(script);
      await new Promise((resolve) => { script.onload = script.onerror = resolve; });
      return { ...opened, file: self.answered ?? 'from the network' };
    })()`;
    expect(await page.evaluate(tries)).toEqual({
      caches: 'open',
      worker: 'open',
      file: 'from the cache',
    });
    const html = `<head><script>${tries}.then((opened) => parent.postMessage(opened, '*'))</script>`;
    const heard = await page.evaluate(`new Promise((resolve) => {
      onmessage = ({ data }) => resolve(data);
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.srcdoc = ${JSON.stringify(html)};
      document.body.append(frame);
    })`);
    expect(heard).toEqual({ caches: 'closed', worker: 'closed', file: 'from the network' });
    await page.context().close();
  });
});

describe('a browser that saves nothing', () => {
  it.each([
    ['no service workers', 'delete Navigator.prototype.serviceWorker'],
    [
      'forbidden ones',
      "Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('', 'SecurityError'); } })",
    ],
    ['a refusal', 'navigator.serviceWorker.register = async () => { throw new TypeError(); }'],
  ])('still shows the playground: %s', async (_label, script) => {
    const page = await site.open({ serviceWorkers: 'block' });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(`if (self === top) { ${script} }`);
    await page.addInitScript(COUNT_IDLE);
    await page.reload();
    await page.waitForFunction('window.idled >= 2');
    await expectWorking(page);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('a changed site', () => {
  const HASH = 'Changed0';
  let folder: string;
  let changing: Site;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-site-'));
    cpSync(SITE, folder, { recursive: true });
    changing = await startSite(folder);
  });
  afterEach(async () => {
    await changing.close();
    rmSync(folder, { recursive: true });
  });

  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
  const words = (text: string) => text.replaceAll('Write routes and see', 'Change routes and see');

  /** The file in `assets` with this start and end. */
  function assetOf(start: string, end: string): string {
    const all = readdirSync(join(folder, 'assets'), { recursive: true, encoding: 'utf8' });
    const file = all.find((name) => name.startsWith(start) && name.endsWith(end));
    if (file === undefined) throw new Error(`there is no ${start}`);
    return `assets/${file}`;
  }

  /** Deploys a page with changed words, and a renamed script next to the old one. */
  function deployPage() {
    const script = assetOf('playground.md.', '.lean.js');
    const [, hash = ''] = /md\.([\w-]+)\./.exec(script) ?? [];
    cpSync(join(folder, script), join(folder, script.replace(hash, HASH)));
    edit(script.replace(hash, HASH), words);
    edit('playground.html', (html) => words(html).replaceAll(hash, HASH));
    return { script, hash };
  }
  function deploy(): void {
    const { script, hash } = deployPage();
    rmSync(join(folder, script));
    edit('playground-offline.js', (worker) =>
      worker
        .replace(`${hash}.lean`, `${HASH}.lean`)
        .replace(/"[0-9a-f]{16}"/, '"0123456789abcdef"'),
    );
  }
  const OLD = /Write routes and see/;
  const NEW = /Change routes and see/;
  const expectPage = async (page: Page, text: RegExp) => {
    await page.locator('.cm-content').waitFor();
    await expectText(page, '.pg header p', text);
  };

  it('is shown at once with a network, and saved once the old tabs are closed', async () => {
    const page = await changing.open();
    await expectPage(page, OLD);
    await expectKept(page);
    const caches = () => page.evaluate('caches.keys()');
    const before = await caches();
    deploy();
    await page.reload();
    await expectPage(page, NEW);
    await expect
      .poll(
        () =>
          page.evaluate(
            'navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting?.state)',
          ),
        PATIENCE,
      )
      .toBe('installed');
    // Without a network, the old page still has its old script.
    await takeNetwork(page);
    await page.reload();
    await expectPage(page, OLD);
    await expectTools(page);
    await page.context().setOffline(false);
    // The worker is replaced first: a navigation at that moment once did not end.
    await page.goto(`${changing.origin}/404.html`);
    const active = `navigator.serviceWorker.getRegistration('/playground').then(({ active, waiting }) =>
      waiting === null && active.state)`;
    await expect.poll(() => page.evaluate(active), PATIENCE).toBe('activated');
    await page.goto(`${changing.origin}/playground`);
    await expectPage(page, NEW);
    await expect.poll(caches, PATIENCE).toEqual([`${changing.origin}/playground 0123456789abcdef`]);
    expect(await caches()).not.toEqual(before);
    await expectKept(page);
    await takeNetwork(page);
    await page.reload();
    await expectPage(page, NEW);
    await page.context().close();
  });

  it("leaves the caches of the origin's other pages alone", async () => {
    const page = await changing.open();
    await page.evaluate(
      "caches.open('other'), caches.open(`${location.origin}/playground-other x`), caches.open(`${location.origin}/playground old`)",
    );
    await expectKept(page);
    expect(await page.evaluate('caches.keys()')).toEqual([
      'other',
      `${changing.origin}/playground-other x`,
      expect.stringMatching(/\/playground [0-9a-f]{16}$/),
    ]);
    await page.context().close();
  });

  it.each([
    ['a file is missing', () => rmSync(join(folder, assetOf('chunks/slow.', '.js')))],
    ['the page is of another build', () => void deployPage()],
    [
      'the page is not that of the playground',
      () => edit('playground.html', () => '<h1>Sign in</h1>'),
    ],
  ])('saves nothing if %s', async (_label, change) => {
    const page = await openSaving(changing);
    change();
    const state = await page.evaluate(`(async () => {
      const { installing } = await navigator.serviceWorker.register('/playground-offline.js', { scope: '/playground' });
      return new Promise((resolve) => {
        installing.onstatechange = () => installing.state !== 'installing' && resolve(installing.state);
      });
    })()`);
    expect(state).toBe('redundant');
    expect(await page.evaluate("caches.match('/playground').then((page) => page ?? null)")).toBe(
      null,
    );
    await page.context().close();
  });
});

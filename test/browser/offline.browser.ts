/** The playground without a network, and after the site has changed. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { PreviewServer } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { open, openForFile, origin, originOf, SITE, serve } from './browser.ts';
import { linkTo, on, openSaving } from './playground.ts';

/** The maximum size of the browser's caches in bytes, stored and sent. */
const LIMITS = { stored: 7_000_000, sent: 1_800_000 };

/** Counts the actions that ran once the page was idle. */
const COUNT_IDLE = `
  window.idled = 0;
  const { requestIdleCallback: whenIdle } = window;
  window.requestIdleCallback = (action) => whenIdle(() => { action(); idled += 1; });`;

const ALLOWED = { serviceWorkers: 'allow' } as const;
const LINKED = "export default { linked: 'b' };";

/** The saved playground. */
const saved = await openForFile('/playground', ALLOWED);
const pg = on(saved);
await pg.expectKept();

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

/** Cuts the network of pages and the service worker. */
async function cutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const isOut = "fetch('/routes.html').then(() => false, () => true)";
  expect(await page.evaluate(isOut)).toBe(true);
  for (const worker of page.context().serviceWorkers())
    expect(await worker.evaluate(isOut)).toBe(true);
}

describe('the saved data', () => {
  it('covers only the playground, whatever else is opened, and has a limit', async () => {
    const kept = await keptIn(saved);
    expect(kept).toContain('/playground');
    expect(
      kept.filter((path) => /\.md\.|[sS]earch|try-routes|-(?:italic|cyrillic|greek)/.test(path)),
    ).toEqual([
      expect.stringMatching(/^\/assets\/playground\.md\.[\w-]+\.js$/),
      expect.stringMatching(/^\/assets\/playground\.md\.[\w-]+\.lean\.js$/),
    ]);
    const files = kept.map((path) =>
      readFileSync(join(SITE, path === '/playground' ? '/playground.html' : path)),
    );
    expect(files.reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThan(LIMITS.stored);
    expect(files.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0)).toBeLessThan(LIMITS.sent);
    await saved.getByRole('link', { name: 'Changelog' }).first().click();
    await saved.getByRole('heading', { name: 'Changelog' }).waitFor();
    await saved.goto('/routes');
    await saved.goto('/playground');
    await pg.expectText('.pg-table', /photos\/show/);
    expect(await keptIn(saved)).toEqual(kept);
  });

  it('is requested after the first answer and its checks', async () => {
    const page = await open('about:blank');
    await page.addInitScript(`navigator.serviceWorker.register = async (url, { scope }) => {
      window.registered = [url, scope, document.querySelector('.pg-summary').innerText];
    };`);
    await page.goto('/playground');
    await page.waitForFunction('window.registered');
    expect(await page.evaluate('registered')).toEqual([
      '/playground-offline.js',
      '/playground',
      expect.stringMatching(/5 rows, no problems/),
    ]);
  });

  it('is requested on a link whose code has not run, too', async () => {
    const page = await open(`/playground${linkTo(LINKED)}`, ALLOWED);
    await on(page).expectHeld();
    await on(page).expectKept();
  });

  it('is empty if the visitor saves data', async () => {
    const page = await openSaving(
      '/playground',
      `window.registered = 0;
      navigator.serviceWorker.register = async () => { registered += 1; };
      ${COUNT_IDLE}`,
    );
    await on(page).expectText('.pg-summary', /5 rows, no problems/);
    // One of these loads the editor.
    await page.waitForFunction('window.idled >= 2');
    expect(await page.evaluate('registered')).toBe(0);
  });

  it("leaves the caches of the origin's other pages alone", async () => {
    const page = await open('/playground', ALLOWED);
    await page.evaluate(
      "caches.open('other'), caches.open(`${location.origin}/playground-other x`), caches.open(`${location.origin}/playground old`)",
    );
    await on(page).expectKept();
    expect(await page.evaluate('caches.keys()')).toEqual([
      'other',
      `${origin}/playground-other x`,
      expect.stringMatching(/\/playground [0-9a-f]{16}$/),
    ]);
  });

  it('is out of reach for a frame of opaque origin, even without its policy', async () => {
    const page = await saved.context().newPage();
    await page.goto('/playground');
    const [file] = (await keptIn(page)).filter((path) => /\/speed\./.test(path));
    const before = await page.evaluate(`fetch('${file}').then((response) => response.text())`);
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
      script.src = '${origin}${file}';
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
    await page.evaluate(`(async () => {
      const [name] = await caches.keys();
      const headers = { 'content-type': 'text/javascript' };
      await (await caches.open(name)).put('${file}', new Response(${JSON.stringify(before)}, { headers }));
    })()`);
    await page.close();
  });
});

describe('without a network, the saved playground', () => {
  beforeAll(() => cutNetwork(saved));

  it('still opens tools that were never opened', () => pg.expectTools());

  it('works after a reload, with everything that its page refers to', async () => {
    const failed: string[] = [];
    saved.on('requestfailed', (request) => {
      const url = request.url();
      // The site preloads linked pages, and those requests end with the sandbox's scripts.
      if (!/^blob:|\/assets\/(?!playground)[\w-]+\.md\./.test(url)) failed.push(url);
    });
    await saved.evaluate('localStorage.clear()');
    await saved.goto('/playground');
    await pg.expectText('.pg-summary', /5 rows, no problems/);
    await pg.openExample(/Resources and prefixes/, /albums\/new/);
    await pg.enter("export default { 'users/(:any)': 'a', 'users/new': 'b' } as object;");
    await pg.expectText('.pg-table', /No request reaches 'users\/new'/);
    await pg.request('GET', '/users/x');
    await pg.expectText('.pg-result', /goes to 'a'/);
    await pg.openExample(/PHP/, /songs/);
    await pg.expectTools();
    expect(failed).toEqual([]);
  });

  it.each([
    ['its address', '/playground'],
    ['its file', '/playground.html'],
    ['a query', '/playground?from=mail'],
    ['a link to code', `/playground${linkTo(LINKED)}`],
  ])('opens in another tab: %s', async (_label, path) => {
    // A draft would be shown in place of the example.
    await saved.evaluate('localStorage.clear()');
    const page = await saved.context().newPage();
    await page.goto(path);
    await page.locator('.cm-content').waitFor();
    if (path.includes('#')) await on(page).runLink();
    await on(page).expectText('.pg-table', path.includes('#') ? /linked/ : /photos\/show/);
    await page.close();
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
    const page = await open('about:blank');
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(`if (self === top) { ${script} }`);
    await page.addInitScript(COUNT_IDLE);
    await page.goto('/playground');
    await page.waitForFunction('window.idled >= 2');
    await on(page).openExample(/PHP/, /songs/);
    expect(errors).toEqual([]);
  });
});

describe('a changed site', () => {
  const HASH = 'Changed0';
  let folder: string;
  let server: PreviewServer;
  let home: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-site-'));
    cpSync(SITE, folder, { recursive: true, filter: (path) => path !== join(SITE, 'api') });
    server = await serve(folder);
    home = `${originOf(server)}/playground`;
  });
  afterEach(async () => {
    await server.close();
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
    await on(page).expectText('.pg header p', text);
  };

  it('is shown at once with a network, and saved once the old tabs are closed', async () => {
    const page = await open(home, ALLOWED);
    await expectPage(page, OLD);
    await on(page).expectKept();
    const caches = () => page.evaluate('caches.keys()');
    const before = await caches();
    deploy();
    await page.reload();
    await expectPage(page, NEW);
    await expect
      .poll(() =>
        page.evaluate(
          'navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting?.state)',
        ),
      )
      .toBe('installed');
    // Without a network, the old page still has its old script.
    await cutNetwork(page);
    await page.reload();
    await expectPage(page, OLD);
    await on(page).openTool('Explain a pattern');
    await on(page).expectText('.pg-tool', /this text/);
    await page.context().setOffline(false);
    // The worker is replaced first: a navigation at that moment once did not end.
    await page.goto(`${originOf(server)}/404.html`);
    const active = `navigator.serviceWorker.getRegistration('/playground').then(({ active, waiting }) =>
      waiting === null && active.state)`;
    await expect.poll(() => page.evaluate(active)).toBe('activated');
    await page.goto(home);
    await expectPage(page, NEW);
    await expect.poll(caches).toEqual([`${home} 0123456789abcdef`]);
    expect(await caches()).not.toEqual(before);
    await on(page).expectKept();
    await cutNetwork(page);
    await page.reload();
    await expectPage(page, NEW);
  });

  it.each([
    ['a file is missing', () => rmSync(join(folder, assetOf('chunks/speed.', '.js')))],
    ['the page is of another build', () => void deployPage()],
    [
      'the page is not that of the playground',
      () => edit('playground.html', () => '<h1>Sign in</h1>'),
    ],
  ])('saves nothing if %s', async (_label, change) => {
    const page = await openSaving(home);
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
  });
});

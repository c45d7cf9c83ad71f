/** A headless Chromium and the built site. All test files share both. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, onTestFinished } from 'vitest';

/** Debian's paths. Chromium without windows is faster. */
const EXECUTABLES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The folder of the built site. */
export const SITE = new URL('../../docs/.vitepress/dist/', import.meta.url).pathname;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

if (!existsSync(SITE)) throw new Error('npm run docs:build comes first: there is no built site');
const executablePath = process.env.CHROMIUM ?? EXECUTABLES.find(existsSync);
if (executablePath === undefined) {
  throw new Error(
    `there is no ${EXECUTABLES.join(' or ')}: apt-get install one, or CHROMIUM=<path>`,
  );
}

const server = await serve(SITE);

/** The site's origin. */
export const origin = originOf(server);

const browser = await chromium.launch({
  executablePath,
  args: [
    // The tests may run as root, in a container with little shared memory.
    ...['--no-sandbox', '--disable-dev-shm-usage'],
    // As with a window: sandboxed frames have their own processes, and texts the same widths.
    ...['--site-per-process', '--font-render-hinting=none'],
  ],
});

/** Serves a folder. */
export function serve(outDir: string): Promise<PreviewServer> {
  return preview({
    configFile: false,
    logLevel: 'error',
    appType: 'mpa',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
}

/** The origin of a server. */
export function originOf({ resolvedUrls }: PreviewServer): string {
  return resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
}

/**
 * Opens a page in its own context, for all tests of a file. Without a service worker, which would
 * load everything, unless the options allow it.
 */
export async function openForFile(path: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await create(path, options);
  afterAll(() => page.context().close());
  return page;
}

/** Opens a page like {@link openForFile}, for the current test. */
export async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await create(path, options);
  onTestFinished(() => page.context().close());
  return page;
}

async function create(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/**
 * The problems that axe-core finds, as rules and elements.
 *
 * @param page the page
 * @param selector the part of the page
 * @param options see `axe.run`
 */
export async function violations(page: Page, selector: string, options = {}): Promise<unknown> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  return page.evaluate(
    `axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
  );
}

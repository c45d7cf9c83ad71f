/** A headless Chromium, and the built site to test with it. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';

/** Debian's path. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The folder of the built site. */
export const SITE = new URL('../../docs/.vitepress/dist/', import.meta.url).pathname;

/** A browser and a server, closed together. */
export interface Site {
  /** The server's origin. */
  readonly origin: string;
  /** Opens the playground in its own context. */
  open(options?: BrowserContextOptions, hash?: string): Promise<Page>;
  close(): Promise<void>;
}

/** Serves the site, or a copy of it, and starts a browser. */
export async function startSite(folder = SITE): Promise<Site> {
  if (!existsSync(folder))
    throw new Error('npm run docs:build comes first: there is no built site');
  if (!existsSync(EXECUTABLE)) {
    throw new Error(`there is no ${EXECUTABLE}: apt-get install chromium, or CHROMIUM=<path>`);
  }
  const server = await serve(folder);
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  const browser: Browser = await chromium.launch({
    executablePath: EXECUTABLE,
    // The tests may run as root, in a container with little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  return {
    origin,
    async open(options = {}, hash = '') {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(`${origin}/playground${hash}`);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

function serve(outDir: string): Promise<PreviewServer> {
  return preview({
    configFile: false,
    logLevel: 'error',
    appType: 'mpa',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
}

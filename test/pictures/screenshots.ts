/** Takes the screenshots of the gallery for `docs/gallery.md`: `npm run screenshots`. */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startExample } from '../support/example-server.ts';

/** Each picture's name, and the page that it shows. */
const PAGES: Readonly<Record<string, string>> = {
  'gallery-home': '/',
  'gallery-comments': '/photos/12#comments',
  'gallery-routes': '/routes?method=GET&path=/photos//%252e/%2537',
  'gallery-tools': '/tools',
};

const server = await startExample();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // The command may run as root, in a container whose shared memory is small.
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 800, height: 560 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(`http://localhost:${server.port}${path}`, { waitUntil: 'networkidle' });
    const file = new URL(`../../docs/pictures/${name}.png`, import.meta.url);
    await page.screenshot({ path: fileURLToPath(file) });
  }
} finally {
  await browser.close();
  server.stop();
}

/** `npm run screenshots`: takes the gallery's screenshots for `docs/controllers.md`. */
import { fileURLToPath } from 'node:url';
import { startExample } from '../support/example-server.ts';
import { launch } from './chromium.ts';

/** Each picture's name, and its page. */
const PAGES: Readonly<Record<string, string>> = {
  'gallery-home': '/',
  'gallery-comments': '/photos/12#comments',
  'gallery-routes': '/routes?method=GET&path=/photos//%252e/%2537',
  'gallery-tools': '/tools',
};

/** The site shows the picture of the current colour scheme. */
const SCHEMES = [
  ['light', ''],
  ['dark', '-dark'],
] as const;

const pathOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}.png`, import.meta.url));

const server = await startExample();
const browser = await launch();
try {
  for (const [colorScheme, suffix] of SCHEMES) {
    const page = await browser.newPage({
      viewport: { width: 800, height: 560 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(`http://localhost:${server.port}${path}`, { waitUntil: 'networkidle' });
      await page.screenshot({ path: pathOf(`pictures/${name}${suffix}`) });
    }
  }
} finally {
  await browser.close();
  server.stop();
}

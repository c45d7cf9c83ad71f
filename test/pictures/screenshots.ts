/**
 * `npm run screenshots`: takes the gallery's screenshots for `docs/controllers.md`, and the preview
 * picture for links.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { PITCH } from '../../docs/.vitepress/pitch.ts';
import { startExample } from '../support/example-server.ts';
import { socialPage } from './social.ts';

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
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // The command may run as root, in a container with little shared memory.
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
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
  const social = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await social.setContent(socialPage(PITCH));
  await social.screenshot({ path: pathOf('public/social') });
} finally {
  await browser.close();
  server.stop();
}

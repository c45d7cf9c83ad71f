/**
 * `npm run screenshots`: takes the gallery's screenshots for `docs/controllers.md`, and the preview
 * picture for links.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { PITCH } from '../../docs/.vitepress/pitch.ts';
import { startExample } from '../support/example-server.ts';

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

/** The preview picture for links, with one sentence. */
function socialPage(pitch: string): string {
  const read = (name: string) =>
    readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  return `<!doctype html>
<style>
  body {
    margin: 0; height: 630px; padding: 28px 72px; box-sizing: border-box; overflow: hidden;
    background: #fff; color: #1f2328; font: 700 42px/1.25 ui-sans-serif, system-ui, sans-serif;
  }
  .wordmark svg { width: 330px; height: 88px; margin-left: -5px }
  p { margin: 0 0 24px }
  .terminal { font-weight: 400 }
  .terminal svg { width: 1056px; height: auto; border-radius: 12px }
</style>
<div class="wordmark">${read('public/wordmark-light.svg')}</div>
<p>${pitch}</p>
<div class="terminal">${read('pictures/check.svg')}</div>`;
}

/** Checks that the documentation has the pictures drawn by `npm run pictures`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawBadges } from '../pictures/badges.ts';
import { drawPictures } from '../pictures/draw.ts';
import { ROUTES, withPrinted } from '../pictures/printed.ts';
import { digestOf, drawSocial, SOCIAL } from '../pictures/social.ts';
import { TABLE } from '../pictures/tree.ts';
import { filesOf, pageOf } from '../support/pages.ts';

const pictures = await drawPictures();

it.each(pictures)('%s is as it is drawn: npm run pictures', (file, svg) => {
  expect(readFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), 'utf8')).toBe(svg);
});

describe('the route file that looks right', () => {
  it('is the one that the README shows', () => {
    expect(filesOf(pageOf('README.md').text)['routes.ts']).toBe(ROUTES);
  });

  it('is printed with what the command says: npm run pictures', async () => {
    const { text } = pageOf('README.md');
    expect(text).toBe(await withPrinted(text));
    const [, printed = ''] = /^```console\n(.*?)^```$/ms.exec(text) ?? [];
    expect(printed).toMatch(/^\$ npx waymark check routes\.ts\n/);
    expect(printed.split('\n').every(({ length }) => length <= 80)).toBe(true);
  });

  it('is in the picture for links, with the same lines: npm run screenshots', async () => {
    const html = await drawSocial();
    expect(readFileSync(SOCIAL, 'latin1')).toContain(`tEXtSource\0${digestOf(html)}`);
    const shown = Array.from(html.matchAll(/<li class="[^"]*"><i>(\d+)<\/i>/g), ([, line]) => line);
    expect(shown).toEqual(['5', '6', '7', '8']);
    const { text } = pageOf('README.md');
    const printed = Array.from(text.matchAll(/^routes\.ts:(\d+):\d+: /gm), ([, line]) => line);
    const found = Array.from(html.matchAll(/<i>(\d+)<\/i>[^\n]*<p>/g), ([, line]) => line);
    expect(printed.sort()).toEqual(found);
  });
});

it('film.svg shows import, check, diff and check, and stands still with reduced motion', () => {
  const svg = new Map(pictures).get('film.svg') ?? '';
  const scenes = svg.split('<g style="animation-delay: ').slice(1);
  expect(scenes.map((scene) => Number.parseInt(scene, 10))).toEqual([0, 6, 12, 18]);
  const starts = scenes.map((scene) => /npx waymark (\w+)/.exec(scene)?.[1]);
  expect(starts).toEqual(['import', 'check', 'diff', 'check']);
  expect(scenes.at(-1)).toContain('No findings in 5 rows.');
  expect(svg).toMatch(/prefers-reduced-motion: reduce\) \{ g \{ animation: none \}/);
});

it('tree.svg shows the table that its page has', () => {
  const page = readFileSync(new URL('../../docs/resolver.md', import.meta.url), 'utf8');
  for (const [pattern, destination] of Object.entries(TABLE)) {
    const key = /\W/.test(pattern) ? `'${pattern.replace('\\', '\\\\')}'` : pattern;
    expect(page).toContain(`  ${key}: '${destination}',\n`);
  }
});

it.each(drawBadges())(
  'the README has %s, and says the same for who does not see it',
  (file, svg) => {
    const [, label] = /aria-label="([^"]+)"/.exec(svg) ?? [];
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, alt] = new RegExp(`!\\[([^\\]]+)\\]\\(docs/pictures/${file}\\)`).exec(readme) ?? [];
    expect(alt?.replace(':', '')).toBe(label?.replace(':', ''));
  },
);

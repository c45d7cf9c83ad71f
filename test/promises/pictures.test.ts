/** Checks that the documentation has the pictures drawn by `npm run pictures`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawBadges } from '../pictures/badges.ts';
import { drawPictures } from '../pictures/draw.ts';
import { TABLE } from '../pictures/tree.ts';

const pictures = await drawPictures();

it.each(pictures)('%s is as it is drawn: npm run pictures', (file, svg) => {
  expect(readFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), 'utf8')).toBe(svg);
});

it('check.svg shows what the command prints in a terminal of 80 columns', () => {
  const svg = new Map(pictures).get('check.svg') ?? '';
  const lines = Array.from(svg.matchAll(/<text .*?>(.*)<\/text>/g), ([, line]) =>
    line.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
  );
  expect(lines.every(({ length }) => length <= 80)).toBe(true);
  expect(lines.slice(1, 3)).toEqual([
    "routes.ts:6:9: error (unreached): No request reaches 'GET posts/new': 'GET",
    "  posts/(:any)' comes first and matches all its requests.",
  ]);
  expect(lines.at(-1)).toBe('2 errors in 4 rows.');
  expect(svg.match(/<tspan fill="#ff8d7a">.*?<\/tspan>/g)).toEqual(
    Array(2).fill('<tspan fill="#ff8d7a">error</tspan>'),
  );
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

/** Checks that the documentation has the pictures drawn by `npm run pictures`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawBadges } from '../pictures/badges.ts';
import { drawPictures } from '../pictures/names.ts';
import { TABLE } from '../pictures/tree.ts';

const pictures = drawPictures();

it.each(pictures)('%s is as it is drawn: npm run pictures', (file, svg) => {
  expect(readFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), 'utf8')).toBe(svg);
});

it('check.svg shows the findings of its route file', () => {
  expect(new Map(pictures).get('check.svg')).toContain('2 errors in 4 rows.');
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

/** Checks that the documentation has the pictures drawn by `npm run pictures`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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

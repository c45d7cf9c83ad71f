/** The pictures of the documentation are what `npm run pictures` draws. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawPictures } from '../pictures/names.ts';

const pictures = drawPictures();

it.each(pictures)('%s is as it is drawn: npm run pictures', (file, svg) => {
  expect(readFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), 'utf8')).toBe(svg);
});

it('check.svg shows the findings of its route file', () => {
  expect(new Map(pictures).get('check.svg')).toContain('2 errors in 4 rows.');
});

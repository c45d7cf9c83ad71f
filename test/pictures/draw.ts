/**
 * `npm run pictures`: draws the pictures that show what waymark prints, builds or measures, and
 * renews what a command prints in the README.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawBadges } from './badges.ts';
import { README, withPrinted } from './printed.ts';
import { drawFilm } from './terminal.ts';
import { drawTree } from './tree.ts';

/** From a route file in PHP to one without findings. */
const FILM = [
  ['import', 'routes.php'],
  ['check', 'routes.ts'],
  ['diff', 'routes.ts', 'corrected.ts'],
  ['check', 'corrected.ts'],
];

/** Returns each picture's file name and SVG. */
export async function drawPictures(): Promise<[file: string, svg: string][]> {
  const film = await drawFilm(FILM, 80, 6);
  return [['film.svg', film], ...drawBadges(), ['tree.svg', drawTree()]];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, svg] of await drawPictures()) {
    writeFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), svg);
  }
  writeFileSync(README, await withPrinted(readFileSync(README, 'utf8')));
}

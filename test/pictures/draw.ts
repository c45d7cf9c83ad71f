/** `npm run pictures`: draws the pictures that show what waymark prints, builds or measures. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawBadges } from './badges.ts';
import { drawCommand, drawFilm } from './terminal.ts';
import { drawTree } from './tree.ts';

/** Commands to show with their output, and the width in columns. Phones have their own pictures. */
const COMMANDS: Readonly<Record<string, readonly [words: readonly string[], columns: number]>> = {
  'check.svg': [['check', 'routes.ts'], 80],
  'check-narrow.svg': [['check', 'routes.ts'], 42],
};

/** From a route file in PHP to one without findings. */
const FILM = [
  ['import', 'routes.php'],
  ['check', 'routes.ts'],
  ['diff', 'routes.ts', 'corrected.ts'],
  ['check', 'corrected.ts'],
];

/** Returns each picture's file name and SVG. */
export async function drawPictures(): Promise<[file: string, svg: string][]> {
  const commands: [string, string][] = [];
  // One after another, since both record the lines of one route file.
  for (const [file, [words, columns]] of Object.entries(COMMANDS)) {
    commands.push([file, await drawCommand(words, columns)]);
  }
  commands.push(['film.svg', await drawFilm(FILM, 80, 6)]);
  return [...commands, ...drawBadges(), ['tree.svg', drawTree()]];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, svg] of await drawPictures()) {
    writeFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), svg);
  }
}

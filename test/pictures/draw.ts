/** `npm run pictures`: draws the pictures of the documentation. */
import { writeFileSync } from 'node:fs';
import { drawPictures } from './names.ts';

for (const [file, svg] of await drawPictures()) {
  writeFileSync(new URL(`../../docs/pictures/${file}`, import.meta.url), svg);
}

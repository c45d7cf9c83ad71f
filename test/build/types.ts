/**
 * Copies the declarations for the CommonJS build to its folder, whose package.json sets their
 * format.
 */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

for (const dist of ['dist', 'dist/tools']) {
  const twins = join(dist, 'cjs');
  const needed = new Set(
    readdirSync(twins)
      .map((name) => name.replace(/\.js$/, '.d.ts'))
      .filter((name) => readdirSync(dist).includes(name)),
  );
  for (const name of needed) {
    const text = readFileSync(join(dist, name), 'utf8');
    for (const [, other] of text.matchAll(/from '\.\/([^']+)\.js'/g)) needed.add(`${other}.d.ts`);
    copyFileSync(join(dist, name), join(twins, name));
  }
}

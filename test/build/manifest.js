/**
 * Hides what only a checkout needs while the package is packed: scripts and development dependencies.
 * npm would also run the script `prepare` for an installed tarball, and asks its user to allow that.
 *
 * `node test/build/manifest.js hide` before packing, and `show` after it.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);
const kept = new URL('../../node_modules/.waymark-package.json', import.meta.url);
if (process.argv[2] === 'hide') {
  const text = readFileSync(file, 'utf8');
  const { scripts, devDependencies, overrides, ...published } = JSON.parse(text);
  // After an interrupted packing, they are hidden already.
  if (scripts !== undefined) writeFileSync(kept, text);
  writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`);
} else if (existsSync(kept)) {
  renameSync(kept, file);
}

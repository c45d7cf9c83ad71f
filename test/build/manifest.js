/**
 * Hides the script `prepare` while the package is packed: it is for clones and installs from git. npm would
 * run it for an installed tarball as well, and asks its user to allow that.
 *
 * `node test/build/manifest.js hide` before packing, and `show` after it.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);
const names = ['"prepare":', '"_prepare":'];
const [from, to] = process.argv[2] === 'hide' ? names : names.toReversed();
writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

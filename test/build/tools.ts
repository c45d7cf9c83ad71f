/** Completes the package of the tools, `dist/tools`, and lets this checkout find both packages by name. */
import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = JSON.parse(readFileSync('src/tools/package.json', 'utf8'));
// Both packages are always released together.
manifest.version = version;
manifest.peerDependencies.waymark = version;
writeFileSync('dist/tools/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync('LICENSE', 'dist/tools/LICENSE');

for (const [name, folder] of [
  ['waymark', '..'],
  ['waymark-tools', '../dist/tools'],
]) {
  rmSync(`node_modules/${name}`, { force: true, recursive: true });
  symlinkSync(folder, `node_modules/${name}`, 'junction');
}

/** Completes the package of the tools, `dist/tools`, and lets this checkout find both packages by name. */
import { copyFileSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = JSON.parse(readFileSync('src/tools/package.json', 'utf8'));
// Both packages are always released together.
manifest.version = version;
manifest.peerDependencies.waymark = version;
writeFileSync('dist/tools/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync('LICENSE', 'dist/tools/LICENSE');
// The pages that `waymark help` prints.
cpSync('docs/errors', 'dist/tools/cli/help', {
  recursive: true,
  filter: (file) => !file.endsWith('index.md'),
});

for (const [name, folder] of [
  ['waymark', '..'],
  ['waymark-tools', '../dist/tools'],
]) {
  rmSync(`node_modules/${name}`, { force: true, recursive: true });
  symlinkSync(folder, `node_modules/${name}`, 'junction');
}

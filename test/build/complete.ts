/**
 * Completes both packages after tsup: the declarations of the CommonJS builds, and the manifest, the
 * licence, the README and the help of the tools. Lets this checkout find both packages by name.
 */
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ownedFields } from './release.ts';

// The declarations of a CommonJS build lie in its folder, whose package.json sets their format.
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

const library = JSON.parse(readFileSync('package.json', 'utf8'));
const { version } = library;
const manifest = {
  ...JSON.parse(readFileSync('src/tools/package.json', 'utf8')),
  ...ownedFields(library),
};
// Both packages are always released together.
manifest.version = version;
manifest.peerDependencies.waymark = version;
writeFileSync('dist/tools/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync('LICENSE', 'dist/tools/LICENSE');
copyFileSync('src/tools/README.md', 'dist/tools/README.md');
copyFileSync('docs/CHANGELOG.md', 'dist/tools/CHANGELOG.md');
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

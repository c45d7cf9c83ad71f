/**
 * `npm run release:dry`: tells why a version can't be released, and lists the files npm would
 * upload.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { obstacles } from './release.ts';

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const API = 'test/fixtures/api.d.ts.txt';

/** Lines of the snapshot at the last tag that are gone now. */
function removedSince(tag: string | undefined): string[] {
  if (tag === undefined) return [];
  const lines = git('diff', '--unified=0', tag, '--', API).split('\n');
  return lines.filter((line) => /^-(?!--)/.test(line));
}

const tagsOf = (...filter: readonly string[]) =>
  git('tag', '--list', 'v*', '--sort=-version:refname', ...filter)
    .split('\n')
    .filter(Boolean);

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const tags = tagsOf('--no-contains', 'HEAD');
const found = obstacles({
  version: manifest.version,
  manifest,
  changelog: readFileSync('docs/CHANGELOG.md', 'utf8'),
  tags,
  ownTags: tagsOf('--points-at', 'HEAD'),
  uncommitted: git('status', '--porcelain'),
  removed: removedSince(tags[0]),
});

for (const folder of ['.', './dist/tools']) {
  const args = ['publish', folder, '--dry-run', '--provenance'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit' });
  if (status !== 0) found.push(`npm would not publish ${folder}: see what it says above.`);
}
for (const obstacle of found) console.error(`\n${obstacle}`);
if (found.length > 0) process.exitCode = 1;
else console.log(`\n${manifest.version} can be released: tag it v${manifest.version}.`);

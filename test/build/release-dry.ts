/** `npm run release:dry`: says why a version can't be released, and shows what npm would be sent. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { obstacles } from './release.ts';

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const API = 'test/fixtures/api.d.ts.txt';

/** Lines that the snapshot had at the last tag, and has no more. */
function removedSince(tag: string | undefined): string[] {
  if (tag === undefined) return [];
  const lines = git('diff', '--unified=0', tag, '--', API).split('\n');
  return lines.filter((line) => /^-(?!--)/.test(line));
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const tags = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
const found = obstacles({
  version,
  changelog: readFileSync('docs/CHANGELOG.md', 'utf8'),
  tags,
  uncommitted: git('status', '--porcelain'),
  removed: removedSince(tags[0]),
});

execFileSync('npm', ['publish', '--dry-run', '--provenance'], { stdio: 'inherit' });
for (const obstacle of found) console.error(`\n${obstacle}`);
if (found.length > 0) process.exitCode = 1;
else console.log(`\n${version} can be released: tag it v${version}.`);

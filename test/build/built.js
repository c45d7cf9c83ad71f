/**
 * Runs `npm run build` unless `dist` is the build of these very sources, so that several commands
 * in a row build once. With `--no-dts`, it builds without types.
 *
 * The build itself calls it with `start` and `done`, which write a stamp: the digest of the sources,
 * marked until the build is done.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = 'node_modules/.waymark-build';
const STARTED = 'started ';
/** The last file of a build, and what an install may remove. */
const MADE = [
  STAMP,
  'dist/tools/package.json',
  'node_modules/waymark',
  'node_modules/waymark-tools',
];
const FOLDERS = ['src', 'docs/errors', 'test/build'];
const FILES = [
  ...['LICENSE', 'docs/CHANGELOG.md', 'package-lock.json', 'package.json', 'tsconfig.json'],
  'tsup.config.ts',
];

/** A hash of everything that a build reads. */
function digest() {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort(),
  );
  const hash = createHash('sha256').update(process.version);
  for (const file of [...FILES, ...inside]) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function isBuilt() {
  return MADE.every((path) => existsSync(path)) && readFileSync(STAMP, 'utf8') === digest();
}

function run(command) {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
}

const [step] = process.argv.slice(2);
if (step === 'start') {
  writeFileSync(STAMP, STARTED + digest());
  rmSync('dist', { recursive: true, force: true });
} else if (step === 'done') {
  writeFileSync(STAMP, readFileSync(STAMP, 'utf8').replace(STARTED, ''));
} else if (!isBuilt()) {
  rmSync(STAMP, { force: true });
  run(step === '--no-dts' ? 'tsup --no-dts' : 'npm run build');
}

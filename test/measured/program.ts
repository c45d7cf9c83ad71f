/** The program that figures are of: a commit for readers, and a digest of the code that decides them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folders whose code decides how fast a lookup is. */
const MATCHER = ['path', 'pattern', 'table', 'resolve'].map((name) => `src/${name}`);

/** The files of another folder that also do. */
const COMPILED = ['load', 'write'].map((name) => `src/compiled/${name}.ts`);

/** Code without comments and types. */
const FORM = {
  loader: 'ts',
  target: 'node20',
  minifyWhitespace: true,
  legalComments: 'none',
} as const;

/** What a page says if its figures are of another matcher. */
export const CHANGED = 'The matcher has changed since then.';

/** The commit whose program is measured. */
export function measuredCommit(): string {
  return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** A digest of the matcher's code. Comments and types change no figure, so they don't count. */
export function digestOfMatcher(): string {
  const hash = createHash('sha256');
  const files = MATCHER.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  for (const file of [...COMPILED, ...files.filter((name) => name.endsWith('.ts')).sort()]) {
    const { code } = transformSync(readFileSync(join(root, file), 'utf8'), FORM);
    hash.update(`${file}\0`).update(code);
  }
  return hash.digest('hex').slice(0, 16);
}

/** What a page says about the measured program. */
export function sayProgram(commit: string): string {
  return `waymark ${commit} <!-- matcher ${digestOfMatcher()} -->`;
}

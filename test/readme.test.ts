/**
 * Runs the code blocks of README.md against the built package, each in a process of its own, and
 * holds every expression that a `// →` follows to the value behind the arrow.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

// Below the project, so that 'waymark' resolves to the package itself.
const folder = mkdtempSync(join(root, 'test', '.readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = Array.from(readme.matchAll(/^## (.+?)$|^```ts\n(.*?)^```$/gms)).reduce(
  ({ title, found }, [, heading, code]) =>
    heading === undefined
      ? { title, found: [...found, { title: `${title} ${found.length + 1}`, code }] }
      : { title: heading, found },
  { title: '', found: [] as { title: string; code: string }[] },
).found;

/** `expression; // → value`, on one line or with the arrow on the next. */
const EXPECTED = /^(\S.*);\s*\/\/ → (.*)$/gm;

function asProgram(code: string): string {
  const checked = code.replace(EXPECTED, 'assert.deepStrictEqual($1, $2);');
  return `import assert from 'node:assert';\n${checked}`;
}

describe('the code blocks of README.md', () => {
  it('are there to be run', () => {
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.filter(({ code }) => code.search(EXPECTED) === -1)).toEqual([]);
  });

  it.each(blocks)(
    'run and give what they say: $title',
    async ({ title, code }) => {
      const file = join(folder, `${title.replace(/\W+/g, '-')}.ts`);
      writeFileSync(file, asProgram(code));
      await promisify(execFile)(process.execPath, ['--import', 'tsx', file], { cwd: root });
    },
    30_000,
  );
});

describe('the commands at the top of README.md', () => {
  it.each(['npm ci && npm start', 'npm ci && npm test'])('are there as written: %s', (command) => {
    expect(readme.split('\n## ')[0].split('\n')).toContain(command);
  });
});

/** Checks that the tour of the gallery shows the real files and the commands' output. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pageOf, root } from '../support/pages.ts';
import { run } from '../tools/cli/run.ts';

const { text } = pageOf('docs/controllers.md');
const excerpts = Array.from(text.matchAll(/^```ts \[(.+?)\]\n(.*?)^```$/gms), ([, file, code]) => ({
  file: String(file),
  code: String(code),
}));
const printed = Array.from(text.matchAll(/^```text\n(.*?)^```$/gms), ([, output]) => output);

it.each(excerpts)('shows $file as it is', ({ file, code }) => {
  expect(readFileSync(join(root, 'docs', file), 'utf8')).toContain(code);
});

it('has an excerpt of each file that it explains', () => {
  expect(new Set(excerpts.map(({ file }) => file)).size).toBe(3);
});

// Inside the project, so that 'waymark' resolves to the package itself.
const folder = mkdtempSync(join(root, 'test', '.gallery-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function waymark(...words: string[]): Promise<string> {
  return (await run(words, { cwd: folder })).out;
}

it('prints what the commands print if the context comes first', async () => {
  cpSync(join(root, 'docs/example'), join(folder, 'docs/example'), { recursive: true });
  writeFileSync(join(folder, 'before.json'), await waymark('table', 'docs/example/routes.ts'));
  const file = join(folder, 'docs/example/routes.ts');
  const source = readFileSync(file, 'utf8');
  const moved = source.replace(
    /^(Route\.post\('tools.*?)^(Route\.context\([^\n]*\n)/ms,
    (_all, others, context) => context + others,
  );
  expect(moved).not.toBe(source);
  writeFileSync(file, moved);

  const [finding, changes] = printed;
  const checked = await waymark('check', 'docs/example/routes.ts', '--files', 'docs/example');
  expect(checked.startsWith(String(finding))).toBe(true);
  expect(checked.match(/error \(block-passed\)/g)).toHaveLength(5);
  expect(await waymark('diff', 'before.json', 'docs/example/routes.ts')).toBe(changes);
});

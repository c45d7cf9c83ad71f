/** Checks that the tour of the gallery shows the real files and the commands' output. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { applicationFolder } from '../support/installed.ts';
import { excerptsOf, pageOf, pages, root } from '../support/pages.ts';
import { run } from '../tools/cli/run.ts';

const page = pageOf('docs/controllers.md');
const printed = Array.from(page.text.matchAll(/^```text\n(.*?)^```$/gms), ([, output]) => output);

it.each(pages.flatMap(excerptsOf))('a page shows $file as it is', ({ file, code }) => {
  expect(readFileSync(join(root, 'docs', file), 'utf8')).toContain(code);
});

it('has an excerpt of each file that it explains', () => {
  expect(new Set(excerptsOf(page).map(({ file }) => file)).size).toBe(3);
});

const { folder, write, remove } = applicationFolder('gallery');
afterAll(remove);

async function waymark(...words: string[]): Promise<string> {
  return (await run(words, { cwd: folder })).out;
}

it('prints what the commands print if the context comes first', async () => {
  cpSync(join(root, 'docs/example'), join(folder, 'docs/example'), { recursive: true });
  write('before.json', await waymark('table', 'docs/example/routes.ts'));
  const source = readFileSync(join(root, 'docs/example/routes.ts'), 'utf8');
  const moved = source.replace(
    /^(Route\.post\('tools.*?)^(Route\.context\([^\n]*\n)/ms,
    (_all, others, context) => context + others,
  );
  expect(moved).not.toBe(source);
  write('docs/example/routes.ts', moved);

  const [finding, changes] = printed;
  const checked = await waymark('check', 'docs/example/routes.ts', '--files', 'docs/example');
  expect(checked).toContain(String(finding));
  expect(checked.match(/error \(block-passed\)/g)).toHaveLength(5);
  expect(await waymark('diff', 'before.json', 'docs/example/routes.ts')).toBe(changes);
});

/** Checks that Node prints the terminal output shown on the error pages. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pages, root } from '../support/pages.ts';

// Inside the project, so that 'waymark' resolves to the package itself.
const folder = mkdtempSync(join(root, 'test', '.error-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = pages
  .filter(({ path }) => /^docs\/errors\/(?!index)/.test(path))
  .map((page) => [page.path, page.text] as const);

describe('an error page', () => {
  it.each(rows)(
    'shows the mistake, what Node prints, and the code without it: %s',
    (path, text) => {
      const [, code = '', printed] =
        /^```js\n(.*?)^```\n\n```console\n(.*?)^```$/ms.exec(text) ?? [];
      writeFileSync(join(folder, 'routes.js'), code);
      const { stderr } = spawnSync(process.execPath, ['routes.js'], {
        cwd: folder,
        encoding: 'utf8',
      });
      const [message] = stderr.split(/^ {4}at /m);
      const shown = message.replace(/^file:.*\//, '').trimEnd();
      expect(printed).toBe(`$ node routes.js\n${shown}\n`);
      expect(shown).toContain(
        `See npx waymark help ${/(\S+)\.md$/.exec(path)?.[1].split('/').pop()}.`,
      );
      expect(text).toMatch(/^## Fixed\n\n```ts\n/m);
    },
  );

  it('is there for each code', () => {
    expect(rows.length).toBe(9);
  });
});

/** Checks that Node prints the terminal output shown on the error pages. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { applicationFolder } from '../support/installed.ts';
import { pages, root } from '../support/pages.ts';

const { folder, write, remove } = applicationFolder('error-pages');
afterAll(remove);

const rows = pages
  .filter(({ path }) => /^docs\/errors\/(?!index)/.test(path))
  .map((page) => [page.path, page.text] as const);

describe('an error page', () => {
  it.each(rows)(
    'shows the mistake, what Node prints, and the code without it: %s',
    (path, text) => {
      const [, code = '', printed] =
        /^```js\n(.*?)^```\n\n```console\n(.*?)^```$/ms.exec(text) ?? [];
      write('routes.js', code);
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
      const headings = Array.from(text.matchAll(/^## (.*)$/gm), ([, heading]) => heading);
      expect(headings).toEqual(['Example', 'Fixed', 'Other causes']);
    },
  );

  it('is there for each code, and for nothing else', () => {
    const source = readFileSync(join(root, 'src/errors/error.ts'), 'utf8');
    const [, union = ''] = /type WaymarkErrorCode =([^;]+);/.exec(source) ?? [];
    const codes = Array.from(union.matchAll(/'([^']+)'/g), ([, code]) => `docs/errors/${code}.md`);
    expect(rows.map(([path]) => path)).toEqual(codes.sort());
  });
});

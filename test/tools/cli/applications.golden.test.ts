/**
 * Applications made at random, with the answers of CodeIgniter 3.1.13 under PHP 8.2, which
 * `test/php/applications.ts` recorded.
 */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFetchMiddleware } from 'waymark/fetch';
import { createControllers, withModuleRoutes } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import applications from '../../fixtures/applications.json' with { type: 'json' };
import { installedApplication } from '../../support/installed.ts';
import { run } from './run.ts';

const installed = installedApplication('golden');
installed.write('package.json', '{ "type": "module" }');
afterAll(() => installed.remove());

const all = applications.map(({ files, found }, at) => ({
  at,
  files: files as unknown as Readonly<Record<string, string>>, // the cast: each has other files
  found: Object.entries(found),
}));

describe('an imported application leaves every page to PHP that CodeIgniter finds', () => {
  it.each(all)('application $at', async ({ at, files, found }) => {
    for (const [path, php] of Object.entries(files)) installed.write(`${at}/${path}`, php);
    const cwd = join(installed.folder, `${at}`);
    const { status, out } = await run('import application -o src', { cwd });
    expect(status, out).toBeLessThan(2);
    const src = join(cwd, 'src');
    const load = (file: string) => import(/* @vite-ignore */ file);
    const application = await findFiles(src, { import: load });
    const { default: base } = await load(join(src, 'application/config/routes.ts'));
    const config = await load(join(cwd, 'waymark.config.ts'));
    const { roots } = config.default as { roots?: string[] };
    const routes = await withModuleRoutes(base, application, { roots });
    const options = {
      routes,
      controllers: createControllers(application, { roots }),
      autoRoute: true,
    };
    const answer = createFetchMiddleware({ ...options, onMissing: 'pass' });
    const answers: [string, number][] = [];
    for (const [path, isFound] of found) {
      const answered = await answer(new Request(`http://localhost/${path}`));
      // 501 is a skeleton, and 0 no answer: the gateway passes both on.
      if (isFound) answers.push([path, answered?.status ?? 0]);
    }
    expect(answers.filter(([, status]) => status !== 501 && status !== 0)).toEqual([]);
    const isKnown = status === 0 && !out.includes('Not found');
    if (isKnown) expect(answers.filter(([, status]) => status === 0)).toEqual([]);
  });

  it('has pages that CodeIgniter finds, with and without an action here', () => {
    const answers = all.flatMap(({ found }) => found.map(([, isFound]) => isFound));
    expect(answers.filter(Boolean).length).toBeGreaterThan(80);
  });
});

/** The `paths` of a project's `tsconfig.json`, which its imports may use. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runnerIn } from '../../../src/tools/cli/load/module.ts';
import { folderOf, patternsOf, run } from './run.ts';

describe('the paths of tsconfig.json', () => {
  const tsconfig = (paths: object) => ({ compilerOptions: { paths } });
  const APP = "import { to } from '@/lib/to'; export default { a: to };";

  it.each([
    ['list src/app.ts', {}],
    ['list project/src/app.ts', { below: 'project/' }],
  ])('resolve the imports of a file: %s', async (line, { below = '' }: { below?: string }) => {
    const { patterns } = await patternsOf(
      {
        [`${below}tsconfig.json`]: tsconfig({ '@/*': ['./src/*'] }),
        [`${below}src/app.ts`]: APP,
        [`${below}src/lib/to.ts`]: "export const to: string = 'b/c';",
      },
      line,
    );
    expect(patterns).toEqual(['a']);
  });

  it('may be inherited, with comments', async () => {
    const { patterns } = await patternsOf(
      {
        'tsconfig.base.json': tsconfig({ '@/*': ['./src/*'] }),
        'tsconfig.json': '{ // the base\n "extends": "./tsconfig.base.json", }',
        'src/app.ts': APP,
        'src/lib/to.ts': "export const to: string = 'b/c';",
      },
      'list src/app.ts',
    );
    expect(patterns).toEqual(['a']);
  });

  it('are not needed if their file extends a missing one', async () => {
    const tsconfig = { extends: '@tsconfig/none' };
    const files = { 'tsconfig.json': tsconfig, 'a.ts': "export default { a: 'b' };" };
    expect((await patternsOf(files, 'list a.ts')).patterns).toEqual(['a']);
  });

  it('apply to controllers too', async () => {
    const cwd = folderOf({
      'tsconfig.json': tsconfig({ '@/*': ['./lib/*'] }),
      'routes.json': { 'a/b': 'users/login' },
      'lib/name.ts': "export const name: string = 'n';",
      'application/controllers/users.ts':
        "import { name } from '@/name'; export default class Users { login() { return name; } }",
    });
    expect((await run('check --files .', { cwd })).out).toBe('No findings in 1 row.\n');
  });
});

it('files of an application share their imports, whatever their paths', async () => {
  const folder = folderOf({
    'tsconfig.json': { compilerOptions: { paths: { '@/*': ['./lib/*'] } } },
    'lib/shared.ts': 'export const shared: object = {};',
    'a/one.ts': "export { shared } from '@/shared';",
    'b/two.ts': "export { shared } from '../lib/shared';",
  });
  const { load } = runnerIn(folder, { cached: true });
  const loaded: unknown[] = [];
  for (const file of ['a/one.ts', 'b/two.ts', 'a/one.ts']) {
    loaded.push(Reflect.get(Object(await load(join(folder, file))), 'shared'));
  }
  expect(loaded[0]).toEqual({});
  expect(loaded.every((shared) => shared === loaded[0])).toBe(true);
});

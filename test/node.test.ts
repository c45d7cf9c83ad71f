import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createLoader, runDestination } from '../src/hmvc.ts';
import { findFiles } from '../src/node.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text = 'throw new Error("imported too early");') {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

write('framework/core/layout.mjs', 'export const layout = "plain";');
write('application/controllers/with space.js');
write('application/controllers/photos.cjs', 'exports.default = class { index() { return 1; } };');
write('application/modules/gallery/controllers/photos.ts');
write('application/modules/gallery/photos.test.ts');
write('application/views/photos.html');
write('application/.hidden/a.js');
write('application/.eslintrc.js');
write('application/node_modules/a/index.js');
write('application.js');
write('index.js');
write('index.js.map');
write('package.json');
symlinkSync(join(folder, 'framework'), join(folder, 'application/linked'));
symlinkSync(join(folder, 'index.js'), join(folder, 'application/linked.js'));

/** In the order of their paths, where a dot comes before a slash. */
const FOUND = [
  'application.js',
  'application/.eslintrc.js',
  'application/controllers/photos.cjs',
  'application/controllers/with space.js',
  'application/modules/gallery/controllers/photos.ts',
  'application/modules/gallery/photos.test.ts',
  'framework/core/layout.mjs',
  'index.js',
];

describe('findFiles', () => {
  it.each([
    ['a path', folder],
    ['a path with a slash at its end', `${folder}/`],
    ['a relative path', relative(process.cwd(), folder)],
    ['a URL', pathToFileURL(folder)],
    ['a URL with a slash at its end', pathToFileURL(`${folder}/`)],
  ])(
    'lists the source files below %s by path, and no others, and imports none',
    async (_kind, dir) => {
      expect(Object.keys(await findFiles(dir))).toEqual(FOUND);
    },
  );

  it('gives functions that import', async () => {
    const files = await findFiles(folder);
    await expect(files['framework/core/layout.mjs']()).resolves.toMatchObject({ layout: 'plain' });
    await expect(files['application/controllers/with space.js']()).rejects.toThrow('too early');
  });

  it('makes what a loader takes, CommonJS of a compiler included', async () => {
    const visit = {
      request: new Request('http://localhost/'),
      method: 'GET',
      route: null,
      params: [],
      added: {},
    };
    const loader = createLoader(await findFiles(folder));
    expect(await loader.load('core', 'layout')).toMatchObject({ layout: 'plain' });
    expect(await runDestination(loader, 'photos', visit)).toEqual({ value: 1 });
  });

  it('rejects where there is no such folder', async () => {
    await expect(findFiles(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  });
});

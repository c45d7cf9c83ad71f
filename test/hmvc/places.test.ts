import { expect, it } from 'vitest';
import { indexFiles } from '../../src/hmvc/files.ts';
import { createFolders, inside } from '../../src/hmvc/places.ts';

const paths = ['core/a', 'core/a/b', 'core/c'];
const files = paths.map((path) => [`application/${path}.ts`, async () => ({})]);
const index = indexFiles(Object.fromEntries(files));

it('a folder has the path below a root as its name, and the file of that name', () => {
  const root = createFolders(index);
  const a = inside(inside(root, 'core'), 'a');
  expect([root.name, root.file]).toEqual(['', undefined]);
  expect([a?.name, a?.file]).toEqual(['core/a', index.get('core/a')]);
  expect(inside(a, 'b')).toMatchObject({ name: 'core/a/b', file: index.get('core/a/b') });
  expect(inside(root, 'core')).toMatchObject({ name: 'core', file: undefined });
});

it.each([
  ['a name', 'core', 'b'],
  ['the folder', 'nowhere', 'a'],
  ['both', undefined, undefined],
])('a folder has nothing if %s is missing', (_what, folder, name) => {
  expect(inside(inside(createFolders(index), folder), name)).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { type Files, indexFiles } from '../../src/hmvc.ts';
import { caught } from '../support/caught.ts';

/** Files that load as their own path. */
function files(...paths: string[]): Files {
  return Object.fromEntries(paths.map((path) => [path, async () => path]));
}

function names(paths: string[], roots?: string[]): string[] {
  return [...indexFiles(files(...paths), roots).keys()];
}

describe('indexFiles', () => {
  it.each([
    ['application/controllers/photos.ts', 'controllers/photos'],
    ['application/controllers/Photos.ts', 'controllers/photos'],
    ['application/controllers/photoAlbums.ts', 'controllers/photoAlbums'],
    ['application/controllers/user-profile.ts', 'controllers/user-profile'],
    ['application/controllers/Größe.ts', 'controllers/größe'],
    ['application/controllers/404.ts', 'controllers/404'],
    ['application/modules/Gallery/controllers/photos.ts', 'modules/Gallery/controllers/photos'],
    ['application/bootstrap.ts', 'bootstrap'],
    ['framework/core/controller.ts', 'core/controller'],
    ['./application/controllers/photos.ts', 'controllers/photos'],
    ['/application/controllers/photos.ts', 'controllers/photos'],
    ['.//application/controllers/photos.ts', 'controllers/photos'],
    ['application/controllers/photos.js', 'controllers/photos'],
    ['application/controllers/photos.mjs', 'controllers/photos'],
    ['application/controllers/photos.cjs', 'controllers/photos'],
    ['application/controllers/photos.mts', 'controllers/photos'],
    ['application/controllers/photos.cts', 'controllers/photos'],
    ['application/controllers/photos.tsx', 'controllers/photos'],
    ['application/controllers/photos.jsx', 'controllers/photos'],
    ['application/controllers/__proto__.ts', 'controllers/__proto__'],
  ])('serves %j as %j', (path, name) => expect(names([path])).toEqual([name]));

  it.each([
    'application/controllers/photos.test.ts',
    'application/controllers/photos.d.ts',
    'application/controllers/photos.json',
    'application/controllers/photos.ts.map',
    'application/controllers/photos',
    'application/controllers/.ts',
    'application/controllers/.eslintrc.js',
    'application/controllers/',
    'applications/controllers/photos.ts',
    'src/application/controllers/photos.ts',
    '../application/controllers/photos.ts',
    'photos.ts',
  ])('skips %j', (path) => expect(names([path])).toEqual([]));

  it.each([
    [['src/application'], 'src/application/core/a.ts', ['core/a']],
    [['/src/application/'], '/src/application/core/a.ts', ['core/a']],
    [['../application'], '../application/core/a.ts', ['core/a']],
    [['./app'], 'app/core/a.ts', ['core/a']],
    [['app'], 'application/core/a.ts', []],
    [[''], 'core/a.ts', ['core/a']],
    [['.'], 'core/a.ts', ['core/a']],
    [['./'], './core/a.ts', ['core/a']],
    [['/'], '/core/a.ts', ['core/a']],
    [[], 'application/core/a.ts', []],
  ])('reads, with the roots %j, %j as %j', (roots, path, found) => {
    expect(names([path], roots)).toEqual(found);
  });

  const both = ['framework/core/layout.ts', 'application/core/Layout.js'];

  it.each([
    [undefined, 'application/core/Layout.js'],
    [['application', 'framework'], 'application/core/Layout.js'],
    [['framework', 'application'], 'framework/core/layout.ts'],
    [['framework'], 'framework/core/layout.ts'],
  ])('takes a file that more than one root has, with the roots %j, from %j', (roots, path) => {
    expect(indexFiles(files(...both), roots).get('core/layout')?.path).toBe(path);
  });

  it.each([
    [
      'application/controllers/photos.ts',
      'application/controllers/Photos.ts',
      'controllers/photos',
    ],
    [
      'application/controllers/photos.ts',
      'application/controllers/photos.js',
      'controllers/photos',
    ],
    ['framework/core/a.ts', './framework/core/a.ts', 'core/a'],
  ])('names both %j and %j if they have the same name', (first, second, name) => {
    const { code, message } = caught(() => indexFiles(files(first, second)));
    expect(code).toBe('bad-files');
    expect(message).toBe(
      `files['${second}']: the name '${name}' is already that of '${first}'. ` +
        'Rename one of the two files. See npx waymark help bad-files.',
    );
  });

  it.each([
    ['the module, as import.meta.glob gives when it is eager', {}, 'an object'],
    ['the class', class A {}, 'a class'],
    ['nothing', undefined, 'undefined'],
  ])('refuses a file that comes with %s in place of a function', (_what, given, kind) => {
    // The cast passes an invalid argument.
    expect(() => indexFiles({ '/application/core/a.ts': given } as never)).toThrow(
      `files['/application/core/a.ts']: the file is ${kind}. Expected a function that ` +
        "imports it, such as () => import('./application/core/a.ts').",
    );
  });

  it.each<[unknown, string]>([
    [undefined, 'files: the record is undefined. Expected an object of functions by path'],
    [null, 'the record is null'],
    [
      Promise.resolve({}),
      'the record is a Promise. Expected an object of functions by path, such as import.meta.glob gives, or what findFiles of waymark/node resolves to.',
    ],
    [[], 'the record is an array'],
    [new Map(), 'the record is a Map'],
    ['application', "the record is 'application'"],
  ])('refuses %o for files', (given, message) => {
    // The cast passes an invalid argument.
    const error = caught(() => indexFiles(given as Files));
    expect(error.code).toBe('bad-argument');
    expect(error.message).toContain(message);
  });

  it.each<[unknown, string]>([
    ['src', "roots: the list is 'src'. Expected an array of folders, such as ['application']."],
    [null, 'the list is null'],
    [{ 0: 'src' }, 'the list is an object'],
    [['src', 7], 'the list is an array'],
  ])('refuses %o for roots', (given, message) => {
    const error = caught(() => indexFiles({}, given as string[]));
    expect(error.code).toBe('bad-argument');
    expect(error.message).toContain(message);
  });

  it('keeps the function that loads the file, and calls none', async () => {
    const load = () => Promise.reject(new Error('called'));
    const file = indexFiles({ './application/core/a.ts': load }).get('core/a');
    expect(file).toEqual({ path: './application/core/a.ts', root: 0, load });
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { WaymarkError } from '../src/errors/error.ts';
import { createLoader, runDestination } from '../src/hmvc.ts';
import { findFiles } from '../src/node.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text = 'throw new Error("imported too early");') {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Changes a file until the test ends. */
function change(path: string, text: string) {
  const before = readFileSync(join(folder, path), 'utf8');
  onTestFinished(() => write(path, before));
  write(path, text);
}

write('framework/core/layout.mjs', 'export const layout = "plain";');
write('application/controllers/with space.js');
write('application/controllers/photos.cjs', 'exports.default = class { index() { return 1; } };');
write('application/modules/gallery/controllers/photos.ts');
write('application/modules/gallery/photos.test.ts');
write('application/views/photos.html', '<h1>Photos</h1>');
write('application/views/list.json', '{"title":"Photos"}');
write('application/views/broken.json', '{');
write('application/views/quoted.txt', '"Photos"');
write('application/.hidden/a.js');
write('application/.eslintrc.js');
write('application/node_modules/a/index.js');
write('application.js');
write('index.js');
write('index.js.map');
write('package.json');
symlinkSync(join(folder, 'framework'), join(folder, 'application/linked'));
symlinkSync('../index.js', join(folder, 'application/linked.js'));
symlinkSync('index.js', join(folder, 'linked'));
symlinkSync('framework', join(folder, 'application/.linked'));
symlinkSync('nowhere', join(folder, 'application/.#photos.js'));

/** Sorted by path; a dot sorts before a slash. */
const FOUND = [
  'application.js',
  'application/.eslintrc.js',
  'application/controllers/photos.cjs',
  'application/controllers/with space.js',
  'application/linked.js',
  'application/linked/core/layout.mjs',
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
    ['a URL that is a string', pathToFileURL(folder).href],
  ])(
    'lists the source files below %s by path, and no others, and imports none',
    async (_kind, dir) => expect(Object.keys(await findFiles(dir))).toEqual(FOUND),
  );

  it('gives functions that import', async () => {
    const files = await findFiles(folder);
    await expect(files['framework/core/layout.mjs']()).resolves.toMatchObject({ layout: 'plain' });
    await expect(files['application/controllers/with space.js']()).rejects.toThrow('too early');
  });

  it('has the given function import source files, by their URLs, and reads the others itself', async () => {
    const asked: string[] = [];
    const files = await findFiles(folder, {
      extensions: ['.html'],
      import: async (file) => {
        asked.push(file);
        return { default: 'imported' };
      },
    });
    expect(asked).toEqual([]);
    const names = ['application/controllers/with space.js', 'application/views/photos.html'];
    expect(await Promise.all(names.map((name) => files[name]()))).toEqual([
      { default: 'imported' },
      { default: '<h1>Photos</h1>' },
    ]);
    expect(asked).toEqual([pathToFileURL(join(folder, names[0])).href]);
  });

  it.each([
    'ERR_UNKNOWN_FILE_EXTENSION',
    'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING',
    'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG',
  ])('says what to do if waymark can not import: %s', async (code) => {
    const path = `application/${code}.js`;
    onTestFinished(() => rmSync(join(folder, path)));
    write(path, `throw Object.assign(new Error('unknown'), { code: '${code}' });`);
    const files = await findFiles(folder);
    await expect(files[path]()).rejects.toMatchObject({
      code: 'bad-files',
      where: join(folder, path),
      message: expect.stringContaining(
        "waymark can't import it here (unknown). In a test runner, pass findFiles the option " +
          '{ import: (file) => import(file) }; elsewhere, run node --import tsx.',
      ),
    });
  });

  it.each(['null', '"ERR_UNKNOWN_FILE_EXTENSION"', 'Object.create(null)', '{ code: "EPERM" }'])(
    'passes on whatever else a file throws: %s',
    async (thrown) => {
      const path = `application/throws-${thrown.length}.js`;
      onTestFinished(() => rmSync(join(folder, path)));
      write(path, `throw ${thrown};`);
      const files = await findFiles(folder);
      const error: unknown = await files[path]().then(
        () => 'nothing thrown',
        (reason) => reason,
      );
      expect(error).not.toBeInstanceOf(WaymarkError);
      expect(error).not.toBe('nothing thrown');
    },
  );

  it('returns what a loader accepts, including CommonJS from a compiler', async () => {
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

  it.each([
    [undefined, []],
    [[], []],
    [['.html'], ['application/views/photos.html']],
    [
      ['.html', '.json'],
      [
        'application/views/broken.json',
        'application/views/list.json',
        'application/views/photos.html',
        'package.json',
      ],
    ],
  ])('lists, with the extensions %j, %j as well', async (extensions, further) => {
    const found = await findFiles(folder, { ...(extensions && { extensions }) });
    expect(Object.keys(found)).toEqual([...FOUND, ...further].sort());
  });

  it.each([['html'], ['./html'], ['.'], ['html.x'], ['.html/'], [7], [['.html']], [null]])(
    'says that %j is not an extension',
    async (extension) => {
      // The cast passes an invalid argument.
      await expect(findFiles(folder, { extensions: [extension as string] })).rejects.toMatchObject({
        code: 'bad-argument',
        message: expect.stringMatching(
          /^findFiles: extensions is .+\. Expected a list such as \['\.html', '\.json'\]\./,
        ),
      });
    },
  );

  it.each<[string, unknown, unknown, string]>([
    ['nothing', undefined, {}, 'findFiles: dir is undefined. Expected a path or a file: URL.'],
    ['a number', 7, {}, 'dir is 7'],
    ['a URL of the web', new URL('https://example.com'), {}, 'dir is a URL'],
    ['the URL of another thing', { href: 'file:///' }, {}, 'dir is an object'],
    ['a list of URLs', [pathToFileURL(folder).href], {}, 'dir is an array'],
    [
      'one extension',
      folder,
      { extensions: '.html' },
      "findFiles: extensions is '.html'. Expected a list such as ['.html', '.json'].",
    ],
    [
      'a set of extensions',
      folder,
      { extensions: new Set(['.html']) },
      'findFiles: extensions is a Set. Expected a list',
    ],
    [
      'a misspelled option',
      folder,
      { extension: ['.html'] },
      "findFiles: 'extension' is not an option of this call. Write extensions;",
    ],
    [
      'a module for import',
      folder,
      { import: 'tsx' },
      "findFiles: import is 'tsx'. Expected a function such as (file) => import(file).",
    ],
    ['a list of extensions', folder, ['.html'], "'0' is not an option of this call"],
  ])('refuses %s', async (_what, dir, options, message) => {
    // The casts pass invalid arguments.
    await expect(findFiles(dir as string, options as object)).rejects.toMatchObject({
      code: 'bad-argument',
      message: expect.stringContaining(message),
    });
  });

  it.each([undefined, null])('reads the options %s as none', async (option) => {
    const found = await findFiles(folder, { extensions: option as never, import: option as never });
    expect(Object.keys(found)).toEqual(FOUND);
    await expect(found['framework/core/layout.mjs']()).resolves.toMatchObject({ layout: 'plain' });
  });

  it('reads files that it does not import once, and parses JSON', async () => {
    const files = await findFiles(folder, { extensions: ['.html', '.json'] });
    expect(await files['application/views/photos.html']()).toEqual({ default: '<h1>Photos</h1>' });
    expect(await files['application/views/list.json']()).toEqual({ default: { title: 'Photos' } });
    change('application/views/photos.html', 'changed');
    expect(await files['application/views/photos.html']()).toEqual({ default: '<h1>Photos</h1>' });
    const texts = await findFiles(folder, { extensions: ['.txt'] });
    expect(await texts['application/views/quoted.txt']()).toEqual({ default: '"Photos"' });
    const { view } = createLoader(files).within(null);
    expect(await view('photos.html')).toEqual({ default: '<h1>Photos</h1>' });
  });

  it('names the file that is not JSON', async () => {
    const files = await findFiles(folder, { extensions: ['.json'] });
    await expect(files['application/views/broken.json']()).rejects.toMatchObject({
      code: 'bad-files',
      message: expect.stringMatching(
        /views.broken\.json: it is not JSON \(.+\)\. Correct the file\./,
      ),
    });
  });

  it('reads JSON that starts with a byte order mark', async () => {
    change('application/views/list.json', '\uFEFF{"title":"Marked"}');
    const files = await findFiles(folder, { extensions: ['.json'] });
    expect(await files['application/views/list.json']()).toEqual({ default: { title: 'Marked' } });
  });

  it('keeps such a mark that is elsewhere in JSON', async () => {
    change('application/views/list.json', '{"title":"Mar\uFEFFked"}');
    const files = await findFiles(folder, { extensions: ['.json'] });
    const title = 'Mar\uFEFFked';
    expect(await files['application/views/list.json']()).toEqual({ default: { title } });
  });

  it('lists a folder that several links lead to under each, and imports its files once', async () => {
    const files = await findFiles(folder);
    const paths = ['framework/core/layout.mjs', 'application/linked/core/layout.mjs'];
    const [own, linked] = await Promise.all(paths.map((path) => files[path]()));
    expect(linked).toBe(own);
  });

  it('follows links out of the folder', async () => {
    const root = join(folder, 'application/controllers');
    symlinkSync('../../framework', join(root, 'outside'));
    onTestFinished(() => rmSync(join(root, 'outside')));
    expect(Object.keys(await findFiles(root))).toContain('outside/core/layout.mjs');
  });

  it.each([
    ['missing', 'nowhere', /the link leads nowhere \(ENOENT/],
    ['missing.js', '../nowhere.js', /the link leads nowhere \(ENOENT/],
    ['itself', 'itself', /the link leads nowhere \(ELOOP/],
    ['same', '.', /the link leads to a folder around it/],
    ['parent', '..', /the link leads to a folder around it/],
    ['root', '/', /the link leads to a folder around it/],
    ['crossed', '../views', /(?:crossed.back|back.crossed): the link leads to a folder around it/],
  ])('names the link that leads nowhere or round in a circle: %s to %s', async (name, to, text) => {
    const link = join(folder, 'application/controllers', name);
    symlinkSync(to, link);
    onTestFinished(() => rmSync(link));
    if (name === 'crossed') {
      const back = join(folder, 'application/views/back');
      symlinkSync('../controllers', back);
      onTestFinished(() => rmSync(back));
    }
    const error = await findFiles(folder).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'bad-files', message: expect.stringMatching(text) });
  });

  it('rejects if there is no such folder', async () => {
    await expect(findFiles(join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'bad-argument',
      message: expect.stringMatching(
        /^findFiles: there is no folder '.*nowhere'\. Pass the folder/,
      ),
    });
  });

  it('rejects with the error of the file system if the folder cannot be read otherwise', async () => {
    const name = 'a'.repeat(5000);
    await expect(findFiles(join(folder, name))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});

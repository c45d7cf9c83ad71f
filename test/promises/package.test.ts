/**
 * The packages as their users see them: the names of the built formats, the files that are published,
 * their licences, and the code that they run.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { build } from 'esbuild';
import { preProcessFile } from 'typescript';
import { describe, expect, it } from 'vitest';
import { entries } from '../support/entries.ts';

const require = createRequire(import.meta.url);
const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe('the package', () => {
  it.each(entries)('is imported and required with the declared names: $entry', async (each) => {
    const { entry, names } = each;
    const [, file = 'index'] = entry.split('/');
    const built = entry.startsWith('waymark-') ? [] : [require(`../../dist/cjs/${file}.js`)];
    const values = names.filter(({ isValue }) => isValue).map(({ name }) => name);
    for (const all of [await import(entry), require(entry), ...built]) {
      expect(Object.keys(all).sort()).toEqual(values.sort());
    }
  });

  it('gives one class of errors to all its entries', async () => {
    const { WaymarkError } = await import('waymark');
    const { createLoader } = await import('waymark/hmvc');
    await expect(createLoader({}).load('core', 'a')).rejects.toBeInstanceOf(WaymarkError);
    expect(() => require('waymark/fetch').createFetchHandler({ routes: [] })).toThrow(
      require('waymark').WaymarkError,
    );
  });
});

it.each([
  ['ESM', () => import('waymark')],
  ['CommonJS', async () => require('../../dist/cjs/index.js') as typeof import('waymark')], // require has no types
])(
  'an error of the package is named in its stack and where Node prints it: %s',
  async (_, load) => {
    const { Route } = await load();
    let error = new Error('nothing was thrown');
    try {
      Route.get('a(b', 'c');
    } catch (thrown) {
      error = thrown as Error; // anything else fails below
    }
    expect(error.name).toBe('WaymarkError');
    const start = /^WaymarkError: Route\.get\('a\(b'\): /;
    expect(String(error)).toMatch(start);
    expect(error.stack).toMatch(start);
    expect(inspect(error)).toMatch(start);
  },
);

it('HTML of the CommonJS build is HTML for the ES modules', async () => {
  const { html: other } = require('../../dist/cjs/http.js');
  const { html } = await import('waymark/http');
  const { createFetchHandler } = await import('waymark/fetch');
  expect(other).not.toBe(html);
  const handlers = { a: () => html`<p>${other`<b>${'<'}</b>`}</p>`, b: () => other`<p>` };
  const fetch = createFetchHandler({ routes: { a: 'a', b: 'b' }, handlers });
  for (const [path, text] of [
    ['/a', '<p><b>&#60;</b></p>'],
    ['/b', '<p>'],
  ]) {
    const response = await fetch(new Request(`http://localhost${path}`));
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe(text);
  }
});

it('runs controllers of the other format', async () => {
  const { createControllers } = require('../../dist/cjs/hmvc.js');
  const { createFetchHandler } = await import('waymark/fetch');
  const load = async () => ({
    default: class Photos {
      index = () => 'a field';
      show() {
        return 'shown';
      }
    },
  });
  const controllers = createControllers({ 'application/controllers/photos.ts': load });
  const fetch = createFetchHandler({ routes: { a: 'photos/show' }, controllers });
  expect(await (await fetch(new Request('http://localhost/a'))).text()).toBe('shown');
});

it('findFiles of the CommonJS build imports ESM, also if require could not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-'));
  writeFileSync(join(folder, 'a.mjs'), 'export default await "imported";');
  const files = await require('../../dist/cjs/node.js').findFiles(folder);
  await expect(files['a.mjs']()).resolves.toMatchObject({ default: 'imported' });
  rmSync(folder, { recursive: true });
});

/** The imports of a built file and of the chunks that it imports. */
function importsOf(file: URL, seen: Set<string> = new Set()): Set<string> {
  for (const { fileName } of preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
    const isChunk = fileName.startsWith('.');
    const name = isChunk ? new URL(fileName, file).href : fileName;
    if (seen.has(name)) continue;
    seen.add(name);
    if (isChunk) importsOf(new URL(name), seen);
  }
  return seen;
}

function packagesOf(file: string): string[] {
  const all = importsOf(new URL(`../../dist/${file}`, import.meta.url));
  return [...all].filter((name) => !name.startsWith('file:')).sort();
}

describe('a built file', () => {
  it.each([
    ['index.js', ['path-to-regexp']],
    ['compiled.js', []],
    ['hmvc.js', []],
    ['fetch.js', ['path-to-regexp']],
    ['http.js', ['cookie']],
    ['tools/import.js', ['php-parser', 'waymark', 'waymark/internal']],
    ['cjs/index.js', []],
    ['cjs/hmvc.js', []],
    ['cjs/fetch.js', []],
    ['cjs/http.js', ['cookie']],
  ])('asks for no module of Node: %s', (file, packages) => {
    expect(packagesOf(file)).toEqual(packages);
  });

  it('is read correctly: inspection asks for automata, and for no optional package', () => {
    expect(packagesOf('tools/inspect.js')).toEqual([
      ...['@eslint-community/regexpp', 'refa', 'waymark', 'waymark/internal'],
    ]);
    expect(Object.keys(require('../../dist/tools/package.json').peerDependencies)).toEqual([
      ...['waymark'],
    ]);
  });

  it.each(['node.js', 'cjs/node.js'])('is read correctly: %s asks for its packages', (file) => {
    expect(packagesOf(file)).toEqual(['node:fs/promises', 'node:path', 'node:url']);
  });
});

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

// Without the scripts, which would rebuild files while other tests read them.
function pack(folder: string): Packed {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: fileURLToPath(new URL(folder, root)),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ size, files }]: [Packed] = JSON.parse(listed);
  return { size, files: files.map(({ path }) => ({ path: folder + path })) };
}

const library = pack('');
const tools = pack('dist/tools/');
const pathsOf = ({ files }: Packed) => files.map(({ path }) => path);
const paths = [...pathsOf(library), ...pathsOf(tools)];
const scripts = paths.filter((path) => /\.[cm]?js$/.test(path));

describe('the tarball', () => {
  it.each([
    ['the library', library, 208_000],
    ['the tools', tools, 198_500],
  ])('has a limit of its size: of %s', (_, { size }, limit) => {
    expect(size).toBeLessThanOrEqual(limit);
  });

  it('has a page for each code of an error', () => {
    const pages = readdirSync(new URL('docs/errors', root)).filter((name) => name !== 'index.md');
    const shipped = paths.filter((path) => path.startsWith('dist/tools/cli/help/'));
    expect(shipped).toEqual(pages.sort().map((name) => `dist/tools/cli/help/${name}`));
  });

  it('has scripts, declarations, these pages, the manifest, the licence, the README and the changelog, and no source map', () => {
    const others = paths.filter(
      (path) => !/^dist\/.*(\.js|\.d\.ts)$|^dist\/tools\/cli\/help\//.test(path),
    );
    expect(others).toEqual([
      ...['LICENSE', 'README.md', 'dist/cjs/package.json', 'docs/CHANGELOG.md', 'package.json'],
      ...['dist/tools/CHANGELOG.md', 'dist/tools/LICENSE', 'dist/tools/README.md'],
      ...['dist/tools/cjs/package.json', 'dist/tools/package.json'],
      'dist/tools/parts.json',
    ]);
    expect(scripts.filter((path) => /^\/\/[#@] sourceMappingURL=/m.test(read(path)))).toEqual([]);
  });

  it('has no path of the machine that it was built on', () => {
    const folder = fileURLToPath(root);
    expect(paths.filter((path) => read(path).includes(folder))).toEqual([]);
  });

  it('has inspection, the importer and the command line as ES modules only', () => {
    const requiring = /^"use strict";try\{module\.exports=require\("\.\.\//;
    const own = paths.filter((path) => path.includes('/cjs/') && !requiring.test(read(path)));
    const entries = own.map((path) => /\/cjs\/(?!chunk|path-)([\w-]+)\.js$/.exec(path)?.[1]);
    expect(entries.filter(Boolean).sort()).toEqual([
      'compiled',
      'compiled-hmvc',
      'fetch',
      'gateway',
      'hmvc',
      'http',
      'index',
      'internal',
      'node',
    ]);
  });

  it('is not minified, so that a stack names a line that one can read', async () => {
    const { createRouter } = await import('waymark');
    let stack = '';
    const table = {
      get a(): string {
        stack = new Error('who reads this?').stack ?? '';
        return 'b';
      },
    };
    createRouter(table);
    const [, file = '', line = ''] = /\/(dist\/[^/\s]+\.js):(\d+):/.exec(stack) ?? [];
    expect(read(file).split('\n')[Number(line) - 1]).toMatch(/^ {2,}\S.{3,90}$/);
  });

  it('has the manifest without what only a checkout needs', () => {
    const published = (path: string) => {
      const folder = mkdtempSync(join(tmpdir(), 'waymark-manifest-'));
      mkdirSync(join(folder, 'test/build'), { recursive: true });
      mkdirSync(join(folder, 'node_modules'));
      cpSync(new URL('test/build/manifest.js', root), join(folder, 'test/build/manifest.js'));
      writeFileSync(join(folder, 'package.json'), read(path));
      const run = (to: string) =>
        execFileSync(process.execPath, [join(folder, 'test/build/manifest.js'), to]);
      run('hide');
      // As after a packing that was interrupted.
      run('hide');
      const hidden = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      run('show');
      expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(read(path));
      rmSync(folder, { recursive: true });
      return hidden;
    };
    const { scripts, devDependencies, overrides, ...rest } = JSON.parse(read('package.json'));
    expect(Object.keys({ ...scripts, ...devDependencies, ...overrides }).length).toBeGreaterThan(3);
    expect(published('package.json')).toEqual(rest);
  });
});

/** The bundle of a line of code that imports the package. */
async function bundled(code: string): Promise<string> {
  const resolveDir = fileURLToPath(root);
  const { outputFiles } = await build({
    ...{ stdin: { contents: code, resolveDir }, bundle: true, write: false, logLevel: 'silent' },
    ...{ format: 'esm', platform: 'node', packages: 'bundle', minify: true },
  });
  return outputFiles[0].text;
}

describe('code that an application does not use', () => {
  it.each([
    'waymark',
    'waymark/hmvc',
    'waymark/fetch',
    'waymark/http',
    'waymark/node',
    'waymark-tools/inspect',
  ])('adds nothing to its bundle: an entry, %s', async (entry) => {
    expect(await bundled(`import * as all from '${entry}';`)).toBe('');
  });

  it.each([
    ['createRouter', 'waymark', /Route\.resources|Missing parameters|_remap/],
    ['Route', 'waymark', /bad-request|_remap/],
    [
      'createFetchHandler',
      'waymark/fetch',
      /Route\.resources|Max-Age|HMAC|javascript:|readdir|html\.raw/,
    ],
    ['findFiles', 'waymark/node', /bad-pattern"|_remap/],
    ['redirect', 'waymark/http', /Max-Age|HMAC|formData|getReader|html\.raw/],
    ['cookies', 'waymark/http', /HMAC|formData|getReader|javascript:/],
    ['readJson', 'waymark/http', /Max-Age|HMAC|formData|javascript:/],
  ])('adds nothing to its bundle: the rest, for %s', async (name, entry, other) => {
    const code = await bundled(`import { ${name} } from '${entry}'; console.log(${name});`);
    expect(code.length).toBeGreaterThan(1000);
    expect(code).not.toMatch(other);
  });
});

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const locked: Readonly<Record<string, Locked>> = JSON.parse(read('package-lock.json')).packages;

/** The packages installed along with the library and its tools. */
const installed = new Set([
  ...Object.keys(JSON.parse(read('package.json')).dependencies),
  ...Object.keys(JSON.parse(read('dist/tools/package.json')).dependencies),
]);
for (const name of installed) {
  for (const other of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {})) {
    installed.add(other);
  }
}

describe('an installed package', () => {
  it('may be used by anyone: its licence requires no more than a notice', () => {
    const licences = [...installed].map((name) => [name, locked[`node_modules/${name}`]?.license]);
    const free = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];
    expect(licences.filter(([, licence]) => !free.includes(String(licence)))).toEqual([]);
    expect(licences.map(([name]) => name)).toContain('path-to-regexp');
    expect(read('LICENSE')).toMatch(/^MIT License\n/);
    expect(JSON.parse(read('package.json')).license).toBe('MIT');
  });

  it('runs nothing when it is installed', () => {
    const hooks = ['preinstall', 'install', 'postinstall'];
    expect(hooks.filter((name) => name in JSON.parse(read('package.json')).scripts)).toEqual([]);
    const running = [...installed].filter(
      (name) => locked[`node_modules/${name}`]?.hasInstallScript,
    );
    expect(running).toEqual([]);
  });

  it('carries the notice of the one package whose code it contains', () => {
    const notice = read('node_modules/path-to-regexp/LICENSE').trim();
    expect(read('dist/cjs/path-to-regexp.js')).toContain(notice);
    const foreign = scripts.filter((path) => /Missing parameters/.test(read(path)));
    expect(foreign).toEqual(['dist/cjs/path-to-regexp.js']);
  });
});

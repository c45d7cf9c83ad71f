/** The contents of the published package: its files, their licences, and the code that it runs. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

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
    ['the library', library, 120_000],
    ['the tools', tools, 135_000],
  ])('has a limit of its size: of %s', (_, { size }, limit) => {
    expect(size).toBeLessThanOrEqual(limit);
  });

  it('has a page for each code of an error', () => {
    const pages = readdirSync(new URL('docs/errors', root)).filter((name) => name !== 'index.md');
    const shipped = paths.filter((path) => path.startsWith('dist/tools/cli/help/'));
    expect(shipped).toEqual(pages.sort().map((name) => `dist/tools/cli/help/${name}`));
  });

  it('has scripts, declarations, these pages, the manifest, the licence and the README, and no source map', () => {
    const others = paths.filter(
      (path) => !/^dist\/.*(\.js|\.d\.ts)$|^dist\/tools\/cli\/help\//.test(path),
    );
    expect(others).toEqual([
      ...['LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json'],
      ...['dist/tools/LICENSE', 'dist/tools/cjs/package.json', 'dist/tools/package.json'],
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
    const entries = own.map((path) => /\/cjs\/(\w+)\.js$/.exec(path)?.[1]);
    expect(entries.filter(Boolean).sort()).toEqual([
      'compiled',
      'fetch',
      'hmvc',
      'http',
      'index',
      'internal',
      'node',
    ]);
  });

  it('has lines that a terminal can show', () => {
    const lines = scripts.flatMap((path) => read(path).split('\n'));
    // A line ends at the first opportunity after 500 characters.
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2000);
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
    ['createFetchHandler', 'waymark/fetch', /Route\.resources|Max-Age|HMAC|javascript:|readdir/],
    ['findFiles', 'waymark/node', /bad-pattern"|_remap/],
    ['redirect', 'waymark/http', /Max-Age|HMAC|formData|getReader/],
    ['cookies', 'waymark/http', /HMAC|formData|getReader|javascript:/],
    ['readJson', 'waymark/http', /Max-Age|HMAC|formData|javascript:/],
  ])('adds nothing to its bundle: the rest, for %s', async (name, entry, other) => {
    const code = await bundled(`import { ${name} } from '${entry}'; console.log(${name});`);
    expect(code.length).toBeGreaterThan(1000);
    expect(code).not.toMatch(other);
  });
});

/** The modules that a bundler needs for an application's code, besides Node's own. */
async function askedByEsbuild(code: string): Promise<string[]> {
  const asked = new Set<string>();
  await build({
    stdin: { contents: code, resolveDir: fileURLToPath(root) },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', minify: true },
    plugins: [
      {
        name: 'asked',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^.]/ }, ({ path }) => {
            asked.add(path);
            return null;
          }),
      },
    ],
  });
  return [...asked];
}

async function askedByRollup(code: string): Promise<string[]> {
  const asked = new Set<string>();
  const bundle = await rollup({
    input: 'entry',
    plugins: [
      {
        name: 'asked',
        resolveId(id) {
          asked.add(id);
          if (id === 'entry') return id;
          const path = /^waymark(?:-(tools))?(?:\/(\w+))?$/.exec(id);
          if (path !== null) {
            const [, folder = '.', name = 'index'] = path;
            return fileURLToPath(new URL(`dist/${folder}/${name}.js`, root));
          }
          return id.startsWith('.') ? null : { id, external: true };
        },
        load: (id) => (id === 'entry' ? code : null),
      },
    ],
  });
  await bundle.generate({ format: 'esm' });
  return [...asked];
}

describe('a package that is optional', () => {
  it.each([
    ['esbuild', askedByEsbuild],
    ['Rollup', askedByRollup],
  ])('is not asked for by a bundler: %s', async (_, askedFor) => {
    const asked = await askedFor(
      "import { check } from 'waymark-tools/inspect'; await check({ a: 'b' });",
    );
    expect(asked).toContain('waymark-tools/inspect');
    expect(asked).toContain('refa');
    const { peerDependencies } = JSON.parse(read('dist/tools/package.json'));
    expect(Object.keys(peerDependencies)).toEqual(['unplugin', 'waymark']);
    expect(asked).not.toContain('unplugin');
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

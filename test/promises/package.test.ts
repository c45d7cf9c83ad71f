/** The package as its users see it. Reads the built formats in dist. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { preProcessFile } from 'typescript';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);

const NAMES = {
  waymark: ['METHODS', 'Route', 'WaymarkError', 'compileTable', 'createRouter'],
  'waymark/compiled': [
    'createCompiledFetchHandler',
    'createCompiledFetchMiddleware',
    'createCompiledRouter',
    'createControllers',
    'createMethodOverride',
    'patternMachine',
    'routeUrls',
  ],
  'waymark/hmvc': [
    'Controller',
    'checkRoutes',
    'createContext',
    'createLoader',
    'createLocator',
    'findAction',
    'indexFiles',
    'runDestination',
    'withExactNames',
    'withModuleRoutes',
  ],
  'waymark/fetch': ['createFetchHandler', 'createFetchMiddleware', 'problemDetails'],
  'waymark/http': [
    'HttpError',
    'cookies',
    'readForm',
    'readJson',
    'readParams',
    'readQuery',
    'readText',
    'redirect',
    'signUrl',
    'signedCookies',
    'verifyUrl',
  ],
  'waymark/node': ['findFiles'],
  'waymark-tools/import': [
    'actionNames',
    'importRoutes',
    'isFrameworkClass',
    'readClasses',
    'readConfig',
    'readPlace',
    'traitsOf',
    'writeClasses',
  ],
  'waymark-tools/plugin': ['waymark'],
  'waymark-tools/inspect': [
    'FINDING_KINDS',
    'assertAllowed',
    'assertBlocked',
    'assertReaches',
    'check',
    'diff',
    'examples',
    'explain',
    'inWords',
    'list',
    'locateAction',
    'openapi',
    'reach',
    'reachAction',
    'recordSources',
    'types',
  ],
};

describe('the package', () => {
  it.each(Object.entries(NAMES))('can be imported: %s', async (entry, names) => {
    expect(Object.keys(await import(entry)).sort()).toEqual(names);
  });

  it.each(Object.entries(NAMES))('can be required: %s', (entry, names) => {
    expect(Object.keys(require(entry)).sort()).toEqual(names);
  });

  it.each(['index', 'hmvc', 'fetch', 'http', 'node'])(
    'has the same names in its CommonJS build: %s',
    async (entry) => {
      const url = new URL(`../../dist/${entry}.js`, import.meta.url).href;
      const names = Object.keys(await import(/* @vite-ignore */ url)).sort();
      expect(Object.keys(require(`../../dist/cjs/${entry}.js`)).sort()).toEqual(names);
    },
  );

  it('gives one class of errors to all its entries', async () => {
    const { WaymarkError } = await import('waymark');
    const { createLoader } = await import('waymark/hmvc');
    await expect(createLoader({}).load('core', 'a')).rejects.toBeInstanceOf(WaymarkError);
    expect(() => require('waymark/fetch').createFetchHandler({ routes: [] })).toThrow(
      require('waymark').WaymarkError,
    );
  });
});

describe('an error of the package', () => {
  it.each([
    ['ESM', () => import('waymark')],
    ['CommonJS', async () => require('../../dist/cjs/index.js') as typeof import('waymark')], // require has no types
  ])('is named in its stack and where Node prints it: %s', async (_, load) => {
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
  });
});

describe('findFiles of the CommonJS build', () => {
  it('imports ESM, also if require could not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-'));
    writeFileSync(join(folder, 'a.mjs'), 'export default await "imported";');
    const files = await require('../../dist/cjs/node.js').findFiles(folder);
    await expect(files['a.mjs']()).resolves.toMatchObject({ default: 'imported' });
    rmSync(folder, { recursive: true });
  });
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

  it('is read correctly: inspection asks for automata', () => {
    expect(packagesOf('tools/inspect.js')).toEqual([
      ...['@eslint-community/regexpp', 'refa', 'waymark', 'waymark/internal'],
    ]);
  });

  it.each(['node.js', 'cjs/node.js'])('is read correctly: %s asks for its packages', (file) => {
    expect(packagesOf(file)).toEqual(['node:fs/promises', 'node:path', 'node:url']);
  });
});

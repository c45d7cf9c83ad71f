/** The package of the tools, and the command of the library that runs it. Reads the built files in dist. */
import { readFileSync, statSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const readManifest = (path: string): Manifest =>
  JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));

const library = readManifest('package.json');
const manifest = readManifest('dist/tools/package.json');

/**
 * The modules that a file imports. Parses the whole file, since a scan would fail on minified code.
 */
function importsOf(code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined;
    if (named !== undefined && ts.isStringLiteralLike(named)) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.js', code, ts.ScriptTarget.Latest));
  return found;
}

/** Everything that a built file loads, including lazy imports. */
function loadedBy(file: URL, seen = new Set<string>()): Set<string> {
  for (const fileName of importsOf(readFileSync(file, 'utf8'))) {
    const name = fileName.startsWith('.') ? new URL(fileName, file).href : fileName;
    if (seen.has(name)) continue;
    seen.add(name);
    if (name !== fileName) loadedBy(new URL(name), seen);
  }
  return seen;
}

const TOOLS = ['commander', 'jiti'];

it.each([
  // npm warns about a `./` and removes it when publishing.
  ['waymark', library, 'dist/bin.js', ''],
  ['waymark-tools', manifest, 'cli/bin.js', 'dist/tools/'],
])('the command is one that the system can run: of %s', (name, { bin }, path, folder) => {
  expect(bin).toEqual({ [name]: path });
  const file = new URL(folder + path, ROOT);
  expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(file).mode & 0o111).not.toBe(0);
});

describe('the package of the tools', () => {
  it('needs the library of its own version', () => {
    expect(manifest.version).toBe(library.version);
    expect(manifest.peerDependencies.waymark).toBe(library.version);
  });

  it('is tested with the packages that it asks for', () => {
    for (const [name, range] of Object.entries(manifest.dependencies)) {
      const tested = library.devDependencies[name] ?? library.dependencies[name];
      expect(range, name).toMatch(/^\^\d+\.\d+\.\d+$/);
      expect(tested?.split('.')[0], name).toBe(range.slice(1).split('.')[0]);
    }
  });

  it('depends on no package for features of Node, such as colours', () => {
    expect(Object.keys(manifest.dependencies)).not.toContain('picocolors');
  });

  it('loads its dependencies with the command line', () => {
    const loaded = [...loadedBy(new URL('dist/tools/cli/bin.js', ROOT))];
    expect(loaded).toEqual(expect.arrayContaining(TOOLS));
  });

  it.each(['inspect', 'import'])('loads none of them with the module: %s', (name) => {
    const loaded = [...loadedBy(new URL(`dist/tools/${name}.js`, ROOT))];
    expect(loaded.filter((one) => TOOLS.includes(one) || one.includes('/cli/'))).toEqual([]);
  });
});

describe('the library', () => {
  it('depends on two packages, and accepts later versions of them', () => {
    expect(Object.keys(library.dependencies)).toEqual(['cookie', 'path-to-regexp']);
    for (const range of Object.values(library.dependencies)) {
      expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
    }
  });

  it.each(['index', 'compiled', 'hmvc', 'fetch', 'http', 'node', 'internal'])(
    'loads no tool with the module: %s',
    (name) => {
      const loaded = [...loadedBy(new URL(`dist/${name}.js`, ROOT))];
      const tools = [...Object.keys(manifest.dependencies), 'waymark-tools'];
      expect(loaded.filter((one) => tools.includes(one) || one.includes('/tools/'))).toEqual([]);
    },
  );
});

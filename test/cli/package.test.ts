/** The command line's share of the package. Reads the built files in dist. */
import { readFileSync, statSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const manifest: {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
} = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));

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

const TOOLS = ['cliui', 'commander', 'jiti', 'string-width'];

describe('the package', () => {
  it('has one command, which the system can run', () => {
    // npm warns about a `./` and removes it when publishing.
    expect(manifest.bin).toEqual({ waymark: 'dist/cli/bin.js' });
    const bin = new URL(manifest.bin.waymark, ROOT);
    expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(bin).mode & 0o111).not.toBe(0);
  });

  it('accepts later versions of its dependencies, so that fixes there need no release here', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(TOOLS));
    for (const range of Object.values(manifest.dependencies)) {
      expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
    }
  });

  it('depends on no package for features of Node, such as colours', () => {
    expect(Object.keys(manifest.dependencies)).not.toContain('picocolors');
  });

  it('loads its dependencies with the command line', () => {
    expect([...loadedBy(new URL('dist/cli/bin.js', ROOT))]).toEqual(expect.arrayContaining(TOOLS));
  });

  it.each(['index', 'hmvc', 'fetch', 'node', 'inspect', 'import'])(
    'loads none of its dependencies with the module: %s',
    (name) => {
      const loaded = [...loadedBy(new URL(`dist/${name}.js`, ROOT))];
      expect(loaded.filter((one) => TOOLS.includes(one) || one.includes('/dist/cli/'))).toEqual([]);
    },
  );
});

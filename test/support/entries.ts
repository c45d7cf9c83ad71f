/** The names of the public entries, as the declarations in dist have them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { createProgram } from './compiler.ts';

export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The public entries that a manifest exports. */
function exportsOf(manifest: string): string[] {
  const { exports } = JSON.parse(
    readFileSync(new URL(`../../${manifest}`, import.meta.url), 'utf8'),
  );
  return Object.keys(exports)
    .filter((path) => !/^\.\/(?:internal|cli|package\.json)$/.test(path))
    .map((path) => path.slice(2) || 'index');
}

/** The files of the public entries, without their extension. */
const FILES = [
  ...exportsOf('package.json'),
  ...exportsOf('src/tools/package.json').map((name) => `tools/${name}`),
];

const program = createProgram(
  FILES.map((file) => `${dist}${file}.d.ts`),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, lib: ['lib.es2024.d.ts'] },
);
export const checker = program.getTypeChecker();

/** An exported name. */
export interface PublicName {
  readonly name: string;
  /** What the name stands for, after following every `import` and `export`. */
  readonly symbol: ts.Symbol;
  /** False for a type. */
  readonly isValue: boolean;
}

/** An entry such as `waymark/fetch`, with its declarations and the names that it exports. */
export interface Entry {
  readonly entry: string;
  readonly source: ts.SourceFile;
  readonly names: readonly PublicName[];
}

/** The symbol that a symbol is another name for, or the symbol itself. */
export const resolved = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** All public entries of both packages. */
export const entries: readonly Entry[] = FILES.map((file) => {
  const source = program.getSourceFile(`${dist}${file}.d.ts`);
  const module = source && checker.getSymbolAtLocation(source);
  if (source === undefined || module === undefined) throw new Error(`${file} is not built`);
  const names = checker.getExportsOfModule(module).map((exported): PublicName => {
    const symbol = resolved(exported);
    const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
    return { name: exported.name, symbol, isValue };
  });
  const path = file.startsWith('tools/') ? `-${file}` : file === 'index' ? '' : `/${file}`;
  return { entry: `waymark${path}`, source, names };
});

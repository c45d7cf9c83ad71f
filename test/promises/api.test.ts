/**
 * A snapshot of the public names and types, which shows any change. Reads the declarations in dist.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { createProgram } from '../support/compiler.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const entries = [
  ...['index', 'compiled', 'hmvc', 'fetch', 'http', 'node'],
  ...['tools/inspect', 'tools/import', 'tools/plugin'],
];
const program = createProgram(
  entries.map((entry) => `${dist}${entry}.d.ts`),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, lib: ['lib.es2024.d.ts'] },
);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

/** The declarations of a name, after following every `import` and `export`. */
function declared(symbol: ts.Symbol): readonly ts.Declaration[] {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  return declarations.filter((one) => one.getSourceFile().fileName.startsWith(dist));
}

/** Collects the statements that declare an entry's exports, and all that they refer to. */
function statementsOf(file: ts.SourceFile, seen: Set<ts.Node>): void {
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      for (const declaration of symbol === undefined ? [] : declared(symbol)) {
        let statement: ts.Node = declaration;
        while (!ts.isSourceFile(statement.parent)) statement = statement.parent;
        if (seen.has(statement)) continue;
        seen.add(statement);
        visit(statement);
      }
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, (node) => {
    if (ts.isExportDeclaration(node)) visit(node);
  });
}

function snapshot(): string {
  const statements = new Set<ts.Node>();
  const exported = entries.map((entry) => {
    const file = program.getSourceFile(`${dist}${entry}.d.ts`);
    const symbol = file && checker.getSymbolAtLocation(file);
    if (file === undefined || symbol === undefined) throw new Error(`${entry} is not built`);
    statementsOf(file, statements);
    const names = checker.getExportsOfModule(symbol).map(({ name }) => name);
    return `// ${/^tools/.test(entry) ? `waymark-${entry}` : `waymark/${entry}`}: ${names.sort().join(', ')}\n`;
  });
  const printed = [...statements]
    .filter((node) => !ts.isExportDeclaration(node))
    .map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()));
  return [...exported, ...new Set(printed.sort())].join('\n');
}

it('the public names and types are the agreed ones: `npm run api` writes them anew', async () => {
  await expect(snapshot()).toMatchFileSnapshot('../fixtures/api.d.ts.txt');
});

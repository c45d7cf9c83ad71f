/** The public names and types, from the declarations in dist. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { checker, dist, entries, resolved } from '../support/entries.ts';

const printer = ts.createPrinter({ removeComments: true });

/** The declarations of a name in dist. */
function declared(symbol: ts.Symbol): readonly ts.Declaration[] {
  const { declarations = [] } = resolved(symbol);
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
  const exported = entries.map(({ entry, source, names }) => {
    statementsOf(source, statements);
    const sorted = names.map(({ name }) => name).sort();
    return `// ${entry === 'waymark' ? 'waymark/index' : entry}: ${sorted.join(', ')}\n`;
  });
  const printed = [...statements]
    .filter((node) => !ts.isExportDeclaration(node))
    .map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()));
  return [...exported, ...new Set(printed.sort())].join('\n');
}

it('the public names and types are the agreed ones: `npm run api` writes them anew', async () => {
  await expect(snapshot()).toMatchFileSnapshot('../fixtures/api.d.ts.txt');
});

describe('a public name', () => {
  // A bundle's entries have functions of the same names in place of those of others.
  const names = entries.flatMap(({ entry, names }) =>
    /^waymark\/compiled/.test(entry) ? [] : names,
  );

  it.each(names)('means one thing, is not renamed, and hides no global: $name', (own) => {
    const others = names.filter(({ name }) => name === own.name);
    expect(new Set(others.map(({ symbol }) => symbol)).size).toBe(1);
    expect(own.symbol.name).toBe(own.name);
    expect(own.name in globalThis).toBe(false);
  });
});

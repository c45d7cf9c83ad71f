/** The names exported by the public entries. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = new URL('../../src/', import.meta.url);
/** `internal.ts` is no public entry: only waymark-tools imports it. */
const entries = readdirSync(root).filter((file) => file.endsWith('.ts') && file !== 'internal.ts');

/** A name, its file, and its original name there. */
interface Given {
  readonly entry: string;
  readonly name: string;
  readonly from: string;
  readonly original: string;
}

function namesOf(entry: string): Given[] {
  const text = readFileSync(new URL(entry, root), 'utf8');
  const file = ts.createSourceFile(entry, text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause))
      return [];
    const from = (statement.moduleSpecifier as ts.StringLiteral).text; // the cast: the grammar allows nothing else
    return statement.exportClause.elements.map(({ name, propertyName }) => ({
      entry,
      name: name.text,
      from,
      original: (propertyName ?? name).text,
    }));
  });
}

const given = entries.flatMap(namesOf);

describe('the names of the public entries', () => {
  it('are there', () => {
    expect(given.map(({ name }) => name)).toContain('Route');
  });

  it.each(given.map((each) => [each.name, each] as const))(
    'each name one thing: %s',
    (name, each) => {
      const places = given.filter((other) => other.name === name).map(({ from }) => from);
      expect(new Set(places).size).toBe(1);
      expect(each.original).toBe(name);
    },
  );

  it.each(given.map(({ name }) => name))('leave the globals of a runtime alone: %s', (name) => {
    expect(name in globalThis).toBe(false);
  });
});

/**
 * The records that pass between copies or versions of the package, each with the number of its format. A
 * changed record needs a new number, or one copy would misread the data of another.
 *
 * If a test fails: increment the number that it names, delete the file of the old number, and run this
 * test twice. A change that every older copy reads the same needs no new number: then run with `-u`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = new URL('../../src/', import.meta.url);

/** Each format: its name, the file and the text of its number, and the type of its record. */
const FORMATS: readonly (readonly [name: string, file: string, text: string, type: string])[] = [
  ['FORM', 'compiled/load.ts', 'FORM = ', 'CompiledTable'],
  ['PREFIX', 'table/carrier.ts', 'waymark.rows.', 'TableContents'],
  ['registry', 'define/registry.ts', 'waymark.registry.', 'Registry'],
  ['report', 'compiled/call.ts', 'waymark.report.', 'Reporter'],
];

/** Types that a copy calls, or that users know. They change for reasons of their own. */
const OUTSIDE = [
  ...['BuildUrl', 'Handler', 'PatternMatcher', 'Router', 'UrlBuilder', 'UrlsBelow'],
  ...['Meta', 'Schema', 'WaymarkError'],
];

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;

/** The types of the library, whose names are unique. */
const types = new Map<string, Declaration>();
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.startsWith('tools/')) continue;
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  for (const node of source.statements) {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    if (isType || ts.isClassDeclaration(node)) types.set(String(node.name?.text), node);
  }
}

it.each(FORMATS)('%s has a number of its own for each form of its record', async (...format) => {
  const [name, file, text, type] = format;
  const message = `${type} or a type in it has changed: increment the number after "${text}" in src/${file}`;
  const stored = `formats/${fileOf(format)}`;
  await expect(writeRecord(type), `${name}: ${message}`).toMatchFileSnapshot(stored);
});

it('stores the records of the current numbers only', () => {
  const stored = readdirSync(new URL('formats/', import.meta.url));
  expect(stored.toSorted()).toEqual(FORMATS.map(fileOf).toSorted());
});

/** Writes the declarations of a type and of all types in it, without their comments. */
function writeRecord(type: string): string {
  const printer = ts.createPrinter({ removeComments: true });
  const found = new Set([type]);
  const texts: string[] = [];
  for (const name of found) {
    const node = types.get(name);
    const isAnother = name !== type && FORMATS.some(([, , , other]) => other === name);
    if (node === undefined || isAnother || OUTSIDE.includes(name)) continue;
    // Of a class, the names: another copy runs other code.
    texts.push(
      ts.isClassDeclaration(node)
        ? `class ${name}: ${namesIn(node)}`
        : printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()),
    );
    const visit = (inner: ts.Node) => {
      if (ts.isTypeReferenceNode(inner) || ts.isExpressionWithTypeArguments(inner)) {
        found.add(('typeName' in inner ? inner.typeName : inner.expression).getText());
      }
      ts.forEachChild(inner, visit);
    };
    visit(node);
  }
  return `${texts.join('\n\n')}\n`;
}

function namesIn({ members }: ts.ClassDeclaration): string {
  return members
    .flatMap<ts.NamedDeclaration>((member) =>
      ts.isConstructorDeclaration(member) ? [...member.parameters] : [member],
    )
    .map(({ name }) => name?.getText())
    .join(', ');
}

function fileOf([name, file, text]: (typeof FORMATS)[number]): string {
  const source = read(file);
  const number = Number.parseInt(source.slice(source.indexOf(text) + text.length), 10);
  return `${name}-${number}.txt`;
}

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

/** Reads the editor's completions from the package's sources. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Completion } from '../completion.ts';

/**
 * Lists the static methods of a class, each with its parameters and the first sentence of its
 * docstring. If a method has overloads, the last one with a docstring counts: it has a destination.
 *
 * @param file the class's file
 * @param name the class's name
 */
export function methodsOf(file: URL, name: string): Completion[] {
  const methods = new Map<string, Completion>();
  for (const member of membersOf(file, name)) {
    if (!ts.isMethodDeclaration(member) || isHidden(member)) continue;
    const info = sentenceOf(member);
    const label = member.name.getText();
    if (info === '' && methods.has(label)) continue;
    const named = member.parameters.filter((each) => each.name.getText() !== 'this');
    const given = named.map((each) => {
      const isOptional = each.questionToken !== undefined || each.initializer !== undefined;
      const rest = each.dotDotDotToken === undefined ? '' : '…';
      return `${rest}${each.name.getText()}${isOptional ? '?' : ''}`;
    });
    methods.set(label, { label, detail: `(${given.join(', ')})`, info });
  }
  return [...methods.values()];
}

/**
 * Lists the properties of an interface, each with the first sentence of its docstring.
 *
 * @param file the interface's file
 * @param name the interface's name
 */
export function propertiesOf(file: URL, name: string): Completion[] {
  return membersOf(file, name)
    .filter(ts.isPropertySignature)
    .map((member) => ({ label: member.name.getText(), detail: '', info: sentenceOf(member) }));
}

function membersOf(file: URL, name: string): readonly (ts.ClassElement | ts.TypeElement)[] {
  const parsed = ts.createSourceFile(
    file.href,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = parsed.statements.find(
    (each) =>
      (ts.isClassDeclaration(each) || ts.isInterfaceDeclaration(each)) && each.name?.text === name,
  );
  // The cast: `find` accepts only these two.
  const { members } = (found ?? {}) as Partial<ts.ClassDeclaration | ts.InterfaceDeclaration>;
  if (members === undefined) throw new Error(`${file} has no ${name}`);
  return [...members];
}

function isHidden(member: ts.MethodDeclaration): boolean {
  const kinds = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return member.modifiers?.some(({ kind }) => kinds.includes(kind)) ?? false;
}

function sentenceOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node);
  const text = doc === undefined ? '' : (ts.getTextOfJSDocComment(doc.comment) ?? '');
  const [first = ''] = text.replace(/\{@link (.+?)\}/g, '$1').split(/(?<=\.)\s|\n\n/, 1);
  return first.replace(/\s+/g, ' ').replace(/, in this order:$/, '.');
}

/** Reads the editor's completions from the package's sources. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const DEFINE = new URL('../../../src/define/', import.meta.url);

/** Returns the methods of `Route` and the options of a route, each with a label and a sentence. */
export function completions() {
  return { route: methodsOf(), options: optionsOf() };
}

/** The public methods. Of overloads, the last with a docstring counts: it has a destination. */
function methodsOf() {
  const methods = new Map<string, { label: string; detail: string; info: string }>();
  for (const member of membersOf('route.ts', 'Route')) {
    if (!ts.isMethodDeclaration(member) && !ts.isPropertyDeclaration(member)) continue;
    const [signature, ...others] = ts.isMethodDeclaration(member)
      ? [member]
      : sharedSignatures(member);
    if (signature === undefined || isHidden(member)) continue;
    const said = sentenceOf(member) || sentenceOf(signature);
    const label = member.name.getText();
    if (said === '' && methods.has(label)) continue;
    const [detail, ...forms] = [signature, ...others].map(formOf);
    const also = forms.length === 0 ? [] : [`Also ${[...new Set(forms)].join(' and ')}.`];
    const info = [said, ...also, ...argumentsOf(signature)].join('\n');
    methods.set(label, { label, detail, info });
  }
  return [...methods.values()];
}

type Signature = ts.MethodDeclaration | ts.CallSignatureDeclaration;

/** What a call takes: `(from, to, options?)`. */
function formOf({ parameters }: Signature): string {
  const named = parameters.filter((each) => each.name.getText() !== 'this');
  const given = named.map((each) => {
    const isOptional = each.questionToken !== undefined || each.initializer !== undefined;
    const rest = each.dotDotDotToken === undefined ? '' : '…';
    return `${rest}${each.name.getText()}${isOptional ? '?' : ''}`;
  });
  return `(${given.join(', ')})`;
}

/** What each argument is: `from: the pattern`. */
function argumentsOf(signature: Signature): string[] {
  return ts.getAllJSDocTags(signature, ts.isJSDocParameterTag).map(({ name, comment }) => {
    const text = ts.getTextOfJSDocComment(comment) ?? '';
    return `${name.getText()}: ${text.replace(/[`]/g, '').replace(/\s+/g, ' ')}`;
  });
}

/**
 * The signatures of the interface that several calls share, except those that only give the compiler
 * another type; none if it is no call.
 */
function sharedSignatures({
  type,
}: ts.PropertyDeclaration): readonly ts.CallSignatureDeclaration[] {
  if (type === undefined || !ts.isTypeReferenceNode(type)) return [];
  return membersOf('signatures.ts', type.typeName.getText())
    .filter(ts.isCallSignatureDeclaration)
    .filter(
      ({ parameters }) => !parameters.some((each) => /^First</.test(`${each.type?.getText()}`)),
    );
}

function optionsOf() {
  const properties = membersOf('define.ts', 'RouteOptions').filter(ts.isPropertySignature);
  return properties.map((each) => ({ label: each.name.getText(), info: sentenceOf(each) }));
}

function membersOf(file: string, name: string): readonly ts.Node[] {
  const text = readFileSync(new URL(file, DEFINE), 'utf8');
  for (const each of ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements) {
    const hasMembers = ts.isClassDeclaration(each) || ts.isInterfaceDeclaration(each);
    if (hasMembers && each.name?.text === name) return each.members;
  }
  throw new Error(`${file} has no ${name}`);
}

function isHidden(member: ts.MethodDeclaration | ts.PropertyDeclaration): boolean {
  const kinds = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return member.modifiers?.some(({ kind }) => kinds.includes(kind)) ?? false;
}

/** The first sentence of a docstring; `''` if there is none. */
function sentenceOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node);
  const text = doc === undefined ? '' : (ts.getTextOfJSDocComment(doc.comment) ?? '');
  const [first = ''] = text.replace(/\{@link (.+?)\}/g, '$1').split(/(?<=\.)\s|\n\n/, 1);
  return first.replace(/\s+/g, ' ').replace(/, in this order:$/, '.');
}

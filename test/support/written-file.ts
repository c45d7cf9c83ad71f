/** Reads a written route file with TypeScript's own parser. */
import ts from 'typescript';

/** The contents of a written file. A `null` in a text stands for a constant or a route's name. */
export interface WrittenFile {
  readonly constants: readonly string[];
  readonly rows: readonly (readonly [key: string, to: string | boolean])[];
  /** The calls of `Route` in order, nested ones after their parents; options are pairs. */
  readonly calls: readonly (readonly [method: string, ...args: unknown[]])[];
  readonly comments: readonly string[];
}

const LEFT = "const leftToPhp = () => new Response('This is left to PHP', { status: 501 });";

/**
 * @param code the file
 * @throws if it contains anything that the importer doesn't write
 */
export function readWritten(code: string): WrittenFile {
  const { importedFiles, referencedFiles } = ts.preProcessFile(code);
  if (importedFiles.length > 1 || referencedFiles.length > 0) throw new Error('references');
  const source = ts.createSourceFile('routes.ts', code, ts.ScriptTarget.ESNext, true);
  // The parser's own errors, missing from its types; every other list needs a program.
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: readonly unknown[] };
  if (parseDiagnostics.length > 0) throw new Error('syntax');
  const constants: string[] = [];
  const calls: [string, ...unknown[]][] = [];
  const statements = [...source.statements];
  const last = statements.pop();
  if (importedFiles.length === 1) {
    const first = statements.shift()?.getText();
    if (first !== "import { Route } from 'waymark';") throw new Error('the import');
  }
  for (const statement of statements) {
    if (statement.getText() === LEFT) continue;
    if (ts.isVariableStatement(statement)) {
      const [declared, ...others] = statement.declarationList.declarations;
      if (others.length > 0 || declared?.initializer !== undefined) throw strange(statement);
      constants.push(declared?.name.getText() ?? '');
    } else if (ts.isExpressionStatement(statement)) {
      readCall(statement.expression, calls);
    } else {
      throw strange(statement);
    }
  }
  if (last === undefined || !ts.isExportAssignment(last)) throw new Error('no export');
  // A module exports an object, or a function that makes the calls.
  if (!ts.isCallExpression(last.expression)) {
    const read = readArgument(last.expression, calls);
    // The cast: an object is read as pairs.
    const rows = read === 'nested' ? [] : (read as WrittenFile['rows']);
    return { constants, rows, calls, comments: commentsOf(source) };
  }
  const table: [string, ...unknown[]][] = [];
  readCall(last.expression, table);
  const [[method, pairs = []]] = table as [[string, WrittenFile['rows']?]]; // arguments of `map`
  if (method !== 'map') throw strange(last);
  return { constants, rows: pairs, calls, comments: commentsOf(source) };
}

function readCall(node: ts.Node, calls: [string, ...unknown[]][]): void {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) {
    throw strange(node);
  }
  const { expression, name } = node.expression;
  if (expression.getText() !== 'Route') throw strange(node);
  const call: [string, ...unknown[]] = [name.text];
  calls.push(call);
  call.push(...node.arguments.map((argument) => readArgument(argument, calls)));
}

function readArgument(node: ts.Expression, calls: [string, ...unknown[]][]): unknown {
  if (ts.isArrowFunction(node) && ts.isBlock(node.body) && node.parameters.length === 0) {
    for (const statement of node.body.statements) {
      if (!ts.isExpressionStatement(statement)) throw strange(statement);
      readCall(statement.expression, calls);
    }
    return 'nested';
  }
  if (!ts.isObjectLiteralExpression(node)) return readValue(node);
  return node.properties.map((property) => {
    if (!ts.isPropertyAssignment(property)) throw strange(property);
    return [readKey(property.name), readArgument(property.initializer, calls)];
  });
}

function readKey(node: ts.PropertyName): unknown {
  if (ts.isComputedPropertyName(node)) return readValue(node.expression);
  return ts.isIdentifier(node) ? node.text : readValue(node as ts.StringLiteral); // throws if not
}

function readValue(node: ts.Expression): unknown {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (/^-?\d+$/.test(node.getText())) return Number(node.getText());
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => {
      if (readValue(expression) !== null) throw strange(expression);
      return `\0${literal.text}`;
    });
    return node.head.text + spans.join('');
  }
  if (ts.isIdentifier(node) && node.text === 'leftToPhp') return node.text;
  if (ts.isIdentifier(node) && /^(?:[A-Z][A-Z0-9_]*|PHP_\w*)$/.test(node.text)) return null;
  if (ts.isBinaryExpression(node) && node.getText().endsWith(") ?? ''")) {
    const calls: [string, ...unknown[]][] = [];
    readCall(node.left, calls);
    const [[method, name, ...others]] = calls;
    if (method === 'named' && typeof name === 'string' && others.length === 0) return null;
  }
  throw strange(node);
}

function strange(node: ts.Node): Error {
  return new Error(`code that the importer does not write: ${node.getText()}`);
}

/** All comments found by TypeScript's scanner. */
function commentsOf(source: ts.SourceFile): string[] {
  const code = source.text;
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    for (const ranges of [
      ts.getLeadingCommentRanges(code, node.getFullStart()),
      ts.getTrailingCommentRanges(code, node.getEnd()),
    ]) {
      for (const { pos, end } of ranges ?? []) found.set(pos, code.slice(pos, end));
    }
    for (const child of node.getChildren()) visit(child);
  };
  visit(source);
  return [...found.values()];
}

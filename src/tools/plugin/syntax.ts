/** Parses modules with the loader's parser, which knows TypeScript and the scope of every name. */
import { extname } from 'node:path';
import { createJiti } from 'jiti';
import type { Source } from '../inspect.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A node of Babel's syntax tree, with only the members that are read here. */
export interface Node extends Range {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number } };
  readonly name?: string;
  readonly id?: Node;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly key?: Node;
  readonly source?: Node;
  readonly imported?: Node;
  readonly local?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly left?: Node;
  readonly operator?: string;
  readonly meta?: Node;
  readonly property?: Node;
  readonly expression?: Node;
  readonly arguments?: readonly Node[];
  readonly specifiers?: readonly Node[];
  readonly body?: unknown;
}

/** A node at its position in the tree (https://babeljs.io/docs/babel-traverse). */
export interface Path {
  readonly node: Node;
  readonly parentPath: Path | null;
  readonly scope: Scope;
  isReferencedIdentifier(): boolean;
  get(key: string): Path | readonly Path[];
  traverse(visitor: Readonly<Record<string, (path: Path) => void>>): void;
  skip(): void;
}

/** The names that a function, a block or the module declares. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly bindings: Record<string, Binding>;
  getBinding(name: string): Binding | undefined;
  getProgramParent(): Scope;
}

export interface Binding {
  readonly kind: string;
  readonly identifier: Node;
  readonly path: Path;
  readonly referencePaths: Path[];
  readonly constantViolations: Path[];
}

const compiler = createJiti(import.meta.url, { fsCache: false });

export function parseModule(code: string, file: string): Path | null {
  let program: Path | null = null;
  const reader = {
    name: 'waymark',
    pre(parsed: { readonly path: Path }) {
      program = parsed.path;
      // Stops the compiler before it changes the tree.
      throw new Error('read');
    },
  };
  const ending = extname(file);
  try {
    compiler.transform({
      source: code,
      filename: file,
      ts: /^\.[cm]?tsx?$/.test(ending),
      jsx: ending.endsWith('x'),
      babel: { plugins: [() => reader] },
    });
  } catch {
    // Some versions throw the error; others return it.
  }
  if (program !== null) bindTypeScript(program);
  return program;
}

/** Adds the bindings of enums and namespaces, which only Babel's compiler for TypeScript adds. */
function bindTypeScript(program: Path): void {
  const added = new Set<Binding>();
  const bind = (path: Path) => {
    const { node, scope } = path;
    const { id: identifier } = node;
    if (identifier?.name === undefined) return;
    const known = scope.bindings[identifier.name];
    // It is merged with what has its name.
    if (known !== undefined) return void known.constantViolations.push(path);
    const uses = { referencePaths: [], constantViolations: [] };
    const binding: Binding = { kind: 'const', identifier, path, ...uses };
    scope.bindings[identifier.name] = binding;
    added.add(binding);
  };
  program.traverse({ TSEnumDeclaration: bind, TSModuleDeclaration: bind });
  if (added.size === 0) return;
  program.traverse({
    Identifier(path) {
      const binding = path.scope.getBinding(String(path.node.name));
      if (binding === undefined || !added.has(binding)) return;
      if (path.isReferencedIdentifier()) binding.referencePaths.push(path);
    },
  });
}

export function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

export function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

export function isWithinAny(inner: Range, outer: readonly Range[]): boolean {
  return outer.some((one) => isWithin(inner, one));
}

/** The offset of a line and column, both from 1. */
export function positionOf(code: string, { line, column }: Omit<Source, 'file'>): number {
  const ends = [...code.matchAll(/\r\n|[\n\r\u2028\u2029]/g)];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length)];
  return starts[line - 1] + column - 1;
}

export function statementOf(path: Path): Node {
  let at = path;
  while (at.parentPath !== null && at.parentPath.node.type !== 'Program') at = at.parentPath;
  return at.node;
}

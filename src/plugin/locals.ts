/** Finds the declarations that an expression uses: those of its module, and local variables. */
import {
  type Binding,
  isWithin,
  isWithinAny,
  type Path,
  type Range,
  type Scope,
  statementOf,
} from './syntax.ts';

/**
 * Finds the reason why an expression can't be moved to the top level of its module.
 *
 * @param path the expression
 * @returns the name of a local variable, or `this`; `null` if it can be moved
 */
export function localIn(path: Path): string | null {
  const { node } = path;
  // A function has its own scope, which is inside.
  let scope: Scope | undefined = path.parentPath?.scope;
  for (; scope?.parent !== undefined; scope = scope.parent) {
    for (const [name, { referencePaths, constantViolations }] of Object.entries(scope.bindings)) {
      const uses = [...referencePaths, ...constantViolations];
      if (uses.some((use) => isWithin(use.node, node))) return name;
    }
  }
  return usesThis(path) ? 'this' : null;
}

/** Nodes that have their own `this`. */
const OWN_THIS = /^(?:FunctionDeclaration|FunctionExpression|ObjectMethod|Class.*|StaticBlock)$/;

function usesThis(path: Path): boolean {
  const outer: Path[] = [];
  path.traverse({
    ThisExpression(used) {
      let at: Path = used;
      while (at !== path && !OWN_THIS.test(at.node.type) && at.parentPath !== null) {
        at = at.parentPath;
      }
      if (!OWN_THIS.test(at.node.type)) outer.push(used);
    },
  });
  return outer.length > 0;
}

/** The declarations that parts of a module need. */
export interface Needs {
  /** The statements, other than imports, that declare or change the needed names. */
  readonly statements: readonly Range[];
  /** The declarations themselves, imports included. */
  readonly bindings: readonly Binding[];
}

/**
 * Finds the statements that must run before parts of a module can.
 *
 * @param program the module
 * @param pieces the parts
 */
export function needsOf(program: Path, pieces: readonly Range[]): Needs {
  const ranges = [...pieces];
  const statements: Range[] = [];
  const bindings = new Set<Binding>();
  for (let before = -1; before < bindings.size; ) {
    before = bindings.size;
    for (const binding of Object.values(program.scope.bindings)) {
      const { kind, path, referencePaths, constantViolations } = binding;
      if (bindings.has(binding)) continue;
      if (!referencePaths.some(({ node }) => isWithinAny(node, ranges))) continue;
      bindings.add(binding);
      if (kind === 'module') continue;
      for (const one of [path, ...constantViolations]) {
        const { start, end } = statementOf(one);
        ranges.push({ start, end });
        statements.push({ start, end });
      }
    }
  }
  return { statements, bindings: [...bindings] };
}

/**
 * Finds a module's declarations that become unused when parts of it are removed.
 *
 * @param bindings the declarations to check
 * @param gone the removed parts
 * @param kept subparts of these that stay
 * @returns the declarations, and the statements that can be removed as well
 */
export function unusedWithout(
  bindings: readonly Binding[],
  gone: readonly Range[],
  kept: readonly Range[],
): { readonly unused: ReadonlySet<Binding>; readonly statements: readonly Range[] } {
  const unused = new Set<Binding>();
  const statements: Range[] = [];
  for (let before = -1; before < unused.size; ) {
    before = unused.size;
    const all = [...gone, ...statements];
    for (const binding of bindings) {
      const { kind, path, referencePaths, constantViolations } = binding;
      const isUsed = [...referencePaths, ...constantViolations].some(
        ({ node }) => !isWithinAny(node, all) || isWithinAny(node, kept),
      );
      // A declaration that was already unused may be there for its effects.
      if (unused.has(binding) || isUsed || referencePaths.length === 0) continue;
      if (kind === 'module') {
        unused.add(binding);
        continue;
      }
      const { type, start, end, declarations } = statementOf(path) as ReturnType<
        typeof statementOf
      > & { readonly declarations?: readonly unknown[] }; // the cast: declarations have that member
      const isAlone = /^(?:Function|Class)Declaration$/.test(type) || declarations?.length === 1;
      if (!isAlone || !/^\w+Declaration$/.test(type) || type.startsWith('Export')) continue;
      unused.add(binding);
      statements.push({ start, end });
    }
  }
  return { unused, statements };
}

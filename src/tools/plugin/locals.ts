/** Finds the declarations that an expression uses: those of its module, and local variables. */
import {
  type Binding,
  isWithin,
  isWithinAny,
  type Node,
  type Path,
  type Range,
  rangeOf,
  type Scope,
  statementOf,
} from './syntax.ts';

/** The local variable, or one of {@link OUTER}, that keeps an expression where it is; or `null`. */
export function localIn(path: Path): string | null {
  const { node } = path;
  // A function has its own scope, which is inside.
  let scope: Scope | undefined = path.parentPath?.scope;
  for (; scope?.parent !== undefined; scope = scope.parent) {
    const { bindings: top } = scope.getProgramParent();
    for (const [name, binding] of Object.entries(scope.bindings)) {
      const { referencePaths, constantViolations } = binding;
      // In a class of the module, its name is a variable of its own.
      if (top[name]?.path.node === binding.path.node) continue;
      const uses = [...referencePaths, ...constantViolations];
      if (uses.some((use) => isWithin(use.node, node))) return name;
    }
  }
  return outerIn(path);
}

/** What a function has from its call, and an arrow function from the function around it. */
export const OUTER: ReadonlySet<string> = new Set(['this', 'arguments', 'super', 'new.target']);

/** The nodes that have their own. */
const OWN_THIS = /^(?:FunctionDeclaration|FunctionExpression|ObjectMethod|Class.*|StaticBlock)$/;

function outerIn(path: Path): string | null {
  let found: string | null = null;
  const look = (name: string) => (used: Path) => {
    let at = used;
    while (at !== path && !OWN_THIS.test(at.node.type) && at.parentPath !== null) {
      at = at.parentPath;
    }
    if (!OWN_THIS.test(at.node.type)) found = name;
  };
  path.traverse({
    ThisExpression: look('this'),
    Super: look('super'),
    MetaProperty(used) {
      if (used.node.meta?.name === 'new') look('new.target')(used);
    },
    Identifier(used) {
      if (used.node.name === 'arguments' && used.isReferencedIdentifier()) look('arguments')(used);
    },
  });
  return found;
}

/**
 * Finds a variable of the module that an expression reads, other than in a function, and that the
 * module assigns again. Elsewhere in the module, the expression may have another value.
 */
export function reassignedIn(path: Path): string | null {
  const isRead = (use: Path) => isWithin(use.node, path.node) && isRunBy(path, use);
  const bindings = Object.values(path.scope.getProgramParent().bindings);
  const found = bindings.find(
    ({ constantViolations, referencePaths }) =>
      constantViolations.length > 0 && referencePaths.some(isRead),
  );
  return found?.identifier.name ?? null;
}

/** Whether an expression runs a part of it itself, rather than in a function. */
export function isRunBy(path: Path, part: Path): boolean {
  let at = part;
  while (at !== path && !/Function|Method/.test(at.node.type)) at = at.parentPath as Path; // the cast: it is inside
  return at === path;
}

const CHANGING = /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|clear)$/;
/** The methods of `Object` that change their first argument. */
const CHANGING_FIRST = /^(?:assign|define(?:Property|Properties)|setPrototypeOf)$/;

/** Whether a use of a variable changes the value that it has: `table.a = ''`, `list.push(a)`. */
export function isChange(use: Path): boolean {
  let at = use;
  let parent = at.parentPath as Path; // the casts: a use is inside of a module
  const isAround = ({ type, object, expression }: Node) =>
    object === at.node || (type.startsWith('TS') && expression === at.node);
  while (isAround(parent.node)) {
    at = parent;
    parent = at.parentPath as Path;
  }
  const { type, left, callee, operator, arguments: args = [] } = parent.node;
  if (type === 'CallExpression') {
    const method = String(callee?.property?.name);
    if (callee === at.node) return at !== use && CHANGING.test(method);
    return args[0] === at.node && callee?.object?.name === 'Object' && CHANGING_FIRST.test(method);
  }
  if (at === use) return false;
  return left === at.node || type === 'UpdateExpression' || operator === 'delete';
}

/**
 * Finds a variable of the module that an expression uses, and the functions around it set.
 * @param tables the calls that make tables; what is around them runs in the bundle too
 * @param apart pieces whose changes don't count
 */
export function setAround(path: Path, tables: readonly Range[], apart: readonly Range[]) {
  let outermost: Path | null = null;
  for (let at = path.parentPath; at !== null; at = at.parentPath) {
    if (tables.some(({ start, end }) => start === at?.node.start && end === at.node.end)) break;
    if (/Function|Method/.test(at.node.type)) outermost = at;
  }
  if (outermost === null) return null;
  const { node } = outermost;
  const bindings = Object.values(path.scope.getProgramParent().bindings);
  const ranges: Range[] = [path.node];
  const used = new Set<Binding>();
  repeatWhileGrowing(used, () => {
    for (const binding of bindings) {
      const isUsed = binding.referencePaths.some((use) => isWithinAny(use.node, ranges));
      if (used.has(binding) || !isUsed) continue;
      used.add(binding);
      const statement = rangeOf(statementOf(binding.path));
      if (binding.kind !== 'module' && !isWithin(node, statement)) ranges.push(statement);
    }
  });
  const isSet = ({ constantViolations, referencePaths }: Binding) =>
    [...constantViolations, ...referencePaths.filter(isChange)].some(
      (one) => isWithin(one.node, node) && !isWithinAny(one.node, apart),
    );
  return [...used].find(isSet)?.identifier.name ?? null;
}

function repeatWhileGrowing(set: ReadonlySet<unknown>, step: () => void): void {
  for (let before = -1; before < set.size; ) {
    before = set.size;
    step();
  }
}

/**
 * Finds a module's declarations that become unused when parts of it are removed.
 * @param kept subparts of these that stay
 */
export function unusedWithout(
  bindings: readonly Binding[],
  gone: readonly Range[],
  kept: readonly Range[],
): { readonly unused: ReadonlySet<Binding>; readonly statements: readonly Range[] } {
  const unused = new Set<Binding>();
  const statements: Range[] = [];
  repeatWhileGrowing(unused, () => {
    const all = [...gone, ...statements];
    for (const binding of bindings) {
      const { kind, path, referencePaths } = binding;
      const statement = statementOf(path);
      // A declaration such as `const { add, table } = make()` is removed with all of its names.
      const together =
        kind === 'module'
          ? [binding]
          : bindings.filter((one) => statementOf(one.path) === statement);
      const isUsed = together
        .flatMap((one) => [...one.referencePaths, ...one.constantViolations])
        .some(({ node }) => !isWithinAny(node, all) || isWithinAny(node, kept));
      // A declaration that was already unused may be there for its effects.
      if (unused.has(binding) || isUsed || referencePaths.length === 0) continue;
      // An export is not a statement that only declares names.
      if (kind !== 'module' && !DECLARATION.test(statement.type)) continue;
      unused.add(binding);
      if (kind !== 'module') statements.push(rangeOf(statement));
    }
  });
  return { unused, statements };
}

const DECLARATION = /^(?:Function|Class|Variable)Declaration$/;

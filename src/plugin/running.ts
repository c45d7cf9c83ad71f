/** Finds the statements of a module that may define routes as the module is loaded. */
import { CALLING, runsAtLoad } from './locals.ts';
import {
  type Binding,
  isWithin,
  isWithinAny,
  type Node,
  type Path,
  type Range,
  statementOf,
} from './syntax.ts';

/** The calls of a module that make something from routes. */
export interface Made {
  readonly tables: readonly Range[];
  readonly routers: readonly Range[];
}

/**
 * Finds the statements that use a name, directly or through declarations of the module, and call
 * something. Statements that make a table or use a router don't count: a table of their own needs
 * no others, and what uses a router may start a server.
 *
 * @param program the module
 * @param uses the uses of the name
 * @param made the calls that make tables and routers
 */
export function statementsWith(program: Path, uses: readonly Path[], made: Made): Range[] {
  const { tables, routers } = made;
  const bindings = Object.values(program.scope.bindings);
  const apart = [...tables, ...routers];
  const all = [...uses];
  const found = new Map<number, Range>();
  const seen = new Set<Binding>();
  for (const use of all) {
    if (isWithinAny(use.node, apart)) continue;
    const { start, end } = statementOf(use);
    if (callsAtLoad(use)) found.set(start, { start, end });
    for (const binding of bindings) {
      if (seen.has(binding) || !isWithin(use.node, binding.path.node)) continue;
      seen.add(binding);
      all.push(...binding.referencePaths);
    }
  }
  const usesOfRouters = bindings
    .filter(({ path }) => routers.some((one) => isWithin(one, path.node)))
    .flatMap(({ referencePaths }) => referencePaths.map(({ node }) => node));
  return [...found.values()].filter(
    (statement) => ![...apart, ...usesOfRouters].some((one) => isWithin(one, statement)),
  );
}

/** Whether the statement of a use calls something as the module is loaded, as far as it shows. */
function callsAtLoad(use: Path): boolean {
  let isCalled = false;
  let at = use;
  for (; at.parentPath !== null && at.parentPath.node.type !== 'Program'; at = at.parentPath) {
    isCalled ||= CALL.test(at.parentPath.node.type);
  }
  // A declaration may only define what others call.
  if (/Declaration$/.test(at.node.type)) return isCalled && runsAtLoad(use);
  const look = () => {
    isCalled = true;
  };
  at.traverse({ CallExpression: look, OptionalCallExpression: look, NewExpression: look });
  return isCalled;
}

const CALL = /^(?:CallExpression|OptionalCallExpression|NewExpression|TaggedTemplateExpression)$/;

/** The calls of functions that a module imports from one path. */
export interface ImportedUses {
  readonly from: string;
  readonly uses: readonly Path[];
}

/** Finds the calls of imported functions, and calls such as `import('./routes.ts')`. */
export function importedUses(program: Path): ImportedUses[] {
  const found = Object.values(program.scope.bindings).map(({ path, referencePaths }) => ({
    from: String(path.parentPath?.node.source?.value),
    uses: referencePaths.filter(isOfCall),
  }));
  program.traverse({
    Import(path) {
      const [from] = argumentsAround(path);
      if (runsAtLoad(path)) found.push({ from: String(from.value), uses: [path] });
    },
  });
  return found.filter(({ from, uses }) => from !== 'undefined' && uses.length > 0);
}

/** Whether a name, or a member of it, is called: `add()`, `routes.add()`, `list.forEach(add)`. */
function isOfCall(use: Path): boolean {
  let at = use as InModule;
  while (at.parentPath.node.object === at.node) at = at.parentPath as InModule;
  const { callee } = at.parentPath.node;
  if (callee === at.node) return true;
  return argumentsAround(at).includes(at.node) && CALLING.test(String(callee?.property?.name));
}

/** A path that is not the module itself. */
type InModule = Path & { readonly parentPath: Path };

function argumentsAround(path: Path): readonly Node[] {
  return (path as InModule).parentPath.node.arguments ?? [];
}

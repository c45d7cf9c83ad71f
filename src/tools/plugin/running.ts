/** Finds the statements of a module that may define routes as the module is loaded. */
import { CALLING, FUNCTION, isLater } from './locals.ts';
import {
  type Binding,
  isInType,
  isWithin,
  isWithinAny,
  type Node,
  type Path,
  type Range,
  rangeOf,
  statementOf,
  wholeMember,
} from './syntax.ts';

/** The calls of a module that make something from routes. */
export interface Made {
  readonly tables: readonly Range[];
  readonly routers: readonly Range[];
}

/**
 * Finds the statements that use a name as the module is loaded, directly or through declarations of
 * the module. Statements that make a table or use a router don't count: a table of their own needs
 * no others, and what uses a router may start a server.
 *
 * @param program the module
 * @param uses the uses of the name
 * @param made the calls that make tables and routers
 */
export function statementsWith(program: Path, uses: readonly Path[], made: Made): Range[] {
  const calls = [...made.tables, ...made.routers];
  const apart = [...calls, ...usersOf(program, made.routers)];
  const statements = new Map<number, Range>();
  for (const use of withUses(program, uses, calls)) {
    const statement = statementOf(use);
    if (!isLater(use)) statements.set(statement.start, rangeOf(statement));
  }
  return [...statements.values()].filter(
    (statement) => !apart.some((one) => isWithin(one, statement)),
  );
}

/** Adds the uses of the declarations that use a name to the uses of the name. */
function withUses(program: Path, uses: readonly Path[], apart: readonly Range[]): Path[] {
  const waiting = [...uses];
  const seen = new Set<Binding>();
  const found: Path[] = [];
  for (const use of waiting) {
    if (isWithinAny(use.node, apart) || isInType(use)) continue;
    found.push(use);
    for (const binding of Object.values(program.scope.bindings)) {
      if (seen.has(binding) || !isWithin(use.node, binding.path.node)) continue;
      seen.add(binding);
      waiting.push(...binding.referencePaths);
    }
  }
  return found;
}

/** Finds the uses of the declarations that make something from routers, directly or indirectly. */
export function usersOf(program: Path, routers: readonly Range[]): Node[] {
  const bindings = Object.values(program.scope.bindings);
  const users = bindings
    .filter(({ path }) => routers.some((one) => isWithin(one, path.node)))
    .flatMap(({ referencePaths }) => referencePaths);
  return withUses(program, users, []).map(({ node }) => node);
}

/** A piece of a module that may define routes through another one. */
export interface ImportedUses {
  /** The path of the other module, or the start of its path, which ends with a slash. */
  readonly from: string;
  readonly uses: readonly Path[];
}

/** Finds the uses of imported names, and calls such as `import('./routes.ts')` and `require`. */
export function importedUses(program: Path): ImportedUses[] {
  const found = Object.values(program.scope.bindings).map(({ path, referencePaths }) => ({
    from: String((path.parentPath?.node.source ?? path.node.moduleReference?.expression)?.value),
    uses: referencePaths,
  }));
  const calls = loadingCalls(program).map(({ from, path }) => ({ from, uses: [path] }));
  return [...found, ...calls].filter(({ from, uses }) => from !== 'undefined' && uses.length > 0);
}

/** A call that loads a module. */
interface LoadingCall {
  readonly from: string;
  readonly path: Path;
}

/** Finds the calls that load a module whose path, or the start of it, is written in the call. */
export function loadingCalls(program: Path): LoadingCall[] {
  const found: LoadingCall[] = [];
  program.traverse({
    CallExpression(path) {
      const { callee, arguments: [given] = [] } = path.node;
      const from = given === undefined ? null : startOf(given);
      const isLoading =
        callee?.type === 'Import' ||
        callee?.name === 'require' ||
        callee?.type === 'CallExpression';
      if (isLoading && from !== null) found.push({ from, path });
    },
  });
  return found;
}

/** The text of an expression, or its start up to the last slash; `null` if it is unknown. */
function startOf(given: Node): string | null {
  let node = given;
  while (node.left !== undefined) node = node.left;
  const { type, value, quasis = [{ value }] } = node;
  const text = type === 'TemplateLiteral' ? Object(quasis[0]?.value).cooked : value;
  if (typeof text !== 'string') return null;
  return node === given && quasis.length === 1 ? text : text.slice(0, text.lastIndexOf('/') + 1);
}

/** An import or export that loads another module. */
export interface Loading extends Range {
  readonly from: string;
  /** The path in the code. */
  readonly source: Range;
}

/** Finds the imports and exports that load other modules, without those of types alone. */
export function loadingIn(program: Path, file: string): Loading[] {
  const bindings = Object.values(program.scope.bindings);
  const isTypeScript = /\.[cm]?tsx?$/.test(file);
  const body = program.node.body as readonly Node[]; // the cast: a module's body is a list
  return body.flatMap(({ type, start, end, source, specifiers = [], importKind, exportKind }) => {
    if (source == null || importKind === 'type' || exportKind === 'type') return [];
    const used = bindings.filter(({ identifier }) =>
      specifiers.some(({ local, importKind }) => local === identifier && importKind !== 'type'),
    );
    // TypeScript removes imports that are used as types alone.
    const isLoaded =
      type !== 'ImportDeclaration' ||
      !isTypeScript ||
      used.some(({ referencePaths }) => !referencePaths.every(isInType));
    return isLoaded ? [{ from: String(source.value), start, end, source: rangeOf(source) }] : [];
  });
}

/**
 * Finds the calls beside a router, in the function around it, that may define routes. The build
 * doesn't run the function.
 *
 * @param program the module
 * @param uses the uses of a name
 * @param made the calls that make tables and routers
 * @param table the table of the router
 */
export function callsBeside(
  program: Path,
  uses: readonly Path[],
  { tables, routers }: Made,
  table: Path,
): Path[] {
  let around: Path | null = table;
  while (around !== null && !FUNCTION.test(around.node.type)) around = around.parentPath;
  if (around === null) return [];
  const { node } = around;
  return withUses(program, uses, [...tables, ...routers]).filter(
    (use) => isWithin(use.node, node) && isOfCall(use),
  );
}

/** Whether a name, or a member of it, is called: `add()`, `routes.add()`, `list.forEach(add)`. */
function isOfCall(use: Path): boolean {
  const { node, parentPath } = wholeMember(use);
  const { callee, arguments: args = [] } = (parentPath as Path).node; // the cast: a use is inside of a module
  if (callee === node) return true;
  return args.includes(node) && CALLING.test(String(callee?.property?.name));
}

/** Finds the statements of a module that fill a table before a router is made from it. */
import { FUNCTION, isChange, isLater } from './locals.ts';
import {
  type Binding,
  isWithin,
  isWithinAny,
  type Path,
  type Range,
  rangeOf,
  statementOf,
  wholeMember,
} from './syntax.ts';

/**
 * Finds the statements that change what a table's expression uses, call one of its methods, or pass
 * it to a function: `add('about', 'pages/about')`, `builder.on('about')`, `addAdmin(table)`.
 *
 * @param program the module
 * @param table the expression
 * @param apart pieces that don't count: handlers, and the calls that make and use routers
 */
export function statementsThatFill(program: Path, table: Range, apart: readonly Range[]): Range[] {
  const bindings = Object.values(program.scope.bindings);
  const isCounted = ({ node }: Path) => !isWithinAny(node, apart) && !isWithin(node, table);
  const statements = new Map<number, Range>();
  const carriers = new Set(
    bindings.filter(
      ({ path, referencePaths }) =>
        !/^waymark(?:\/|$)/.test(String(path.parentPath?.node.source?.value)) &&
        referencePaths.some((use) => isWithin(use.node, table) && isOfRows(use, table)),
    ),
  );
  for (const carrier of carriers) {
    // Another name of the same declaration: `const { add, table } = make()`.
    for (const one of bindings) {
      if (one.kind !== 'module' && one.path.node === carrier.path.node) carriers.add(one);
    }
    for (const use of usesOf(carrier).filter(isCounted)) {
      const isChanging = mayChange(use);
      const statement = statementOf(use);
      if (isChanging && !isLater(use)) statements.set(statement.start, rangeOf(statement));
      if (!isChanging && isLater(use)) continue;
      // Another name of the table, or a function that changes it.
      for (const binding of bindings) {
        if (isWithin(use.node, binding.path.node)) carriers.add(binding);
      }
    }
  }
  return [...statements.values()].filter(
    (statement) => !apart.some((one) => isWithin(one, statement)),
  );
}

/**
 * Whether an expression uses a name for its rows: not in a function, which may use anything, and not
 * as a destination, such as the setting in `{ default_controller: settings.home }`. The build must
 * not run statements that get settings alone, since they may connect to a database.
 */
function isOfRows(use: Path, expression: Range): boolean {
  if (isDestination(use, expression)) return false;
  let at = use;
  while (isWithin(at.node, expression) && !FUNCTION.test(at.node.type)) at = at.parentPath as Path; // the cast: as below
  return !isWithin(at.node, expression);
}

function isDestination(use: Path, expression: Range): boolean {
  const at = wholeMember(use);
  const { node, parentPath } = at.parentPath as Path; // the casts: as below
  if (node.type === 'TemplateLiteral') return true;
  if (node.type !== 'ObjectProperty' || node.value !== at.node) return false;
  const object = parentPath as Path;
  const { callee } = (object.parentPath as Path).node;
  return isWithin(expression, object.node) || callee?.property?.name === 'map';
}

function usesOf({ referencePaths, constantViolations }: Binding): readonly Path[] {
  return [...referencePaths, ...constantViolations];
}

/** Whether a use may change the value of a variable, as far as the syntax shows. */
function mayChange(use: Path): boolean {
  if (isChange(use)) return true;
  const at = wholeMember(use);
  const { callee, arguments: args = [] } = (at.parentPath as Path).node; // the cast: a use is inside of a module
  return callee === at.node || (at === use && args.includes(at.node));
}

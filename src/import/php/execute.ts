/** Runs PHP's statements. */
import { assignTo, lose, unset } from './assign.ts';
import type { Foreach, Node, Switch } from './ast.ts';
import { plain, toBoolean } from './convert.ts';
import { type Flow, MAX_STEPS, type Machine, type Scope, TooLong, variable } from './machine.ts';
import { assignedIn, mentioned, mentionsRoutes, throws } from './mentions.ts';
import { looselyEqual } from './operators.ts';
import { type Closure, copy, PhpArray, type Ref, Unknown, type Value } from './values.ts';

/**
 * Runs statements in order.
 *
 * @param machine the run
 * @param nodes the statements
 * @param scope where they stand
 * @returns how they ended
 */
export function execute(machine: Machine, nodes: readonly Node[], scope: Scope): Flow {
  // A function may be called before it is defined.
  for (const node of nodes) {
    const name = node.kind === 'function' && node.name?.name;
    if (name) machine.functions.set(name.toLowerCase(), { node, scope });
  }
  for (const node of nodes) {
    if (++machine.steps > MAX_STEPS) throw new TooLong();
    machine.record.comments(scope.items, scope.source, node.loc.start.offset);
    const flow = step(machine, node, scope);
    if (flow !== 'next') return flow;
  }
  return 'next';
}

/**
 * Calls a closure or a function of the file.
 *
 * @returns what it returns
 */
export function callClosure(
  machine: Machine,
  { node, uses }: Closure,
  args: readonly Value[],
  scope: Scope,
): Value {
  if (machine.depth > 40) return new Unknown('functions that call each other without end');
  const variables = new Map<string, Ref>(uses);
  for (const [index, { name, value, variadic, byref }] of node.arguments.entries()) {
    if (byref) return new Unknown(REFERENCE);
    if (variadic) return new Unknown('a function that takes any number of arguments');
    const given = args[index] ?? (value === null ? undefined : machine.evaluate(value, scope));
    if (given === undefined) return new Unknown(`PHP stops here: $${name.name} is not given`);
    variables.set(name.name, { value: copy(given) });
  }
  const inner: Scope = { ...scope, variables, returned: null };
  if (node.kind === 'arrowfunc') return machine.evaluate(node.body, inner);
  machine.depth++;
  execute(machine, childrenOf(node.body), inner);
  machine.depth--;
  return inner.returned;
}

const REFERENCE = 'a reference';

function step(machine: Machine, node: Node, scope: Scope): Flow {
  switch (node.kind) {
    case 'expressionstatement':
      if (node.expression.kind === 'exit') return 'exit';
      evaluateAlone(machine, node.expression, node, scope);
      return 'next';
    case 'block':
    case 'namespace':
    case 'program':
    case 'declare':
      return execute(machine, node.children, scope);
    case 'if':
      return branch(machine, node, scope);
    case 'foreach':
      return overArray(machine, node, scope);
    case 'for':
      for (const part of node.init) machine.evaluate(part, scope);
      return loop(machine, node, node.test.at(-1) ?? null, node.increment, scope);
    case 'while':
      return loop(machine, node, node.test, [], scope);
    case 'do': {
      const first = execute(machine, childrenOf(node.body), scope);
      if (isOuter(machine, first) || (first !== 'next' && first !== 'continue'))
        return after(machine, first);
      return loop(machine, node, node.test, [], scope);
    }
    case 'switch':
      return choose(machine, node, scope);
    case 'unset':
      for (const target of node.variables) unset(machine, target, scope, node);
      return 'next';
    case 'global':
      for (const { name: written } of node.items) {
        const name = String(written);
        const shared = machine.globals.get(name) ?? { value: null };
        machine.globals.set(name, shared);
        scope.variables.set(name, shared);
      }
      return 'next';
    case 'constantstatement':
      for (const { name, value } of node.constants) {
        machine.constants.set(name.name, machine.evaluate(value, scope));
      }
      return 'next';
    case 'try': {
      if (throws(node.body)) return leave(machine, node, 'what try catches', scope);
      const flow = execute(machine, childrenOf(node.body), scope);
      return flow === 'next' ? execute(machine, childrenOf(node.always), scope) : flow;
    }
    case 'throw':
      // PHP stops here as well.
      return 'exit';
    case 'return':
      scope.returned = node.expr === null ? null : machine.evaluate(node.expr, scope);
      return 'return';
    case 'break':
    case 'continue':
      machine.jump = node.level?.kind === 'number' ? Number(node.level.value) : 1;
      return node.kind;
    default:
      return 'next';
  }
}

/** An expression whose value nobody takes; what it may have done to the routes is left out. */
function evaluateAlone(machine: Machine, expression: Node, whole: Node, scope: Scope): void {
  const value = machine.evaluate(expression, scope);
  if (!(value instanceof Unknown)) return;
  const lost =
    (expression.kind === 'call' && mentionsRoutes(expression.arguments)) ||
    (expression.kind === 'bin' && mentionsRoutes(expression.right)) ||
    (expression.kind === 'retif' && mentionsRoutes([expression.trueExpr, expression.falseExpr]));
  if (!lost) return;
  machine.record.leaveOut(scope.items, scope.source, whole.loc, value.why, mentioned(whole));
}

function branch(machine: Machine, node: Extract<Node, { kind: 'if' }>, scope: Scope): Flow {
  const test = toBoolean(machine.evaluate(node.test, scope));
  if (test instanceof Unknown) return leave(machine, node, test.why, scope);
  const chosen = test ? node.body : node.alternate;
  return chosen === null ? 'next' : execute(machine, childrenOf(chosen), scope);
}

function overArray(machine: Machine, node: Foreach, scope: Scope): Flow {
  const array = machine.evaluate(node.source, scope);
  if (!(array instanceof PhpArray)) {
    return leave(
      machine,
      node,
      array instanceof Unknown ? array.why : 'this is not an array',
      scope,
    );
  }
  if ('byref' in node.value && node.value.byref === true) {
    lose(machine, node.source, REFERENCE, scope, node);
    return leave(machine, node, REFERENCE, scope);
  }
  for (const { key, value } of array.list()) {
    if (node.key !== null) assignTo(machine, node.key, key, scope, node);
    assignTo(machine, node.value, copy(value), scope, node);
    const flow = execute(machine, childrenOf(node.body), scope);
    if (isOuter(machine, flow) || (flow !== 'next' && flow !== 'continue')) {
      return after(machine, flow);
    }
  }
  return 'next';
}

function loop(
  machine: Machine,
  node: Extract<Node, { kind: 'for' | 'while' | 'do' }>,
  test: Node | null,
  increment: readonly Node[],
  scope: Scope,
): Flow {
  for (;;) {
    const goesOn = test === null ? true : toBoolean(machine.evaluate(test, scope));
    if (goesOn instanceof Unknown) return leave(machine, node, goesOn.why, scope);
    if (!goesOn) return 'next';
    if (++machine.steps > MAX_STEPS) throw new TooLong();
    const flow = execute(machine, childrenOf(node.body), scope);
    if (isOuter(machine, flow) || (flow !== 'next' && flow !== 'continue')) {
      return after(machine, flow);
    }
    for (const part of increment) machine.evaluate(part, scope);
  }
}

/** Whether what ended a body is about a loop further out. */
function isOuter({ jump }: Machine, flow: Flow): boolean {
  return (flow === 'break' || flow === 'continue') && jump > 1;
}

/** How a loop ends when what is in it ended so. */
function after(machine: Machine, flow: Flow): Flow {
  if (flow === 'return' || flow === 'exit') return flow;
  if (!isOuter(machine, flow)) return 'next';
  machine.jump--;
  return flow;
}

function choose(machine: Machine, node: Switch, scope: Scope): Flow {
  const value = plain(machine.evaluate(node.test, scope));
  if (value instanceof Unknown) return leave(machine, node as Node, value.why, scope);
  const cases = node.body.children;
  let start = -1;
  for (const [index, { test }] of cases.entries()) {
    if (test === null) continue;
    const other = plain(machine.evaluate(test, scope));
    if (other instanceof Unknown) return leave(machine, node as Node, other.why, scope);
    if (!looselyEqual(value, other)) continue;
    start = index;
    break;
  }
  if (start === -1) start = cases.findIndex(({ test }) => test === null);
  if (start === -1) return 'next';
  return after(
    machine,
    execute(
      machine,
      cases.slice(start).flatMap(({ body }) => childrenOf(body)),
      scope,
    ),
  );
}

/** Leaves out what can't be run: whatever it would have assigned is unknown from here on. */
function leave(machine: Machine, node: Node, why: string, scope: Scope): Flow {
  if (mentionsRoutes(node)) {
    machine.record.leaveOut(scope.items, scope.source, node.loc, why, mentioned(node));
  }
  for (const name of assignedIn(node)) {
    if (name !== 'route') variable(scope, name).value = new Unknown(why);
  }
  return 'next';
}

function childrenOf(node: Node | null): readonly Node[] {
  if (node === null) return [];
  return node.kind === 'block' ? node.children : [node];
}

/** Runs PHP statements. */
import { assignTo, lose } from './assign.ts';
import type { Foreach, Node, Parameter, Switch } from './ast.ts';
import { plain, toBoolean } from './convert.ts';
import { type Flow, type Machine, type Scope, Thrown } from './machine.ts';
import { isRouteClass } from './mentions.ts';
import { looselyEqual } from './operators.ts';
import { aboutOf, definesRoutes, leaveOut, sharedBy, skip, summaryOf } from './skip.ts';
import { remove, targetOf } from './target.ts';
import { typed } from './types.ts';
import { type Closure, copy, PhpArray, type Ref, Unknown, type Value, weightOf } from './values.ts';

/**
 * Runs statements in order.
 *
 * @param machine the run
 * @param nodes the statements
 * @param scope the scope
 * @returns how they ended
 */
export function execute(machine: Machine, nodes: readonly Node[], scope: Scope): Flow {
  machine.budget.spend('steps', nodes.length);
  // A function may be called, and a class used, before its definition.
  for (const node of nodes) {
    const name = node.kind === 'function' && node.name?.name;
    if (name) machine.functions.set(name.toLowerCase(), { node, scope });
    if (node.kind === 'class') machine.classes.set(node.name.name.toLowerCase(), { node, scope });
  }
  for (const node of nodes) {
    machine.record.comments(scope.items, scope.source, node.loc.start.offset);
    machine.at = { file: scope.source.file, line: node.loc.start.line };
    machine.statement = /^(?:expressionstatement|echo|return)$/.test(node.kind) ? node.loc : null;
    const flow = step(machine, node, scope);
    if (flow !== 'next') return flow;
  }
  return 'next';
}

/**
 * Calls a closure or a function of the file.
 *
 * @returns its result
 */
export function callClosure(
  machine: Machine,
  closure: Closure,
  args: readonly Value[],
  scope: Scope,
): Value {
  const { node, uses, source } = closure;
  machine.budget.spend('steps', uses.size);
  const variables = new Map<string, Ref>();
  // Each call starts with the captured values.
  for (const [name, { value }] of uses) variables.set(name, { value: copy(value) });
  for (const [name, ref] of sharedBy(closure)) variables.set(name, ref);
  const inner: Scope = { ...scope, source, variables, returned: null };
  const refuse = (why: string): Unknown => {
    const summary = summaryOf(machine, node.body);
    if (definesRoutes(machine, summary, inner)) {
      machine.record.leaveOut(scope.items, source, node.loc, why, aboutOf(summary));
    }
    return skip(machine, [], why, inner, node.loc);
  };
  if (machine.depth > DEEPEST) return refuse('functions call each other endlessly');
  for (const [index, parameter] of node.arguments.entries()) {
    const { name, value, variadic, byref } = parameter;
    if (byref) return refuse(REFERENCE);
    if (variadic) return refuse('a function that takes any number of arguments');
    const given = args[index];
    if (given === undefined && value === null) {
      return refuse(`PHP stops here: $${name.name} is not given`);
    }
    const taken =
      given === undefined ? machine.evaluate(value as Node, inner) : passed(given, parameter); // the cast: one of them is there
    if (taken instanceof Unknown) machine.opaque++;
    variables.set(name.name, { value: copy(taken) });
  }
  if (summaryOf(machine, node.body).yields) return refuse('a generator');
  const { statement, at } = machine;
  machine.depth++;
  try {
    if (node.kind === 'arrowfunc') return typed(machine.evaluate(node.body, inner), node);
    execute(machine, childrenOf(node.body), inner);
    return typed(inner.returned, node);
  } finally {
    machine.depth--;
    machine.statement = statement;
    machine.at = at;
  }
}

/** Passes a value to a parameter. If its default is null, it takes null whatever its type. */
function passed(value: Value, parameter: Parameter): Value {
  return value === null && parameter.value?.kind === 'nullkeyword' ? null : typed(value, parameter);
}

/** The maximum nesting of function calls; an include counts as one. */
const DEEPEST = 40;
const REFERENCE = 'a reference';

function step(machine: Machine, node: Node, scope: Scope): Flow {
  switch (node.kind) {
    case 'expressionstatement':
      machine.evaluate(node.expression, scope);
      return node.expression.kind === 'exit' ? 'exit' : 'next';
    case 'echo':
      for (const part of node.expressions) machine.evaluate(part, scope);
      return 'next';
    case 'namespace':
      // Functions and constants are known only by their names.
      if (machine.namespace !== null && machine.namespace !== node.name) {
        leaveOut(machine, 'a second namespace in one file', scope, node.loc);
      }
      machine.namespace = node.name;
      return execute(machine, node.children, scope);
    case 'block':
    case 'program':
    case 'declare':
      return execute(machine, node.children, scope);
    case 'if':
      return branch(machine, node, scope);
    case 'foreach':
      return overArray(machine, node, scope);
    case 'for':
      for (const part of node.init) machine.evaluate(part, scope);
      return loop(machine, node, node.test, node.increment, scope);
    case 'while':
      return loop(machine, node, [node.test], [], scope);
    case 'do': {
      const first = execute(machine, childrenOf(node.body), scope);
      if (endsLoop(machine, first)) return flowAfter(machine, first);
      return loop(machine, node, [node.test], [], scope);
    }
    case 'switch':
      return choose(machine, node, scope);
    case 'unset':
      for (const part of node.variables) {
        remove(machine, targetOf(machine, part, scope), scope, node);
      }
      return 'next';
    case 'global':
      for (const { name } of node.items) {
        if (typeof name !== 'string') {
          skip(machine, node, 'the name of this variable is computed', scope, node.loc);
          continue;
        }
        const shared = machine.globals.get(name) ?? { value: null };
        machine.globals.set(name, shared);
        scope.variables.set(name, shared);
      }
      return 'next';
    case 'constantstatement':
      for (const { name, value } of node.constants) {
        const given = machine.evaluate(value, scope);
        // A constant keeps its first value.
        if (!machine.constants.has(name.name)) machine.constants.set(name.name, given);
      }
      return 'next';
    case 'try':
      return attempt(machine, node, scope);
    case 'throw':
      machine.evaluate(node.what, scope);
      throw new Thrown();
    case 'return':
      scope.returned = node.expr === null ? null : machine.evaluate(node.expr, scope);
      return 'return';
    case 'break':
    case 'continue':
      machine.jump = node.level?.kind === 'number' ? Number(node.level.value) : 1;
      return node.kind;
    case 'function':
    case 'inline':
    case 'label':
    case 'noop':
      return 'next';
    case 'class':
    case 'interface':
    case 'trait':
    case 'enum': {
      const summary = summaryOf(machine, node);
      if (definesRoutes(machine, summary, scope)) {
        leaveOut(machine, 'the methods of a class', scope, node.loc, aboutOf(summary));
      }
      return 'next';
    }
    case 'usegroup':
      for (const { name, alias, type } of node.items) {
        if (alias !== null && (type ?? node.type) !== null) {
          leaveOut(machine, 'another name for a function or a constant', scope, node.loc);
        } else if (alias !== null && isRouteClass(name) !== isRouteClass(alias.name)) {
          leaveOut(machine, 'another name for the class Route', scope, node.loc, 'call');
        }
      }
      return 'next';
    case 'goto':
      leaveOut(machine, 'goto may skip code', scope, node.loc);
      return 'next';
    default:
      if (String(node.kind) === 'halt') return 'exit';
      return leave(machine, node, 'the effect of this is unknown', scope);
  }
}

function attempt(machine: Machine, node: Extract<Node, { kind: 'try' }>, scope: Scope): Flow {
  const why = 'this try may catch an exception';
  if (summaryOf(machine, node.body).throws) return leave(machine, node, why, scope);
  const { opaque } = machine;
  let flow: Flow = 'next';
  try {
    flow = execute(machine, childrenOf(node.body), scope);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    if (node.catches.length > 0) return leave(machine, node, why, scope);
    execute(machine, childrenOf(node.always), scope);
    throw error;
  }
  machine.statement = null;
  // An unknown value may throw.
  if (machine.opaque > opaque) {
    const summary = summaryOf(machine, [node.body, node.catches]);
    if (definesRoutes(machine, summary, scope)) leave(machine, node, why, scope);
    else skip(machine, node.catches, why, scope, node.loc);
  }
  if (flow === 'exit') return flow;
  const { jump } = machine;
  const last = execute(machine, childrenOf(node.always), scope);
  if (last !== 'next') return last;
  machine.jump = jump;
  return flow;
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
    const why = array instanceof Unknown ? array.why : 'this is not an array';
    return leave(machine, node, why, scope);
  }
  if ('byref' in node.value && node.value.byref === true) {
    lose(machine, node.source, REFERENCE, scope, node);
    return leave(machine, node, REFERENCE, scope);
  }
  machine.budget.spend('steps', array.size);
  for (const { key, value } of array.list()) {
    assignTo(machine, node.value, copy(value), scope, node);
    if (node.key !== null) assignTo(machine, node.key, key, scope, node);
    const flow = execute(machine, childrenOf(node.body), scope);
    if (endsLoop(machine, flow)) return flowAfter(machine, flow);
  }
  return 'next';
}

function loop(
  machine: Machine,
  node: Extract<Node, { kind: 'for' | 'while' | 'do' }>,
  tests: readonly Node[],
  increment: readonly Node[],
  scope: Scope,
): Flow {
  for (;;) {
    const given = tests.map((test) => machine.evaluate(test, scope));
    const test = toBoolean(given.at(-1) ?? true);
    if (test instanceof Unknown) return leave(machine, node, test.why, scope);
    if (!test) return 'next';
    machine.budget.spend('steps');
    const flow = execute(machine, childrenOf(node.body), scope);
    if (endsLoop(machine, flow)) return flowAfter(machine, flow);
    for (const part of increment) machine.evaluate(part, scope);
  }
}

/** Whether the loop ends with its body. */
function endsLoop({ jump }: Machine, flow: Flow): boolean {
  return flow !== 'next' && (flow !== 'continue' || jump > 1);
}

/** Determines how a loop ends from how its body ended. */
function flowAfter(machine: Machine, flow: Flow): Flow {
  if (flow === 'return' || flow === 'exit') return flow;
  const isForOuterLoop = flow !== 'next' && machine.jump > 1;
  if (!isForOuterLoop) return 'next';
  machine.jump--;
  return flow;
}

function choose(machine: Machine, node: Switch, scope: Scope): Flow {
  const value = plain(machine.evaluate(node.test, scope));
  if (value instanceof Unknown) return leave(machine, node as Node, value.why, scope);
  const cases = node.body.children;
  machine.budget.spend('steps', cases.length);
  let start = -1;
  for (const [index, { test }] of cases.entries()) {
    if (test === null) continue;
    const other = plain(machine.evaluate(test, scope));
    if (other instanceof Unknown) return leave(machine, node as Node, other.why, scope);
    machine.budget.spend('characters', weightOf(value) + weightOf(other));
    if (!looselyEqual(value, other)) continue;
    start = index;
    break;
  }
  if (start === -1) start = cases.findIndex(({ test }) => test === null);
  if (start === -1) return 'next';
  const chosen = cases.slice(start).flatMap(({ body }) => childrenOf(body));
  return flowAfter(machine, execute(machine, chosen, scope));
}

/** Skips code that can't be run. It may define routes, or exit the surrounding code. */
function leave(machine: Machine, node: Node, why: string, scope: Scope): Flow {
  machine.statement = null;
  skip(machine, node, why, scope, node.loc);
  const summary = summaryOf(machine, node);
  if (summary.leaves) leaveOut(machine, why, scope, node.loc, aboutOf(summary));
  return 'next';
}

function childrenOf(node: Node | null): readonly Node[] {
  if (node === null) return [];
  return node.kind === 'block' ? node.children : [node];
}

/** Runs PHP statements. */
import { assignTo, REFERENCE } from './assign.ts';
import type { For, Foreach, If, Node, Parameter, While } from './ast.ts';
import { toBoolean } from './convert.ts';
import { type Flow, type Machine, type Scope, Variables } from './machine.ts';
import { leaveOut, skip } from './skip.ts';
import { define, GLOBAL, remove, targetOf } from './target.ts';
import {
  type Closure,
  copy,
  isForeignRoute,
  isRouteClass,
  PhpArray,
  Text,
  Unknown,
  type Value,
} from './values.ts';

export function execute(nodes: readonly Node[], scope: Scope): Flow {
  const { machine } = scope;
  machine.budget.spend('steps', nodes.length);
  // A function may be called before its definition.
  for (const node of nodes) {
    const name = node.kind === 'function' && node.name?.name;
    if (name) machine.functions.set(name.toLowerCase(), { node, scope });
  }
  for (const node of nodes) {
    machine.record.comments(scope.items, scope.source, node.loc.start.offset);
    machine.at = { file: scope.source.file, line: node.loc.start.line };
    machine.statement = /^(?:expressionstatement|echo|return)$/.test(node.kind) ? node.loc : null;
    const flow = step(node, scope);
    if (flow !== 'next') return flow;
  }
  return 'next';
}

export function callClosure(closure: Closure, args: readonly Value[], scope: Scope): Value {
  const { machine } = scope;
  const { node, uses, source } = closure;
  machine.budget.spend('steps', uses.size);
  const variables = new Variables();
  // Each call starts with the captured values.
  for (const [name, { value }] of uses) variables.set(name, { value: copy(value) });
  for (const { name, byref } of node.uses ?? []) {
    const shared = byref === true ? uses.get(name) : undefined;
    if (shared !== undefined) variables.set(name, shared);
  }
  const inner: Scope = { ...scope, source, variables, returned: null };
  const refuse = (why: string): Unknown => skip(why, inner, node.loc);
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
    variables.set(name.name, { value: copy(taken) });
  }
  const { start, end } = node.loc;
  if (/\byield\b/.test(source.text.slice(start.offset, end.offset))) return refuse('a generator');
  const { statement, at } = machine;
  machine.depth++;
  machine.frames.push(variables);
  try {
    if (node.kind === 'arrowfunc') return typed(machine.evaluate(node.body, inner), node);
    execute(childrenOf(node.body), inner);
    return typed(inner.returned, node);
  } finally {
    machine.depth--;
    machine.frames.pop();
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

function step(node: Node, scope: Scope): Flow {
  const { machine } = scope;
  switch (node.kind) {
    case 'expressionstatement':
      machine.evaluate(node.expression, scope);
      return 'next';
    case 'echo':
      for (const part of node.expressions) machine.evaluate(part, scope);
      return 'next';
    case 'namespace': {
      const name = String(node.name);
      // Functions and constants are known only by their names.
      if (machine.namespace !== null && machine.namespace !== name) {
        leaveOut('a second namespace in one file', scope, node.loc);
      }
      machine.namespace = name;
      return execute(node.children, scope);
    }
    case 'block':
    case 'program':
    case 'declare':
      return execute(node.children, scope);
    case 'if':
      return branch(node, scope);
    case 'foreach':
      return overArray(node, scope);
    case 'for':
      for (const part of node.init) machine.evaluate(part, scope);
      return loop(node, node.test, node.increment, scope);
    case 'while':
      return loop(node, [node.test], [], scope);
    case 'unset':
      for (const part of node.variables) remove(targetOf(part, scope), scope, node);
      return 'next';
    case 'global':
      for (const { name } of node.items) {
        if (typeof name !== 'string') {
          skip('the name of this variable is computed', scope, node.loc);
        } else if (scope.variables.get(name) === machine.route) {
          leaveOut(GLOBAL, scope, node.loc, 'entry');
        } else scope.variables.set(name, { value: new Unknown(GLOBAL) });
      }
      return 'next';
    case 'throw':
      machine.evaluate(node, scope);
      return 'next';
    case 'constantstatement':
      for (const { name, value } of node.constants) {
        define(machine, name.name, machine.evaluate(value, scope));
      }
      return 'next';
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
    case 'enum':
      leaveOut('the methods of a class', scope, node.loc);
      return 'next';
    case 'usegroup':
      for (const { name, alias, type } of node.items) {
        if (alias !== null && (type ?? node.type) !== null) {
          leaveOut('another name for a function or a constant', scope, node.loc);
        } else if (alias !== null && isRouteClass(name) !== isRouteClass(alias.name)) {
          leaveOut('another name for the class Route', scope, node.loc, 'call');
        } else if (isForeignRoute(name)) {
          machine.record.warn(
            machine.record.place(scope.source, node.loc),
            `${name} may not be Bonfire's class Route: compare its calls with what they do there`,
          );
        }
      }
      return 'next';
    case 'goto':
      leaveOut('goto may skip code', scope, node.loc);
      return 'next';
    default:
      if (String(node.kind) === 'halt') return 'return';
      return leave(node, 'the effect of this is unknown', scope);
  }
}

function branch(node: If, scope: Scope): Flow {
  const test = toBoolean(scope.machine.evaluate(node.test, scope));
  if (test instanceof Unknown) return leave(node, test.why, scope);
  const chosen = test ? node.body : node.alternate;
  return chosen === null ? 'next' : execute(childrenOf(chosen), scope);
}

function overArray(node: Foreach, scope: Scope): Flow {
  const { machine } = scope;
  const array = machine.evaluate(node.source, scope);
  if (!(array instanceof PhpArray)) {
    const why = array instanceof Unknown ? array.why : 'this is not an array';
    return leave(node, why, scope);
  }
  if ('byref' in node.value && node.value.byref === true) {
    return leave(node, REFERENCE, scope);
  }
  if (array.unsure !== null) return leave(node, array.unsure.why, scope);
  machine.budget.spend('steps', array.size);
  for (const { key, value } of array.list()) {
    assignTo(node.value, copy(value), scope, node);
    if (node.key !== null) assignTo(node.key, key, scope, node);
    const end = endOf(machine, execute(childrenOf(node.body), scope));
    if (end !== null) return end;
  }
  return 'next';
}

function loop(
  node: For | While,
  tests: readonly Node[],
  increment: readonly Node[],
  scope: Scope,
): Flow {
  const { machine } = scope;
  for (;;) {
    const given = tests.map((test) => machine.evaluate(test, scope));
    const test = toBoolean(given.at(-1) ?? true);
    if (test instanceof Unknown) return leave(node, test.why, scope);
    if (!test) return 'next';
    machine.budget.spend('steps');
    const end = endOf(machine, execute(childrenOf(node.body), scope));
    if (end !== null) return end;
    for (const part of increment) machine.evaluate(part, scope);
  }
}

/** How a loop ends, given how its turn ended; `null` if another turn follows. */
function endOf(machine: Machine, flow: Flow): Flow | null {
  if (flow === 'next' || flow === 'return') return flow === 'next' ? null : flow;
  if (machine.jump === 1) return flow === 'continue' ? null : 'next';
  machine.jump--;
  return flow;
}

function leave(node: Node, why: string, scope: Scope): Flow {
  scope.machine.statement = null;
  skip(why, scope, node.loc, node);
  return 'next';
}

function childrenOf(node: Node | null): readonly Node[] {
  if (node === null) return [];
  return node.kind === 'block' ? node.children : [node];
}

/** The types to which PHP converts values, with a test for values that need no conversion. */
const CHANGING: ReadonlyMap<string, (value: Value) => boolean> = new Map([
  ['int', Number.isInteger],
  ['float', (value: Value) => typeof value === 'number' && !Number.isInteger(value)],
  ['string', (value: Value) => typeof value === 'string' || value instanceof Text],
  ['bool', (value: Value) => typeof value === 'boolean'],
  ['array', (value: Value) => value instanceof PhpArray],
  ['iterable', (value: Value) => value instanceof PhpArray],
]);

/**
 * Passes a value to a parameter with a type, or returns it from a function with one. It is unknown if
 * PHP converts or rejects it.
 */
function typed(value: Value, { type, nullable }: Pick<Parameter, 'type' | 'nullable'>): Value {
  if (type === null || value instanceof Unknown || (value === null && nullable)) return value;
  const takes = CHANGING.get(String(type.name).toLowerCase());
  const isKept = takes === undefined ? /^(?:name|typereference)$/.test(type.kind) : takes(value);
  return isKept ? value : new Unknown('PHP converts or rejects this value for its declared type');
}

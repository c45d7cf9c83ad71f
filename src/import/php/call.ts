/** Runs calls of functions, closures and methods. */
import { settingOf } from './advice.ts';
import type { Call, Location, Node } from './ast.ts';
import { readConstant } from './constants.ts';
import { callFileFunction } from './files.ts';
import { callBuiltin } from './functions.ts';
import { type Machine, type Scope, variable } from './machine.ts';
import { changesAnything, isCalling, isReading, isRouteClass, namesRoute } from './mentions.ts';
import { callRoute, namedRoute } from './route-calls.ts';
import { forgetAll, handOver, leaveOut, skip, summaryOf } from './skip.ts';
import { Closure, CUT, PhpArray, Unknown, type Value } from './values.ts';

/** The arguments of a call, and its location. */
interface Given {
  readonly values: readonly Value[];
  /** Whether each value belongs to the parameter at its position. */
  readonly exact: boolean;
  readonly nodes: readonly Node[];
  readonly loc: Location;
}

/** The reason why a call of `$routes` is skipped. */
export const VERSION_4 = 'a route of CodeIgniter 4';

/**
 * Runs a call, if the callee is known.
 *
 * @param machine the run
 * @param node the call
 * @param scope the scope
 * @returns its result, or an unknown value
 */
export function call(machine: Machine, node: Call, scope: Scope): Value {
  const { what, loc } = node;
  switch (what.kind) {
    case 'name': {
      const name = what.name.replace(/^.*\\/, '').toLowerCase();
      // Most servers are configured to ignore assertions.
      if (name === 'assert') return skip(machine, node.arguments, 'an assertion', scope, loc);
      const given = argumentsOf(machine, node, scope);
      // Functions are known without their namespace.
      if (machine.namespace && what.name.startsWith('\\') && machine.functions.has(name)) {
        leaveOut(machine, OTHER_NAMESPACE, scope, loc);
        return callUnseen(machine, given, OTHER_NAMESPACE, scope);
      }
      return callNamed(machine, name, given, scope);
    }
    case 'staticlookup':
      return callStatic(machine, node, what, scope);
    case 'propertylookup':
    case 'nullsafepropertylookup': {
      if (what.what.kind === 'variable' && what.what.name === 'routes') {
        leaveOut(machine, VERSION_4, scope, loc);
      }
      const object = machine.evaluate(what.what, scope);
      if (object === CUT || what.kind === 'nullsafepropertylookup') {
        if (object !== null) skip(machine, [what.offset, node.arguments], METHOD, scope, loc);
        return CUT;
      }
      if (what.offset.kind !== 'identifier') machine.evaluate(what.offset, scope);
      return callUnseen(machine, argumentsOf(machine, node, scope), METHOD, scope);
    }
    default: {
      const callee = machine.evaluate(what, scope);
      return callValue(machine, callee, argumentsOf(machine, node, scope), scope);
    }
  }
}

/**
 * Handles a call of code that the file doesn't define. It may call and change its arguments.
 *
 * @param why the unknown part
 */
export function callUnseen(machine: Machine, given: Given, why: string, scope: Scope): Unknown {
  machine.opaque++;
  for (const value of given.values) handOver(machine, value, why, scope, given.loc);
  for (const node of given.nodes) {
    if (isOfRoutes(node)) leaveOut(machine, why, scope, given.loc, 'entry');
  }
  return new Unknown(why);
}

/** Evaluates arguments. */
export function argumentsOf(
  machine: Machine,
  { arguments: nodes, loc }: Pick<Call, 'arguments' | 'loc'>,
  scope: Scope,
): Given {
  const values: Value[] = [];
  let exact = true;
  for (const node of nodes) {
    if (node.kind === 'variadicplaceholder') exact = false;
    else if (node.kind === 'variadic') {
      const unpacked = machine.evaluate(node.what, scope);
      const isList = unpacked instanceof PhpArray && isListed(machine, unpacked);
      exact &&= isList;
      if (isList) values.push(...unpacked.list().map(({ value }) => value));
      else values.push(unpacked);
    } else if (node.kind === 'namedargument') {
      values.push(machine.evaluate(node.value, scope));
      exact = false;
    } else values.push(machine.evaluate(node, scope));
  }
  return { values, exact, nodes, loc };
}

const METHOD = 'the result of a method is known only when the file runs';
const OTHER_NAMESPACE = 'the name of this function is that of another in its namespace';
const INEXACT = 'named or unpacked arguments';
const UNKNOWN_CALLEE = 'the function that is called here is not known';

/** Whether an array has the keys 0, 1 and so on, and is short enough for arguments. */
function isListed({ budget }: Machine, array: PhpArray): boolean {
  budget.spend('steps', array.size);
  return array.size < 1000 && array.list().every(({ key }, index) => key === index);
}

function callStatic(
  machine: Machine,
  node: Call,
  { what, offset }: Extract<Node, { kind: 'staticlookup' }>,
  scope: Scope,
): Value {
  const type = what.kind === 'name' ? what.name : machine.evaluate(what, scope);
  const name = methodName(machine, offset, scope);
  const given = argumentsOf(machine, node, scope);
  if (typeof type !== 'string') {
    leaveOut(machine, 'the class of this method is not known', scope, node.loc, 'call');
    return callUnseen(machine, given, METHOD, scope);
  }
  if (isRouteClass(type)) return routeMethod(machine, name, given, scope);
  const shown = typeof name === 'string' ? name : '…';
  return callUnseen(machine, given, `the result of ${type}::${shown}() is unknown`, scope);
}

function methodName(machine: Machine, offset: Node, scope: Scope): Value {
  if (offset.kind === 'identifier') return offset.name;
  return machine.evaluate(offset.kind === 'literal' ? offset.value : offset, scope);
}

function routeMethod(machine: Machine, name: Value, given: Given, scope: Scope): Value {
  if (typeof name !== 'string' || !given.exact) {
    const why = given.exact ? 'the method of Route is unknown' : INEXACT;
    leaveOut(machine, why, scope, given.loc, 'call');
    return callUnseen(machine, given, why, scope);
  }
  if (name.toLowerCase() === 'named') return namedRoute(given.values);
  return callRoute(machine, given.loc, name, given.values, scope);
}

/** Calls the value of a variable or an expression. */
function callValue(machine: Machine, callee: Value, given: Given, scope: Scope): Value {
  if (callee instanceof Closure) return callClosure(machine, callee, given, scope);
  if (typeof callee === 'string') {
    machine.budget.spend('characters', callee.length);
    if (!callee.includes('::')) {
      return callNamed(machine, callee.replace(/^.*\\/, '').toLowerCase(), given, scope);
    }
    const [type, name] = callee.split('::');
    if (isRouteClass(type)) return routeMethod(machine, name, given, scope);
    return callUnseen(machine, given, `the result of ${callee}() is unknown`, scope);
  }
  if (callee instanceof PhpArray) {
    const type = callee.get(0)?.value;
    if (typeof type === 'string' && isRouteClass(type)) {
      return routeMethod(machine, callee.get(1)?.value ?? null, given, scope);
    }
  }
  const why = UNKNOWN_CALLEE;
  leaveOut(machine, why, scope, given.loc);
  loseArguments(machine, given, why, scope);
  return callUnseen(machine, given, why, scope);
}

function callNamed(machine: Machine, name: string, given: Given, scope: Scope): Value {
  const own = machine.functions.get(name);
  if (own !== undefined) {
    const closure = new Closure(own.node, new Map(), own.scope.source);
    return callClosure(machine, closure, given, scope);
  }
  const unknown = `the result of ${name}() is known only when the file runs`;
  if (changesAnything(name)) {
    const why = `${name}() may assign any variable`;
    leaveOut(machine, why, scope, given.loc);
    forgetAll(machine, scope, new Unknown(why));
    return callUnseen(machine, given, unknown, scope);
  }
  if (given.exact) {
    const [callee, ...values] = given.values;
    const rest = given.nodes.slice(1);
    if (name === 'call_user_func' && isCallable(callee)) {
      return callValue(machine, callee, { ...given, values, nodes: rest }, scope);
    }
    if (callee instanceof Unknown && isCalling(name)) {
      leaveOut(machine, UNKNOWN_CALLEE, scope, given.loc);
    }
    const [list] = values;
    if (name === 'call_user_func_array' && isCallable(callee) && list instanceof PhpArray) {
      const exact = isListed(machine, list);
      const inner = { ...given, values: list.list().map(({ value }) => value), nodes: [], exact };
      return callValue(machine, callee, inner, scope);
    }
    const site = {
      place: machine.record.place(scope.source, given.loc),
      budget: machine.budget,
    };
    const found =
      constantFunction(machine, name, given.values, scope) ??
      callFileFunction({ machine, scope, place: site.place, name }, given.values) ??
      callBuiltin(name, given.values, site);
    if (found !== undefined) return found;
  }
  if (!isReading(name)) loseArguments(machine, given, unknown, scope);
  else given = { ...given, nodes: [] };
  return callUnseen(machine, given, unknown, scope);
}

/** Whether `callValue` can call a value. */
function isCallable(value: Value | undefined): value is Closure | string | PhpArray {
  if (value instanceof PhpArray) return namesRoute(String(value.get(0)?.value));
  return value instanceof Closure || typeof value === 'string';
}

/** Calls a function of the file. The result is unknown if an argument is unknown or a reference. */
function callClosure(machine: Machine, closure: Closure, given: Given, scope: Scope): Value {
  if (given.nodes.some(({ kind }) => kind === 'variadicplaceholder')) return closure;
  if (given.exact) {
    const value = machine.call(closure, given.values, scope);
    if (!closure.node.arguments.some(({ byref }) => byref)) return value;
  }
  const why = given.exact ? 'a reference' : INEXACT;
  loseArguments(machine, given, why, scope);
  callUnseen(machine, given, why, scope);
  handOver(machine, closure, why, scope, given.loc);
  return new Unknown(why);
}

/** Makes variables unknown that are passed by reference, since they may change. */
function loseArguments(machine: Machine, { nodes, loc }: Given, why: string, scope: Scope): void {
  for (const node of nodes) {
    const name = rootOf(node);
    if (name === undefined) continue;
    if (name === null) skip(machine, node, why, scope, loc);
    else if (name !== 'route') variable(scope, name).value = new Unknown(why);
  }
}

/** The variable that an argument is, or is in; `null` if its name is computed. */
function rootOf(node: Node): string | null | undefined {
  if (node.kind === 'offsetlookup' || node.kind === 'variadic') return rootOf(node.what);
  if (node.kind === 'namedargument') return rootOf(node.value);
  if (node.kind !== 'variable') return undefined;
  return typeof node.name === 'string' ? node.name : null;
}

/** Whether an argument is `$route` or an entry of it, by that name or through `$GLOBALS`. */
function isOfRoutes(node: Node): boolean {
  const root = rootOf(node);
  if (root !== 'GLOBALS') return root === 'route';
  let entry = node;
  while (entry.kind === 'offsetlookup' && entry.what.kind === 'offsetlookup') entry = entry.what;
  const key = (entry.kind === 'offsetlookup' && entry.offset) || null;
  return key?.kind !== 'string' || key.value === 'route';
}

/** Implements `define`, `defined` and `constant`. */
function constantFunction(
  machine: Machine,
  name: string,
  args: readonly Value[],
  scope: Scope,
): Value | undefined {
  const [first, second = null] = args;
  if (typeof first !== 'string') return undefined;
  const { constants, budget } = machine;
  budget.spend('characters', first.length);
  switch (name) {
    case 'define':
      // A constant keeps its first value.
      if (constants.has(first)) return false;
      if (!(second instanceof Unknown)) constants.set(first, second);
      return true;
    case 'defined': {
      const found = constants.get(first);
      if (found instanceof Unknown) return found;
      if (found !== undefined) return true;
      // A file that defines the constant itself asks so as not to define it twice.
      if (summaryOf(machine, scope.source.children).constants.has(first)) return false;
      return new Unknown(`it is unknown whether ${first} is defined: ${settingOf(first)}`);
    }
    case 'constant':
      return readConstant(machine, first);
    case 'function_exists':
      if (machine.functions.has(first.toLowerCase())) return true;
      if (summaryOf(machine, scope.source.children).functions.has(first.toLowerCase()))
        return false;
      return new Unknown(`it is unknown whether ${first}() exists`);
    default:
      return undefined;
  }
}

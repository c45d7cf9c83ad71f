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
interface Arguments {
  readonly values: readonly Value[];
  /** Whether each value belongs to the parameter at its position. */
  readonly positional: boolean;
  /** The code of the arguments whose variables the callee may change. */
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
      const args = argumentsOf(machine, node, scope);
      // Functions are known without their namespace.
      if (machine.namespace && what.name.startsWith('\\') && machine.functions.has(name)) {
        leaveOut(machine, OTHER_NAMESPACE, scope, loc);
        return callUnseen(machine, args, OTHER_NAMESPACE, scope);
      }
      return callNamed(machine, name, args, scope);
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
export function callUnseen(machine: Machine, args: Arguments, why: string, scope: Scope): Unknown {
  machine.opaque++;
  for (const value of args.values) handOver(machine, value, why, scope, args.loc);
  for (const node of args.nodes) {
    if (isOfRoutes(node)) leaveOut(machine, why, scope, args.loc, 'entry');
  }
  return new Unknown(why);
}

/** Evaluates arguments. */
export function argumentsOf(
  machine: Machine,
  { arguments: nodes, loc }: Pick<Call, 'arguments' | 'loc'>,
  scope: Scope,
): Arguments {
  const values: Value[] = [];
  let positional = true;
  for (const node of nodes) {
    if (node.kind === 'variadicplaceholder') positional = false;
    else if (node.kind === 'variadic') {
      const unpacked = machine.evaluate(node.what, scope);
      const isList = unpacked instanceof PhpArray && isListed(machine, unpacked);
      positional &&= isList;
      if (isList) values.push(...valuesOf(unpacked));
      else values.push(unpacked);
    } else if (node.kind === 'namedargument') {
      values.push(machine.evaluate(node.value, scope));
      positional = false;
    } else values.push(machine.evaluate(node, scope));
  }
  return { values, positional, nodes, loc };
}

const METHOD = 'the result of a method is known only when the file runs';
const OTHER_NAMESPACE = 'the name of this function is that of another in its namespace';
const INEXACT = 'named or unpacked arguments';
const UNKNOWN_CALLEE = 'the function that is called here is not known';

function valuesOf(array: PhpArray): Value[] {
  return array.list().map(({ value }) => value);
}

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
  const args = argumentsOf(machine, node, scope);
  if (typeof type !== 'string') {
    leaveOut(machine, 'the class of this method is not known', scope, node.loc, 'call');
    return callUnseen(machine, args, METHOD, scope);
  }
  if (isRouteClass(type)) return routeMethod(machine, name, args, scope);
  const shown = typeof name === 'string' ? name : '…';
  return callUnseen(machine, args, `the result of ${type}::${shown}() is unknown`, scope);
}

function methodName(machine: Machine, offset: Node, scope: Scope): Value {
  if (offset.kind === 'identifier') return offset.name;
  return machine.evaluate(offset.kind === 'literal' ? offset.value : offset, scope);
}

function routeMethod(machine: Machine, name: Value, args: Arguments, scope: Scope): Value {
  if (typeof name !== 'string' || !args.positional) {
    const why = args.positional ? 'the method of Route is unknown' : INEXACT;
    leaveOut(machine, why, scope, args.loc, 'call');
    return callUnseen(machine, args, why, scope);
  }
  if (name.toLowerCase() === 'named') return namedRoute(args.values);
  return callRoute(machine, args.loc, name, args.values, scope);
}

/** Calls the value of a variable or an expression. */
function callValue(machine: Machine, callee: Value, args: Arguments, scope: Scope): Value {
  if (callee instanceof Closure) return callClosure(machine, callee, args, scope);
  if (typeof callee === 'string') {
    machine.budget.spend('characters', callee.length);
    if (!callee.includes('::')) {
      return callNamed(machine, callee.replace(/^.*\\/, '').toLowerCase(), args, scope);
    }
    const [type, name] = callee.split('::');
    if (isRouteClass(type)) return routeMethod(machine, name, args, scope);
    return callUnseen(machine, args, `the result of ${callee}() is unknown`, scope);
  }
  if (callee instanceof PhpArray) {
    const type = callee.get(0)?.value;
    if (typeof type === 'string' && isRouteClass(type)) {
      return routeMethod(machine, callee.get(1)?.value ?? null, args, scope);
    }
  }
  const why = UNKNOWN_CALLEE;
  leaveOut(machine, why, scope, args.loc);
  loseArguments(machine, args, why, scope);
  return callUnseen(machine, args, why, scope);
}

function callNamed(machine: Machine, name: string, args: Arguments, scope: Scope): Value {
  const own = machine.functions.get(name);
  if (own !== undefined) {
    const closure = new Closure(own.node, new Map(), own.scope.source);
    return callClosure(machine, closure, args, scope);
  }
  const unknown = `the result of ${name}() is known only when the file runs`;
  if (changesAnything(name)) {
    const why = `${name}() may assign any variable`;
    leaveOut(machine, why, scope, args.loc);
    forgetAll(machine, scope, new Unknown(why));
    return callUnseen(machine, args, unknown, scope);
  }
  if (args.positional) {
    const [callee] = args.values;
    if (isCallable(callee)) {
      const passed = passedOn(machine, name, args);
      if (passed !== null) return callValue(machine, callee, passed, scope);
    }
    if (callee instanceof Unknown && isCalling(name)) {
      leaveOut(machine, UNKNOWN_CALLEE, scope, args.loc);
    }
    const site = {
      place: machine.record.place(scope.source, args.loc),
      budget: machine.budget,
    };
    const found =
      constantFunction(machine, name, args.values, scope) ??
      callFileFunction({ machine, scope, place: site.place, name }, args.values) ??
      callBuiltin(name, args.values, site);
    if (found !== undefined) return found;
  }
  if (isReading(name)) return callUnseen(machine, { ...args, nodes: [] }, unknown, scope);
  loseArguments(machine, args, unknown, scope);
  return callUnseen(machine, args, unknown, scope);
}

/** The arguments that `call_user_func` and `call_user_func_array` pass to their callee. */
function passedOn(machine: Machine, name: string, args: Arguments): Arguments | null {
  const [, ...values] = args.values;
  if (name === 'call_user_func') return { ...args, values, nodes: args.nodes.slice(1) };
  const [list] = values;
  if (name !== 'call_user_func_array' || !(list instanceof PhpArray)) return null;
  const positional = isListed(machine, list);
  return { values: valuesOf(list), positional, nodes: [], loc: args.loc };
}

/** Whether `callValue` can call a value. */
function isCallable(value: Value | undefined): value is Closure | string | PhpArray {
  if (value instanceof PhpArray) return namesRoute(String(value.get(0)?.value));
  return value instanceof Closure || typeof value === 'string';
}

/** Calls a function of the file. The result is unknown if an argument is unknown or a reference. */
function callClosure(machine: Machine, closure: Closure, args: Arguments, scope: Scope): Value {
  if (args.nodes.some(({ kind }) => kind === 'variadicplaceholder')) return closure;
  if (args.positional) {
    const value = machine.call(closure, args.values, scope);
    if (!closure.node.arguments.some(({ byref }) => byref)) return value;
  }
  const why = args.positional ? 'a reference' : INEXACT;
  loseArguments(machine, args, why, scope);
  callUnseen(machine, args, why, scope);
  handOver(machine, closure, why, scope, args.loc);
  return new Unknown(why);
}

/** Makes variables unknown that are passed by reference, since they may change. */
function loseArguments(
  machine: Machine,
  { nodes, loc }: Arguments,
  why: string,
  scope: Scope,
): void {
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

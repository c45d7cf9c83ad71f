/** Runs calls of functions, closures and methods. */
import type { Call, Location, Node, StaticLookup } from './ast.ts';
import { toBoolean } from './convert.ts';
import { callFileFunction } from './files.ts';
import { callBuiltin } from './functions.ts';
import { type Machine, type Scope, variable } from './machine.ts';
import { callRoute, namedRoute } from './route-calls.ts';
import { handOver, leaveOut, mayBeDefined, skip, skipPart } from './skip.ts';
import { define, GLOBAL, readConstant } from './target.ts';
import {
  Closure,
  CUT,
  copy,
  isForeignRoute,
  isRouteClass,
  PhpArray,
  type Place,
  settingOf,
  Unknown,
  type Value,
} from './values.ts';

interface Arguments {
  readonly values: readonly Value[];
  /** Whether each value belongs to the parameter at its position. */
  readonly positional: boolean;
  /** The code of the arguments whose variables the callee may change. */
  readonly nodes: readonly Node[];
  readonly loc: Location;
}

export const VERSION_4 = 'a route of CodeIgniter 4';

export function call(node: Call, scope: Scope): Value {
  const { machine } = scope;
  const { what, loc } = node;
  switch (what.kind) {
    case 'name': {
      const name = what.name.replace(/^.*\\/, '').toLowerCase();
      // Most servers are configured to ignore assertions.
      if (name === 'assert') return skipPart(node.arguments, 'an assertion', scope, loc);
      const args = argumentsOf(node, scope);
      // Functions are known without their namespace.
      if (machine.namespace && what.name.startsWith('\\') && machine.functions.has(name)) {
        return skip(OTHER_NAMESPACE, scope, loc);
      }
      return callNamed(name, args, scope);
    }
    case 'staticlookup':
      return callStatic(node, what, scope);
    case 'propertylookup':
    case 'nullsafepropertylookup': {
      if (what.what.kind === 'variable' && what.what.name === 'routes') {
        leaveOut(VERSION_4, scope, loc);
      }
      if (isOfRoute(what.what)) {
        leaveOut(FOREIGN, scope, loc, 'call');
        return null;
      }
      const object = machine.evaluate(what.what, scope);
      if (object === CUT || what.kind === 'nullsafepropertylookup') {
        const parts = [what.offset, ...node.arguments];
        if (object !== null) skipPart(parts, METHOD, scope, loc);
        return CUT;
      }
      if (what.offset.kind !== 'identifier') machine.evaluate(what.offset, scope);
      return callUnseen(argumentsOf(node, scope), METHOD, scope);
    }
    default: {
      const callee = machine.evaluate(what, scope);
      return callValue(callee, argumentsOf(node, scope), scope);
    }
  }
}

const FOREIGN = "a method of a route, which Bonfire's class Route does not have";

/** Whether it is a call of `Route`, or of a method of its result: `Route::get(…)->name('x')`. */
function isOfRoute(node: Node): boolean {
  if (node.kind !== 'call') return false;
  const { what } = node;
  if (what.kind === 'propertylookup') return isOfRoute(what.what);
  return what.kind === 'staticlookup' && what.what.kind === 'name' && isRouteClass(what.what.name);
}

/** Handles a call of code that the file doesn't define. It may call and change its arguments. */
export function callUnseen(args: Arguments, why: string, scope: Scope): Unknown {
  handOver(args.values, why, scope, args.loc);
  for (const node of args.nodes) {
    const name = rootOf(node);
    if (name === undefined) continue;
    if (name === null) skip(why, scope, args.loc);
    else if (name === 'GLOBALS') leaveOut(GLOBAL, scope, args.loc, 'entry');
    else if (variable(scope, name) !== scope.machine.route)
      variable(scope, name).value = new Unknown(why);
    else leaveOut(why, scope, args.loc, 'entry');
  }
  return new Unknown(why);
}

export function argumentsOf(
  { arguments: nodes, loc }: Pick<Call, 'arguments' | 'loc'>,
  scope: Scope,
): Arguments {
  const { machine } = scope;
  const values: Value[] = [];
  let positional = true;
  for (const node of nodes) {
    if (node.kind === 'variadicplaceholder') positional = false;
    else if (node.kind === 'variadic') {
      const unpacked = machine.evaluate(node.what, scope);
      const isList = unpacked instanceof PhpArray && isListed(machine, unpacked);
      positional &&= isList;
      if (isList) values.push(...unpacked.values());
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

/** Whether an array has the keys 0, 1 and so on, and is short enough for arguments. */
function isListed({ budget }: Machine, array: PhpArray): boolean {
  budget.spend('steps', array.size);
  return array.size < 1000 && array.keys().every((key, index) => key === index);
}

function callStatic(node: Call, { what, offset }: StaticLookup, scope: Scope): Value {
  const type = what.kind === 'name' ? what.name : scope.machine.evaluate(what, scope);
  const name = methodName(offset, scope);
  const args = argumentsOf(node, scope);
  if (typeof type !== 'string') {
    leaveOut('the class of this method is not known', scope, node.loc, 'call');
    return callUnseen(args, METHOD, scope);
  }
  if (isForeignRoute(type)) {
    leaveOut(`${type}, which may not be Bonfire's class Route`, scope, node.loc, 'call');
    return callUnseen(args, METHOD, scope);
  }
  if (isRouteClass(type)) return routeMethod(name, args, scope);
  const shown = typeof name === 'string' ? name : '…';
  return callUnseen(args, `the result of ${type}::${shown}() is unknown`, scope);
}

function methodName(offset: Node, scope: Scope): Value {
  if (offset.kind === 'identifier') return offset.name;
  return scope.machine.evaluate(offset.kind === 'literal' ? offset.value : offset, scope);
}

function routeMethod(name: Value, args: Arguments, scope: Scope): Value {
  if (typeof name !== 'string' || !args.positional) {
    const why = args.positional ? 'the method of Route is unknown' : INEXACT;
    leaveOut(why, scope, args.loc, 'call');
    return callUnseen(args, why, scope);
  }
  if (name.toLowerCase() === 'named') return namedRoute(args.values);
  return callRoute(args.loc, name, args.values, scope);
}

function callValue(callee: Value, args: Arguments, scope: Scope): Value {
  if (callee instanceof Closure) return callClosure(callee, args, scope);
  if (typeof callee === 'string') {
    scope.machine.budget.spend('characters', callee.length);
    if (!callee.includes('::')) {
      return callNamed(callee.replace(/^.*\\/, '').toLowerCase(), args, scope);
    }
    const [type, name] = callee.split('::');
    if (isRouteClass(type)) return routeMethod(name, args, scope);
    return callUnseen(args, `the result of ${callee}() is unknown`, scope);
  }
  if (callee instanceof PhpArray) {
    const type = callee.get(0)?.value;
    if (typeof type === 'string' && isRouteClass(type)) {
      return routeMethod(callee.get(1)?.value ?? null, args, scope);
    }
  }
  return skip('the function that is called here is not known', scope, args.loc);
}

function callNamed(name: string, args: Arguments, scope: Scope): Value {
  const { machine } = scope;
  const own = machine.functions.get(name);
  if (own !== undefined) {
    const closure = new Closure(own.node, new Map(), own.scope.source);
    return callClosure(closure, args, scope);
  }
  if (/^(?:extract|(?:mb_)?parse_str)$/.test(name)) {
    return skip(`${name}() may assign any variable`, scope, args.loc);
  }
  if (args.positional) {
    const place = machine.record.place(scope.source, args.loc);
    const found =
      constantFunction(name, args.values, scope) ??
      webFunction(name, place, scope) ??
      callFileFunction({ machine, scope, place, name }, args.values) ??
      callForEach(name, args, scope) ??
      callBuiltin(name, args.values, { place, budget: machine.budget });
    if (found !== undefined) return found;
  }
  return callUnseen(args, `the result of ${name}() is not known here`, scope);
}

/** `array_map` with one array, and `array_filter` without flags. Both keep the keys. */
function callForEach(name: string, { values, loc }: Arguments, scope: Scope): Value | undefined {
  const isMap = name === 'array_map';
  if (!isMap && name !== 'array_filter') return undefined;
  const [callback = null, array, more] = isMap ? values : [values[1], values[0], values[2]];
  const isKnown = array instanceof PhpArray && !(callback instanceof Unknown);
  if (!isKnown || more !== undefined) return undefined;
  const { budget } = scope.machine;
  budget.spend('steps', array.size);
  const made = new PhpArray(budget);
  let unknown: Unknown | null = null;
  for (const { key, value, changed } of array.list()) {
    const args = { values: [value], positional: true, nodes: [], loc };
    const result = callback === null ? value : callValue(callback, args, scope);
    const kept = isMap || toBoolean(result);
    // The callback still runs for the other entries, since it may define routes.
    if (kept instanceof Unknown) unknown = kept;
    else if (kept) made.set(key, copy(isMap ? result : value), changed);
  }
  return unknown ?? made;
}

/** The functions that ask for the command line. The route file is read as for a request. */
function webFunction(name: string, place: Place, scope: Scope) {
  if (name !== 'is_cli' && name !== 'php_sapi_name') return undefined;
  scope.machine.record.note(scope.items, place, `${name}() was answered as for a request`, null);
  return name === 'is_cli' ? false : 'fpm-fcgi';
}

function callClosure(closure: Closure, args: Arguments, scope: Scope): Value {
  if (args.nodes.some(({ kind }) => kind === 'variadicplaceholder')) return closure;
  if (!args.positional) return skip(INEXACT, scope, args.loc);
  return scope.machine.call(closure, args.values, scope);
}

/** The variable that an argument is, or is in; `null` if its name is computed. */
function rootOf(node: Node): string | null | undefined {
  if (node.kind === 'offsetlookup' || node.kind === 'variadic') return rootOf(node.what);
  if (node.kind === 'namedargument') return rootOf(node.value);
  if (node.kind !== 'variable') return undefined;
  return typeof node.name === 'string' ? node.name : null;
}

function constantFunction(name: string, args: readonly Value[], scope: Scope): Value | undefined {
  const { machine } = scope;
  const [first, second = null] = args;
  if (typeof first !== 'string') return undefined;
  const { constants, budget } = machine;
  budget.spend('characters', first.length);
  switch (name) {
    case 'define':
      return define(machine, first, second);
    case 'defined': {
      const found = constants.get(first);
      if (found !== undefined) return found instanceof Unknown ? found : true;
      // A file that defines the constant itself asks so as not to define it twice.
      const isOwn = scope.source.defines.has(first) && !mayBeDefined(machine, first);
      if (isOwn || first === 'STDIN') return false;
      return new Unknown(`it is unknown whether ${first} is defined: ${settingOf(first)}`);
    }
    case 'constant':
      return readConstant(machine, first);
    case 'function_exists': {
      const own = first.toLowerCase();
      if (machine.functions.has(own)) return true;
      const isOwn = scope.source.defines.has(`${own}()`) && !mayBeDefined(machine, first);
      return isOwn ? false : new Unknown(`it is unknown whether ${first}() exists`);
    }
    default:
      return undefined;
  }
}

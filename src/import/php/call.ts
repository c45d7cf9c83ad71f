/** Calls of functions, closures and methods. */
import type { Call } from './ast.ts';
import { readConstant } from './constants.ts';
import { callBuiltin } from './functions.ts';
import { isRefused } from './include.ts';
import type { Machine, Scope } from './machine.ts';
import { callRoute, namedRoute } from './route-calls.ts';
import { Closure, Unknown, type Value } from './values.ts';

/**
 * Carries out a call, as far as what is called is known.
 *
 * @param machine the run
 * @param node the call
 * @param scope where it stands
 * @returns what it returns, or that it is unknown
 */
export function call(machine: Machine, node: Call, scope: Scope): Value {
  const { what } = node;
  if (
    what.kind === 'staticlookup' &&
    what.what.kind === 'name' &&
    what.offset.kind === 'identifier'
  ) {
    if (/(?:^|\\)Route$/.test(what.what.name)) {
      if (what.offset.name === 'named') return namedRoute(machine, node, scope);
      return callRoute(machine, node, what.offset.name, scope);
    }
    return new Unknown(`what ${what.what.name}::${what.offset.name}() returns`);
  }
  if (
    what.kind === 'propertylookup' &&
    what.what.kind === 'variable' &&
    what.what.name === 'routes'
  ) {
    machine.record.leaveOut(scope.items, scope.source, node.loc, 'a route of CodeIgniter 4');
    return null;
  }
  if (what.kind !== 'name') {
    const closure = what.kind === 'variable' ? machine.evaluate(what, scope) : null;
    if (closure instanceof Closure)
      return machine.call(closure, argumentsOf(machine, node, scope), scope);
    return new Unknown('what a method returns is known only when the file runs');
  }
  const name = what.name.replace(/^\\/, '').toLowerCase();
  const args = argumentsOf(machine, node, scope);
  const own = machine.functions.get(name);
  if (own !== undefined) return machine.call(new Closure(own.node, new Map()), args, own.scope);
  return (
    constantFunction(machine, name, args) ??
    callBuiltin(name, args, machine.record.place(scope.source, node.loc))
  );
}

function argumentsOf(machine: Machine, node: Call, scope: Scope): Value[] {
  return node.arguments.map((argument) => machine.evaluate(argument, scope));
}

/** `define`, `defined` and `constant`. */
function constantFunction(
  machine: Machine,
  name: string,
  args: readonly Value[],
): Value | undefined {
  const [first, second = null] = args;
  if (typeof first !== 'string') return undefined;
  switch (name) {
    case 'define':
      if (!(second instanceof Unknown)) machine.constants.set(first, second);
      return true;
    case 'defined':
      return machine.constants.has(first) || new Unknown(`whether ${first} is defined`);
    case 'constant':
      return readConstant(machine, first);
    case 'function_exists':
      return (
        machine.functions.has(first.toLowerCase()) || new Unknown(`whether there is ${first}()`)
      );
    case 'file_exists':
    case 'is_file': {
      const found = machine.read?.(first);
      if (found === undefined || isRefused(found))
        return new Unknown('whether there is such a file');
      return found !== null;
    }
    default:
      return undefined;
  }
}

/** PHP's constants, including those of classes. */
import type { Node } from './ast.ts';
import type { Machine } from './machine.ts';
import { mayBeDefined } from './skip.ts';
import { isRouteClass, Text, Unknown, type Value } from './values.ts';

/**
 * The value of a constant. A constant that is defined elsewhere stays a name.
 * @param name its name, with or without a namespace
 */
export function readConstant(machine: Machine, name: string): Value {
  const bare = name.replace(/^\\/, '');
  const word = bare.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  const known = machine.constants.get(bare) ?? machine.constants.get(bare.replace(/^.*\\/, ''));
  return known ?? new Text([{ constant: bare }]);
}

/**
 * The value of a class's constant or static property. A constant stays a name, unless the caller
 * knows it.
 */
export function readStatic(
  machine: Machine,
  { what, offset }: Extract<Node, { kind: 'staticlookup' }>,
): Value {
  if (what.kind !== 'name') {
    return new Unknown('the class of this constant or property is not known');
  }
  const type = what.name.replace(/^\\/, '');
  if (offset.kind !== 'identifier') return new Unknown(`a property of ${type} is not known here`);
  if (offset.name === 'class' && isRouteClass(type)) return 'Route';
  const constant = `${type}::${offset.name}`;
  return machine.constants.get(constant) ?? new Text([{ constant }]);
}

/**
 * Defines a constant. It keeps its first value, which is unknown if skipped code may have given it.
 * @returns whether it had no value before
 */
export function define(machine: Machine, name: string, value: Value): boolean | Unknown {
  const { constants } = machine;
  if (constants.has(name)) return false;
  const isOpen = mayBeDefined(machine, name);
  if (isOpen) constants.set(name, new Unknown(`${name} may have another value by then`));
  else if (!(value instanceof Unknown)) constants.set(name, value);
  return isOpen ? new Unknown(`it is unknown whether ${name} is defined`) : true;
}

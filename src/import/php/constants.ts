/** PHP's constants, including those of classes. */
import type { Node } from './ast.ts';
import type { Machine } from './machine.ts';
import { Text, Unknown, type Value } from './values.ts';

/**
 * The value of a constant; one that is defined elsewhere stays a name.
 *
 * @param machine the run
 * @param name its name, in a namespace or not
 *
 * @example
 * readConstant(machine, 'ADMIN'); // new Text([{ constant: 'ADMIN' }])
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
 * The value of a class's constant; one that the caller does not know stays a name.
 *
 * @param machine the run
 * @param node the constant
 *
 * @example
 * readStatic(machine, node); // new Text([{ constant: 'Config::AREA' }])
 */
export function readStatic(
  { constants }: Machine,
  { what, offset }: Extract<Node, { kind: 'staticlookup' }>,
): Value {
  if (what.kind !== 'name' || offset.kind !== 'identifier') {
    return new Unknown('a static property is known only when the file runs');
  }
  const constant = `${what.name.replace(/^\\/, '')}::${offset.name}`;
  return constants.get(constant) ?? new Text([{ constant }]);
}

/** PHP's constants, those of classes among them. */
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
 * readConstant(machine, 'ADMIN'); // the text whose code is ADMIN
 */
export function readConstant(machine: Machine, name: string): Value {
  const bare = name.replace(/^\\/, '');
  const word = bare.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  const known = machine.constants.get(bare) ?? machine.constants.get(bare.replace(/^.*\\/, ''));
  return known ?? new Text([{ code: identifier(bare) }]);
}

/**
 * The value of a class's constant, which stays a name.
 *
 * @example
 * readStatic(node); // the text whose code is PHP_Config_AREA, for Config::AREA
 */
export function readStatic({ what, offset }: Extract<Node, { kind: 'staticlookup' }>): Value {
  if (what.kind !== 'name' || offset.kind !== 'identifier') {
    return new Unknown('a static property is known only when the file runs');
  }
  return new Text([{ code: identifier(`${what.name}_${offset.name}`) }]);
}

/** A name of JavaScript's for a constant of PHP's. */
function identifier(name: string): string {
  const plain = name.replace(/^\\/, '').replace(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Z][A-Z0-9_]*$/.test(plain) ? plain : `PHP_${plain}`;
}

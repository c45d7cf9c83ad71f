/** Types of parameters and of what functions return. */
import type { Type } from './ast.ts';
import { PhpArray, Text, Unknown, type Value } from './values.ts';

/** The types into which PHP changes what it is given, and what each takes as it is. */
const CHANGING: ReadonlyMap<string, (value: Value) => boolean> = new Map([
  ['int', Number.isInteger],
  ['float', (value: Value) => typeof value === 'number' && !Number.isInteger(value)],
  ['string', (value: Value) => typeof value === 'string' || value instanceof Text],
  ['bool', (value: Value) => typeof value === 'boolean'],
  ['array', (value: Value) => value instanceof PhpArray],
  ['iterable', (value: Value) => value instanceof PhpArray],
]);

/**
 * A value that is given to a parameter with a type, or returned by a function with one.
 *
 * @param value the value
 * @param declared the type, and whether null is allowed
 * @returns the value, or that it is unknown if PHP changes or refuses it
 *
 * @example
 * typed('05', { type: { kind: 'typereference', name: 'int' }, nullable: false }); // an Unknown
 */
export function typed(
  value: Value,
  { type, nullable }: { readonly type: Type | null; readonly nullable: boolean },
): Value {
  if (type === null || value instanceof Unknown || (value === null && nullable)) return value;
  const takes = CHANGING.get(String(type.name).toLowerCase());
  const isKept = takes === undefined ? /^(?:name|typereference)$/.test(type.kind) : takes(value);
  return isKept ? value : new Unknown('what a type makes of a value');
}

/** Types of parameters and return values. */
import type { Type } from './ast.ts';
import { PhpArray, Text, Unknown, type Value } from './values.ts';

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
 * Passes a value to a parameter with a type, or returns it from a function with one.
 *
 * @param value the value
 * @param declared the type, and whether null is allowed
 * @returns the value, or an unknown value if PHP converts or rejects it
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
  return isKept ? value : new Unknown('PHP converts or rejects this value for its declared type');
}

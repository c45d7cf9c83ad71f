/** Reads options objects; `null` counts as absent, as PHP's `isset` has it. */
import { badArgument, unknownOption } from '../errors/argument.ts';

/**
 * Checks that options are an object with known keys.
 *
 * @param where the call, for errors
 * @param options what was passed; nothing and `null` stand for no options
 * @param known the names that the call knows
 * @throws {WaymarkError} where it is no object, or has another key
 *
 * @example
 * checkOptions("Route.get('a')", { as: 'a' }, ['as', 'nest']); // { as: 'a' }
 */
export function checkOptions<T extends object>(
  where: string,
  options: T | null | undefined,
  known: readonly (keyof T & string)[],
): Partial<T> {
  if (options === null || options === undefined) return {};
  if (typeof options !== 'object') {
    throw badArgument(where, 'options', 'an object', options);
  }
  for (const name of Object.keys(options)) {
    // The cast widens the list, so that any string may be looked for in it.
    if ((known as readonly string[]).includes(name)) continue;
    throw unknownOption(where, name, known);
  }
  return options;
}

/**
 * Reads an option that is a string. The empty string counts as absent, as in the original.
 *
 * @throws {WaymarkError} where it is something else
 *
 * @example
 * readText("Route.get('a')", 'as', 'a'); // 'a'
 */
export function readText(where: string, name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw badArgument(where, name, 'a string', value);
}

/**
 * Reads an option that is a whole number of 0 or more; 0 where it is absent.
 *
 * @throws {WaymarkError} where it is something else
 *
 * @example
 * readOffset("Route.resources('a')", 1); // 1
 */
export function readOffset(where: string, value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw badArgument(where, 'offset', 'a whole number of 0 or more', value);
}

/**
 * Reads an option that is a callback.
 *
 * @throws {WaymarkError} where it is something else
 *
 * @example
 * readCallback("Route.get('a')", 'nest', undefined); // undefined
 */
export function readCallback(
  where: string,
  name: string,
  value: (() => void) | null | undefined,
): (() => void) | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'function') return value;
  throw badArgument(where, name, 'a function', value);
}

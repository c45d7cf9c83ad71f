/** Reads the options of a call; `null` counts as absent, as PHP's `isset` has it. */
import { badArgument } from './argument.ts';
import { WaymarkError } from './error.ts';
import { meant } from './nearest.ts';
import { quote } from './show.ts';

/**
 * Reads options: own properties alone, so that nothing counts which somebody put on
 * `Object.prototype`.
 *
 * @param where the call, for errors
 * @param options what was passed; nothing and `null` stand for no options
 * @param known the names of the options, at least one
 * @returns a copy without a prototype
 * @throws {WaymarkError} where the options are not an object, or have a name that is not known
 *
 * @example
 * readOptions("Route.get('a')", { as: 'a' }, ['as', 'nest']); // { as: 'a' }
 */
export function readOptions<T extends object>(
  where: string,
  options: T | null | undefined,
  known: readonly [keyof T & string, ...(keyof T & string)[]],
): Partial<T> {
  const own: Partial<T> = Object.create(null);
  if (options === null || options === undefined) return own;
  if (typeof options !== 'object') throw badArgument(where, 'options', 'an object', options);
  for (const name of Object.keys(options)) {
    if (!isOneOf(name, known)) throw unknownOption(where, name, known);
    own[name] = options[name];
  }
  return own;
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
 * Reads an option that is a whole number.
 *
 * @param least the lowest number that will do
 * @returns the number, or `undefined` where it is absent
 * @throws {WaymarkError} where it is something else
 *
 * @example
 * readWhole("Route.resources('a')", 'offset', 1, 0); // 1
 */
export function readWhole(
  where: string,
  name: string,
  value: unknown,
  least: number,
): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw badArgument(where, name, `a whole number of ${least} or more`, value);
}

/**
 * Reads an option that is on or off; off where it is absent.
 *
 * @throws {WaymarkError} where it is something else
 *
 * @example
 * readFlag('createRouter', 'autoRoute', undefined); // false
 */
export function readFlag(where: string, name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw badArgument(where, name, 'true or false', value);
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

/**
 * Whether a value is one of a list, whatever the list's type says of its members.
 *
 * @example
 * isOneOf('GET', ['GET', 'POST']); // true
 */
export function isOneOf<T>(value: unknown, list: readonly T[]): value is T {
  return (list as readonly unknown[]).includes(value); // the cast lets any value be looked for
}

function unknownOption(
  where: string,
  name: string,
  known: readonly [string, ...string[]],
): WaymarkError {
  const problem = `${quote(name)} is not an option of this call`;
  const near = meant(name, known);
  const all = `known options: ${known.join(', ')}`;
  const advice = near === null ? all : `write ${near}; ${all}`;
  return new WaymarkError('bad-argument', where, problem, advice);
}

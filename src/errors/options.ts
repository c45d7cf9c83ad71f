/** Reads the options of a call; `null` counts as absent, as it does for PHP's `isset`. */
import { badArgument } from './argument.ts';
import { WaymarkError } from './error.ts';
import { meant } from './nearest.ts';
import { isCallable, quote } from './show.ts';

/**
 * A copy of the options without a prototype: own properties only, so that nothing on
 * `Object.prototype` counts.
 * @throws {WaymarkError} if the options are not an object, or are one that keeps its contents elsewhere,
 *   such as a `Map` or a promise; or if an option is not known
 */
export function readOptions<T extends object>(
  where: string,
  options: T | null | undefined,
  known: readonly [keyof T & string, ...(keyof T & string)[]],
): Partial<T> {
  const own: Partial<T> = Object.create(null);
  if (options === null || options === undefined) return own;
  const names = Object.keys(options);
  // Reading a Map or a promise as no options at all would open what its `except` closes.
  if (typeof options !== 'object' || (names.length === 0 && Symbol.toStringTag in options)) {
    throw badArgument(where, 'options', 'an object', options);
  }
  for (const name of names) {
    if (!isOneOf(name, known)) throw unknownOption(where, name, known);
    own[name] = options[name];
  }
  return own;
}

/** An option that is a string; the empty one counts as absent, as in the original library. */
export function readText(where: string, name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw badArgument(where, name, 'a string', value);
}

/** An option that is a whole number of at least `least`. */
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

/** An option that is on or off; off if it is absent. */
export function readFlag(where: string, name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw badArgument(where, name, 'true or false', value);
}

export function readCallback(
  where: string,
  name: string,
  value: (() => void) | null | undefined,
): (() => void) | undefined {
  if (value === null || value === undefined) return undefined;
  if (isCallable(value)) return value;
  throw badArgument(where, name, 'a function', value);
}

/** Whether a value is in a list, whatever the list's type says of its members. */
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

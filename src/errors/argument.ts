/** Refuses arguments, and reads the options of a call; `null` counts as unset, as for PHP's `isset`. */
import { WaymarkError } from './error.ts';
import { isCallable, isOneOf } from './kind.ts';
import { describe, knownNames, meant, quote } from './show.ts';

/** The error for an argument of the wrong kind. */
export function badArgument(
  where: string,
  name: string,
  wanted: string,
  given: unknown,
): WaymarkError {
  const problem = `${name} is ${describe(given)}`;
  return new WaymarkError('bad-argument', where, problem, `expected ${wanted}`);
}

/**
 * Whether an argument may be read as a record: a plain object, one of a class, or a module. A list, a
 * `Map`, a date or a promise would be read as an empty one.
 */
export function isRecord(value: unknown): value is object {
  return isOneOf(describe(value), ['an object', 'a Module']);
}

/** A list of all members of `T`. A list that lacks one doesn't compile. */
export type Complete<T, Names extends readonly unknown[]> = [keyof T] extends [Names[number]]
  ? Names
  : readonly (keyof T)[] & { readonly lacks: Exclude<keyof T, Names[number]> };

/**
 * Copies the options to an object without a prototype, so that members of `Object.prototype` are
 * ignored. `null` becomes `undefined`.
 * @param known every option
 * @throws {WaymarkError} if the options are neither a record nor an empty array, or contain an unknown
 *   option
 */
export function readOptions<T extends object, const Names extends readonly (keyof T & string)[]>(
  where: string,
  options: T | null | undefined,
  known: Complete<T, Names> & Names,
): Partial<T> {
  const own: Partial<T> = Object.create(null);
  if (options === null || options === undefined) return own;
  // PHP writes no options as an empty array.
  if (!isRecord(options) && !Array.isArray(options)) {
    throw badArgument(where, 'options', 'an object', options);
  }
  for (const name of Object.keys(options)) {
    if (!isOneOf(name, known)) throw unknownOption(where, name, known);
    own[name] = options[name] ?? undefined;
  }
  return own;
}

/** Reads a string. The empty string counts as unset, as in the original library. */
export function readString(where: string, name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw badArgument(where, name, 'a string', value);
}

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

/** Half of what a timer can wait, since some callers double the delay. Longer timers end at once. */
const LONGEST_DELAY = 2 ** 30;

/** Reads the milliseconds of a timer. */
export function readDelay(where: string, name: string, value: unknown): number | undefined {
  const delay = readWhole(where, name, value, 1);
  if (delay === undefined || delay <= LONGEST_DELAY) return delay;
  throw badArgument(where, name, `at most ${LONGEST_DELAY} ms`, value);
}

/** Reads a boolean; `false` if unset. */
export function readFlag(where: string, name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw badArgument(where, name, 'true or false', value);
}

export function readCallback<Callback extends (...args: never[]) => unknown>(
  where: string,
  name: string,
  value: Callback | null | undefined,
): Callback | undefined {
  if (value === null || value === undefined) return undefined;
  if (isCallable(value)) return value;
  throw badArgument(where, name, 'a function', value);
}

function unknownOption(where: string, name: string, known: readonly string[]): WaymarkError {
  const problem = `${quote(name)} is not an option of this call`;
  const advice = knownNames('options', known, meant(name, known));
  return new WaymarkError('bad-argument', where, problem, advice);
}

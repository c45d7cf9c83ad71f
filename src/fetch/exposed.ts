/** Errors that are answered with their own status, since the client is at fault. */
import { badArgument } from '../errors/argument.ts';
import { isClientError, isTooLarge } from '../http/http-error.ts';

/** A class of errors. The type allows private constructors, since only instances matter. */
export type ErrorClass = abstract new (...args: never[]) => unknown;

/** Classes of errors, each with the status that answers its instances. */
export type ErrorStatus = Iterable<readonly [ErrorClass, number]>;

/**
 * Reads the option `errorStatus`.
 * @throws {WaymarkError} if it is not a list of pairs of a class and a status
 */
export function readErrorStatus(
  given: ErrorStatus,
  where: string,
): readonly (readonly [ErrorClass, number])[] {
  if (typeof given !== 'object' || typeof given[Symbol.iterator] !== 'function') {
    throw badArgument(where, 'errorStatus', 'a list such as [[NotFound, 404]]', given);
  }
  return Array.from(given, (pair: unknown, index) => {
    const [type, status]: unknown[] = Array.isArray(pair) ? pair : [];
    if (isClass(type) && isClientError(status)) return [type, status];
    const wanted = 'a class of errors and a status from 400 to 499';
    throw badArgument(where, `errorStatus[${index}]`, wanted, pair);
  });
}

/**
 * The status of an error that the client may see: the status that the application gives its class,
 * or the error's own if it has `expose: true`, like the errors of `http-errors`. A status alone is
 * no proof: errors of an HTTP client carry the status of another server.
 * @returns `null` for any other error, and for a value that throws when inspected
 */
export function exposedStatus(
  error: unknown,
  classes: readonly (readonly [ErrorClass, number])[],
): number | null {
  if (typeof error !== 'object' || error === null) return null;
  try {
    const own = classes.find(([type]) => error instanceof type);
    if (own !== undefined) return own[1];
    // The cast names possible members; they are checked when read.
    const { expose, status } = error as { readonly expose?: unknown; readonly status?: unknown };
    if (isTooLarge(error)) return 413;
    return expose === true && isClientError(status) ? status : null;
  } catch {
    return null;
  }
}

function isClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && typeof value.prototype === 'object';
}

/** Errors that are answered with a status of their own, since the client is at fault. */
import { badArgument } from '../errors/argument.ts';

/** A class of errors. Its constructor may be private, so that only the instances count. */
export type ErrorClass = abstract new (...args: never[]) => unknown;

/** Classes of errors, each with the status that answers its instances. */
export type ErrorStatus = Iterable<readonly [ErrorClass, number]>;

/**
 * Reads the option `errorStatus`.
 * @throws {WaymarkError} if it is not a list of a class and a status each
 */
export function readErrorStatus(
  given: ErrorStatus,
  where: string,
): readonly (readonly [ErrorClass, number])[] {
  if (typeof given !== 'object' || typeof given[Symbol.iterator] !== 'function') {
    throw badArgument(where, 'errorStatus', 'a list such as [[NotFound, 404]]', given);
  }
  return Array.from(given, (pair: unknown, index) => {
    const name = `errorStatus[${index}]`;
    if (!Array.isArray(pair)) throw badArgument(where, name, 'a class and a status', pair);
    const [type, status]: unknown[] = pair;
    if (!isClass(type)) throw badArgument(where, `${name}[0]`, 'a class of errors', type);
    if (!isClientError(status)) {
      throw badArgument(where, `${name}[1]`, 'a status from 400 to 499', status);
    }
    return [type, status];
  });
}

/**
 * The status of an error that the client may know of: the one that the application gives its class,
 * or its own if it has `expose: true`, as the errors of `http-errors` do. The status alone proves
 * nothing: an HTTP client's errors have that of another server.
 * @returns `null` for any other error, and for a value that throws when it is asked
 */
export function exposedStatus(
  error: unknown,
  classes: readonly (readonly [ErrorClass, number])[],
): number | null {
  if (typeof error !== 'object' || error === null) return null;
  try {
    const own = classes.find(([type]) => error instanceof type);
    if (own !== undefined) return own[1];
    // The cast names what may be there; what is read is checked.
    const { expose, status } = error as { readonly expose?: unknown; readonly status?: unknown };
    return expose === true && isClientError(status) ? status : null;
  } catch {
    return null;
  }
}

function isClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && typeof value.prototype === 'object';
}

function isClientError(status: unknown): status is number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 499;
}

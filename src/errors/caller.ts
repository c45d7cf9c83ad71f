import { WaymarkError } from './error.ts';

/** Errors whose stack has been cut, so that the outer of two nested calls leaves it alone. */
const cut = new WeakSet<WaymarkError>();

/**
 * Makes a call for a public function. Where the engine has `Error.captureStackTrace`, the stack of an
 * error starts at the line that called the public function: engines keep ten lines, and the package's
 * own would push the caller's out.
 */
export function fromCaller<Args extends readonly unknown[], Result>(
  entry: (...args: never[]) => unknown,
  call: (...args: Args) => Result,
  ...args: Args
): Result {
  try {
    return call(...args);
  } catch (error) {
    if (error instanceof WaymarkError && !cut.has(error)) {
      cut.add(error);
      Error.captureStackTrace?.(error, entry);
    }
    throw error;
  }
}

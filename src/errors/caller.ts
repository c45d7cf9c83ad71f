/** Lets the stack of an error start where the mistake is. */
import { WaymarkError } from './error.ts';

/** Errors whose stack has been cut, so that the outer of two nested calls leaves it alone. */
const cut = new WeakSet<WaymarkError>();

/**
 * Makes a call for a public function. The stack of an error that the call throws starts at the line
 * that called the public function, wherever the engine has `Error.captureStackTrace`: engines keep
 * ten lines, and those of the package's own would push the caller's out.
 *
 * @param entry the public function
 * @param call what it does
 * @param args the arguments of the call
 * @returns what the call returns
 * @throws whatever the call throws
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

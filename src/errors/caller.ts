import { WaymarkError } from './error.ts';

/** Errors whose stack has already been trimmed, so that an outer call doesn't trim it again. */
const cut = new WeakSet<WaymarkError>();

/**
 * Calls the implementation of a public function. If the engine has `Error.captureStackTrace`, an
 * error's stack starts at the public function's caller. Engines keep only ten lines, and the
 * package's own could push the caller's out.
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

/**
 * Like {@link fromCaller}, for a function that returns a promise. When it rejects, the caller is no
 * longer on the stack, so the stack is recorded first.
 */
export async function fromAsyncCaller<Args extends readonly unknown[], Result>(
  entry: (...args: never[]) => unknown,
  call: (...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> {
  // A real error: Bun, and libraries that format stacks, refuse anything else.
  const caller = new Error();
  Error.captureStackTrace?.(caller, entry);
  try {
    return await call(...args);
  } catch (error) {
    if (error instanceof WaymarkError && !cut.has(error) && typeof caller.stack === 'string') {
      cut.add(error);
      const frames = caller.stack.slice(caller.stack.indexOf('\n'));
      Object.defineProperty(error, 'stack', { value: `${error}${frames}` });
    }
    throw error;
  }
}

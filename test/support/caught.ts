import { WaymarkError } from '../../src/index.ts';

/** Returns the `WaymarkError` that a call throws, and rethrows anything else. */
export function caught(call: () => unknown): WaymarkError {
  try {
    call();
  } catch (error) {
    if (error instanceof WaymarkError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Returns the reason of a promise's rejection. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => Promise.reject(new Error('the promise was fulfilled')),
    (error: unknown) => error,
  );

/** Returns the reason of a promise's rejection. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => Promise.reject(new Error('the promise was fulfilled')),
    (error: unknown) => error,
  );

/** Returns the reason of a promise's rejection. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const fulfilled = await promise.then(
    () => true,
    () => false,
  );
  if (fulfilled) throw new Error('the promise was fulfilled');
  return promise.catch((error: unknown) => error);
}

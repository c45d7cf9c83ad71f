/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const fulfilled = await promise.then(
    () => true,
    () => false,
  );
  if (fulfilled) throw new Error('the promise was fulfilled');
  return promise.catch((error: unknown) => error);
}

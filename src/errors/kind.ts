/** Tests of a value's kind. */

/** Whether a value is a function other than a class. */
export function isCallable<T>(value: T): value is T & ((...args: never[]) => unknown) {
  // Frozen functions have a read-only prototype like classes, so only the source distinguishes
  // them.
  return typeof value === 'function' && !/^class[\s{]/.test(String(value));
}

/** Whether a value must be awaited, because it has a `then` method. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  // Reading it is several times faster in V8 than `'then' in` if values have many shapes.
  return typeof (value as { then?: unknown }).then === 'function';
}

/** Whether a list has a value of any kind. */
export function isOneOf<T>(value: unknown, list: readonly T[]): value is T {
  return (list as readonly unknown[]).includes(value); // the cast allows any value
}

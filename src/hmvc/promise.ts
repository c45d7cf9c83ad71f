/** Whether a value must be awaited, since it has a method `then`. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  // A read, since `'then' in` takes V8 several times as long if values have many shapes.
  return typeof (value as { then?: unknown }).then === 'function';
}

/** Whether a value has to be awaited: whether it has a method `then`. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  // Read, since V8 takes several times as long for `'then' in` if values have many shapes.
  return typeof (value as { then?: unknown }).then === 'function';
}

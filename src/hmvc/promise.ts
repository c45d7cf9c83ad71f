/** Goes on at once if nothing has to be awaited, since each wait delays the answer. */

/** Whether a value has to be awaited: whether it has a method `then`. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  // Read, since V8 takes several times as long for `'then' in` if values have many shapes.
  return typeof (value as { then?: unknown }).then === 'function';
}

/**
 * Goes on with a value: at once, unless it is a promise.
 * @param given handed to `next` after the value, if that saves a closure for each request
 * @throws what `next` throws, if the value is not a promise
 */
export function andThen<Value, Result>(
  value: Value | PromiseLike<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result>;
export function andThen<Value, Given, Result>(
  value: Value | PromiseLike<Value>,
  next: (value: Value, given: Given) => Result | Promise<Result>,
  given: Given,
): Result | Promise<Result>;
export function andThen(
  value: unknown,
  next: (value: unknown, given: unknown) => unknown,
  given?: unknown,
): unknown {
  return isPromise(value) ? later(value, next, given) : next(value, given);
}

/** Apart, since a function that holds a closure makes room for it at each call. */
function later(
  value: PromiseLike<unknown>,
  next: (value: unknown, given: unknown) => unknown,
  given: unknown,
): Promise<unknown> {
  return Promise.resolve(value).then((settled) => next(settled, given));
}

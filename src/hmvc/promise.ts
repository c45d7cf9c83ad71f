/** Goes on at once with what needs no waiting, since each wait puts the answer off. */

/**
 * Whether a value has to be awaited: whether it is an object or a function with a method `then`.
 *
 * @param value any value
 *
 * @example
 * isPromise(Promise.resolve()); // true
 */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  // Read, since V8 looks for `'then' in` several times as long where values are of many shapes.
  return typeof (value as { then?: unknown }).then === 'function';
}

/**
 * Goes on with a value: at once, unless it is a promise.
 *
 * @param value a value, or a promise of one
 * @param next what to do with it
 * @param given handed to `next` after the value, where that spares a closure for each request
 * @returns what `next` returns; a promise of it where the value is one
 * @throws what `next` throws, where the value is not a promise
 *
 * @example
 * andThen(1, (one) => one + 1); // 2
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

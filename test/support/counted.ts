/** Counts steps of work without a clock. */

/** Data that counts its reads. */
export interface Counted<T> {
  readonly data: T;
  /** The number of members read so far, at any depth. */
  readonly reads: () => number;
}

/**
 * Wraps data in proxies that count each read of a member. A matcher only reads its data, so its
 * reads are its steps, whatever its form.
 *
 * @param data plain objects, arrays and typed arrays
 *
 * @example
 * const { data, reads } = countReads({ a: [7] });
 * data.a[0];
 * reads(); // 2
 */
export function countReads<T extends object>(data: T): Counted<T> {
  let reads = 0;
  const wrapped = new WeakMap<object, object>();
  const wrap = <V>(value: V): V => {
    if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
    const known = wrapped.get(value) ?? new Proxy(value, handler);
    wrapped.set(value, known);
    return known as V; // the cast: a proxy is used like its target
  };
  const handler: ProxyHandler<object> = {
    get(target, key) {
      reads++;
      return wrap(Reflect.get(target, key));
    },
  };
  return { data: wrap(data), reads: () => reads };
}

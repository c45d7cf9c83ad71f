/** Caches values in a map. */

/** The value of a key, made at its first use. A value must not be `undefined`. */
export function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}

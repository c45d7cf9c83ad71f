/** Fills maps. */

/** The value of a key, made at its first use. A value must not be `undefined`. */
export function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}

/** The items of each key, in order. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) remember(groups, keyOf(item), (): Item[] => []).push(item);
  return groups;
}

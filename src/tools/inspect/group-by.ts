/** Groups items. */
import { remember } from './remember.ts';

/** The items of each key, in order. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) remember(groups, keyOf(item), (): Item[] => []).push(item);
  return groups;
}

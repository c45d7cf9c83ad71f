/**
 * Matches patterns that are a sequence of characters and classes, each with any quantifier, in groups
 * that are not repeated: `page-(:any)-(:num)`.
 *
 * A regular expression engine tries every way to share a path out among `(:any)-(:any)-(:any)` before
 * it gives up, in time that grows with the cube of the path's length. Two passes suffice, and give
 * the same captures:
 *
 * - From the last item to the first, and for each place of the path, note whether the items from this
 *   one on match the rest of the path from there. An item that may end anywhere in a stretch needs
 *   only the nearest place where the next item can start.
 * - From the first item to the last, let each take up as much (or, if it is lazy, as little) as
 *   leaves the next one a place from which the rest matches: what a backtracking engine chooses in
 *   the end.
 *
 * Both look at each place of the path at most a few times for each item.
 */
import { type CharacterSet, isMember } from './set.ts';

/** Anything that matches as a regular expression does. */
export interface PatternMatcher {
  /** @returns the whole match and the captures, or `null` */
  exec(path: string): readonly (string | undefined)[] | null;
}

/** So many characters of one set. */
export interface Run {
  readonly set: CharacterSet;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

export type Item = string | Run;

export class SequenceMatcher implements PatternMatcher {
  /**
   * @param items what the path consists of
   * @param groups which items each group spans: its first, and the one after its last
   */
  constructor(
    readonly items: readonly Item[],
    readonly groups: readonly (readonly [first: number, behindLast: number])[],
  ) {}

  exec(path: string): readonly string[] | null {
    const { items } = this;
    const [first] = items;
    const last = items.at(-1);
    // Of many such patterns in a table, a path that is not one of them should cost next to nothing.
    if (typeof first === 'string' && !path.startsWith(first)) return null;
    if (typeof last === 'string' && !path.endsWith(last)) return null;
    const ends = matchItems(items, path);
    return (
      ends && [path, ...this.groups.map(([first, last]) => path.slice(ends[first], ends[last]))]
    );
  }
}

/** Where each item starts, and where the last one ends; `null` where the path does not match. */
function matchItems(items: readonly Item[], path: string): number[] | null {
  const starts = [endOnly(path.length)];
  for (let number = items.length - 1; number >= 0; number--) {
    starts.push(startsOf(items[number], path, starts[starts.length - 1]));
  }
  starts.reverse();
  if (starts[0][0] === 0) return null;
  const places = [0];
  for (const [number, item] of items.entries()) {
    const from = places[number];
    places.push(
      typeof item === 'string' ? from + item.length : endOf(item, path, from, starts[number + 1]),
    );
  }
  return places;
}

function endOnly(length: number): Uint8Array {
  const places = new Uint8Array(length + 1);
  places[length] = 1;
  return places;
}

/** The places from which an item and all after it match; `next` are those of the next item. */
function startsOf(item: Item, path: string, next: Uint8Array): Uint8Array {
  const { length } = path;
  const places = new Uint8Array(length + 1);
  if (typeof item === 'string') {
    for (let at = length - item.length; at >= 0; at--) {
      if (next[at + item.length] === 1 && path.startsWith(item, at)) places[at] = 1;
    }
    return places;
  }
  const { set, min, max } = item;
  // How many members follow each other from here, and the nearest place, from the least that the item
  // takes up, where the next item can start.
  let members = 0;
  let nearest = Infinity;
  let looked = length + 1;
  for (let at = length; at >= 0; at--) {
    members = at < length && isMember(set, path.charCodeAt(at)) ? members + 1 : 0;
    while (looked > at + min) {
      looked--;
      if (next[looked] === 1) nearest = looked;
    }
    if (nearest <= at + Math.min(members, max)) places[at] = 1;
  }
  return places;
}

function endOf({ set, min, max, lazy }: Run, path: string, from: number, next: Uint8Array): number {
  const least = from + min;
  if (lazy) return next.indexOf(1, least);
  let most = from;
  while (most < path.length && most - from < max && isMember(set, path.charCodeAt(most))) most++;
  while (next[most] === 0) most--;
  return most;
}

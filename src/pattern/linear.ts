/**
 * Matches patterns that are a sequence of characters and classes, each with any quantifier, in
 * groups that are not repeated: `page-(:any)-(:num)`.
 *
 * A regular expression engine tries every way to share a path out among `(:any)-(:any)-(:any)`
 * before it gives up, in time that grows with the cube of the path's length. Here two passes do,
 * and give the same captures:
 *
 * - From the last item to the first, and for each place of the path, note whether the items from
 *   this one on match the rest of the path from this place on. An item that may end at any place of
 *   a stretch needs only the nearest place where the next item can start.
 * - From the first item to the last, let each take up as much (or, if it is lazy, as little) as
 *   leaves the next one a place from which the rest matches. That is the choice that an engine which
 *   goes back makes in the end.
 *
 * Both look at each place of the path at most a few times for each item.
 */
import { classSource, repeatedClass } from './repeated.ts';
import { areDisjoint, type CharacterSet, isMember, readSet } from './set.ts';
import type { Choices, Group, Repetition, Sequence, Term } from './terms.ts';

/** A run of so many characters is not much longer than its quantifier. */
const COUNTED = 8;

/** Anything that matches as a regular expression does. */
export interface PatternMatcher {
  /** @returns the whole match and the captures, or `null` */
  exec(path: string): readonly (string | undefined)[] | null;
}

/** So many characters of one set. */
interface Run {
  readonly set: CharacterSet;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

/** A fixed text, or a run. */
type Item = string | Run;

/** The items of a pattern, and between which of them each group stands. */
interface Items {
  readonly items: Item[];
  readonly groups: [first: number, behindLast: number][];
}

/**
 * Makes the matcher of a pattern that is such a sequence and that an engine could need more than
 * linear time for.
 *
 * @param choices the pattern
 * @returns `null` where the pattern is anything else; its regular expression will do
 *
 * @example
 * createLinearMatcher(choicesOf('([^/]+)-([^/]+)'))?.exec('a-b-c'); // ['a-b-c', 'a-b', 'c']
 */
export function createLinearMatcher(choices: Choices): PatternMatcher | null {
  const [sequence, ...others] = choices;
  const found: Items = { items: [], groups: [] };
  if (others.length > 0 || !collect(withoutAnchors(sequence), found)) return null;
  const { items, groups } = found;
  if (isDirect(items)) return null;
  return {
    exec(path) {
      const ends = matchItems(items, path);
      return ends && [path, ...groups.map(([first, last]) => path.slice(ends[first], ends[last]))];
    },
  };
}

/** A pattern is anchored as it is. */
function withoutAnchors(sequence: Sequence): Sequence {
  const isAnchor = (node: Term | undefined, source: string) =>
    node?.kind === 'assertion' && node.source === source;
  const start = isAnchor(sequence[0], '^') ? 1 : 0;
  return sequence.slice(start, isAnchor(sequence.at(-1), '$') ? -1 : sequence.length);
}

/** Adds the items of a sequence; `false` where it has something else in it. */
function collect(sequence: Sequence, found: Items): boolean {
  return sequence.every((node) => {
    switch (node.kind) {
      case 'text':
        found.items.push(node.value);
        return true;
      case 'class':
        found.items.push({ set: readSet(node.source), min: 1, max: 1, lazy: false });
        return true;
      case 'repetition':
        return collectRepetition(node, found);
      case 'group':
        return collectGroup(node, found);
      default:
        return false;
    }
  });
}

function collectGroup(node: Group, found: Items): boolean {
  if (node.choices.length > 1) return false;
  const group: [number, number] = [found.items.length, 0];
  if (node.number !== null) found.groups.push(group);
  if (!collect(node.choices[0], found)) return false;
  group[1] = found.items.length;
  return true;
}

function collectRepetition(node: Repetition, found: Items): boolean {
  const { node: inner, min, max, lazy } = node;
  if (inner.kind === 'text' || inner.kind === 'class') {
    found.items.push({ set: readSet(classSource(inner)), min, max, lazy });
    return true;
  }
  const source = repeatedClass(inner);
  // A group of one run that is repeated, or may be left out, captures what a single run does.
  const single = max === Infinity ? min < 2 : max === 1 && min === 0;
  if (source === null || !single || (lazy && min === 0) || inner.kind !== 'group') return false;
  const first = found.items.length;
  found.items.push({ set: readSet(source), min, max: Infinity, lazy: false });
  if (inner.number !== null) found.groups.push([first, first + 1]);
  return true;
}

/**
 * Whether an engine never has to try a stretch of the path more than once: every item can end at one
 * place only, since what it is made of can't start the next one, but for the last that can vary.
 */
function isDirect(items: readonly Item[]): boolean {
  const varying = items.findLastIndex(isLong);
  return items.slice(0, Math.max(varying, 0)).every((item, number) => {
    if (typeof item === 'string' || !isLong(item)) return true;
    const next = items[number + 1];
    if (typeof next === 'string') return !isMember(item.set, next.charCodeAt(0));
    return next.min > 0 && areDisjoint(item.set, next.set);
  });
}

/** Whether an item varies in length, or is longer than it is written: `.{1000}`. */
function isLong(item: Item): boolean {
  return typeof item !== 'string' && (item.min !== item.max || item.min > COUNTED);
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

/** The places from which an item, and all behind it, match; `next` are those of the next item. */
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
  // How many members follow each other from here on, and the nearest place, from the least that the
  // item takes up, where the next item can start.
  let members = 0;
  let nearest = Infinity;
  let looked = length + 1;
  for (let at = length; at >= 0; at--) {
    members = at < length && isMember(set, path.charCodeAt(at)) ? members + 1 : 0;
    while (looked > at + min && looked > 0) {
      looked--;
      if (next[looked] === 1) nearest = looked;
    }
    if (members >= min && nearest <= at + Math.min(members, max)) places[at] = 1;
  }
  return places;
}

/** Where a run that starts here ends. */
function endOf({ set, min, max, lazy }: Run, path: string, from: number, next: Uint8Array): number {
  const least = from + min;
  if (lazy) return next.indexOf(1, least);
  let most = from;
  while (most < path.length && most - from < max && isMember(set, path.charCodeAt(most))) most++;
  while (next[most] === 0) most--;
  return most;
}

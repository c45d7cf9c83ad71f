/**
 * Builds the tree of `tree.ts` from the steps of a method's routes. Each fork gets the characters by which
 * it distinguishes its texts, and the size of its list of children.
 */
import { Code } from '../../path/normalise.ts';
import type { Writable } from '../routes.ts';
import { ANY, type Steps } from './steps.ts';
import {
  type Branch,
  type Fork,
  NONE,
  type SegmentEdge,
  type TextNode,
  type TreeData,
} from './tree.ts';

/** Routes with the same text after the same segments. */
interface TextGroup {
  readonly text: string;
  /**
   * The number of characters that every path with this text shares, including the one after the
   * text. `Infinity` if the path ends there, since every further character reads as {@link NO_CHARACTER}.
   */
  shared: number;
  /** The character that follows the text, if it is shared: a slash or {@link NO_CHARACTER}. */
  readonly following: number;
  /** Lowest index first. */
  readonly entries: Steps[];
}

/** A part of the tree that is still to be built. */
interface Pending {
  readonly groups: readonly TextGroup[];
  /** The number of segments above this part. */
  readonly depth: number;
  /** The texts are known to share their first `from` characters. */
  readonly from: number;
  readonly attach: (branch: Branch) => void;
}

/** Read by a fork as the character after a path's end. */
const NO_CHARACTER = 0;

const MOST_OFFSETS = 3;

/** Bits per character in a key; all characters are ASCII. */
const BITS = 7;

/** How far past the first difference to look for the best characters. */
const AHEAD = 24;

/**
 * The minimum sample for picking the best characters; a large fork samples an eighth of its texts.
 */
const SAMPLE = 40;

/** Odd numbers with irregular bits, from Knuth's multiplicative hash and MurmurHash. */
const FACTOR = 0x9e3779b1 | 0;
const NEXT_FACTOR = 0x85ebca6b | 0;

/**
 * Above this number of keys, the longest list is used at once, since some would share a place in a
 * shorter one.
 */
const MANY = 40;

/** The number of factors to try for each list size. */
const ATTEMPTS = 4;

/** V8 itself copies slices up to this length. */
const COPIED_BY_V8 = 12;

/**
 * Builds a tree from routes, lowest index first.
 * @param filledInHome a default controller that nobody wrote, which yields to all other routes that
 *   match the empty path; −1 if there is none
 */
export function buildTree(entries: readonly Steps[], filledInHome: number): TreeData {
  const isRoot = ({ fixedTexts, whole, index }: Steps) =>
    whole && fixedTexts[0] === '/' && index !== filledInHome;
  const rootRoute = entries.find(isRoot)?.index ?? -1;
  const others = entries.filter((entry) => !isRoot(entry));
  if (others.length === 0) return { root: null, rootRoute };
  let root: Branch | null = null;
  const attach = (branch: Branch) => {
    root = branch;
  };
  // A list, since a tree may be too deep for recursion.
  const pending: Pending[] = [{ groups: groupByText(others, 0), depth: 0, from: 0, attach }];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    part.attach(buildBranch(part, pending));
  }
  return { root, rootRoute };
}

function groupByText(entries: readonly Steps[], depth: number): TextGroup[] {
  const groups = new Map<string, TextGroup>();
  for (const entry of entries) {
    const own = startGroup(entry, depth);
    const group = groups.get(own.text);
    if (group === undefined) groups.set(own.text, own);
    else {
      group.entries.push(entry);
      const isAlike = group.following === own.following;
      group.shared = isAlike ? Math.min(group.shared, own.shared) : own.text.length;
    }
  }
  return [...groups.values()];
}

function startGroup(entry: Steps, depth: number): TextGroup {
  const text = entry.fixedTexts[depth];
  const entries = [entry];
  if (entry.sets.length > depth) {
    return { text, shared: text.length + 1, following: Code.SLASH, entries };
  }
  return { text, shared: entry.whole ? Infinity : text.length, following: NO_CHARACTER, entries };
}

function buildBranch({ groups, depth, from }: Pending, pending: Pending[]): Branch {
  if (groups.length === 1) {
    const [{ text, entries }] = groups;
    if (entries.length === 1) return buildTail(entries[0], depth);
    const isEnd = ({ whole, sets }: Steps) => whole && sets.length === depth;
    // The search compares a text-only route with the whole path. An empty text needs no comparison.
    if ((depth === 0 || text === '') && entries.every(isEnd)) return entries[0].index;
    return buildNode(groups[0], groups, depth, pending);
  }
  const difference = placeOfDifference(groups, from);
  if (difference >= 0) return buildFork(groups, depth, difference, pending);
  const shortest = groups.reduce((one, other) =>
    other.text.length < one.text.length ? other : one,
  );
  return buildNode(shortest, groups, depth, pending);
}

function buildFork(
  groups: readonly TextGroup[],
  depth: number,
  from: number,
  pending: Pending[],
): Fork {
  const { offsets, factor, shift, places } = chooseFork(groups, from);
  const [first, second = -1, third = -1] = offsets;
  const children = new Array<Branch | null>(2 ** (32 - shift)).fill(null);
  const byPlace = new Map<number, TextGroup[]>();
  groups.forEach((group, number) => {
    push(byPlace, places[number], group);
  });
  for (const [place, same] of byPlace) {
    if (same.length === 1 && same[0].entries.length === 1) {
      children[place] = buildTail(same[0].entries[0], depth);
      continue;
    }
    const attach = (branch: Branch) => {
      children[place] = branch;
    };
    pending.push({ groups: same, depth, from, attach });
  }
  return { children, factor, shift, first, second, third };
}

/** Builds the node of the shortest text, a prefix of all the others. */
function buildNode(
  own: TextGroup,
  groups: readonly TextGroup[],
  depth: number,
  pending: Pending[],
): TextNode {
  const { text, entries } = own;
  const node = startNode(text, lowestIndexOf(groups));
  const expressions: number[] = [];
  // A Map keeps route order, so the set with the lowest index comes first.
  const bySet = new Map<number, Steps[]>();
  for (const entry of entries) {
    if (entry.sets.length > depth) push(bySet, entry.sets[depth], entry);
    else if (!entry.whole) expressions.push(entry.index);
    else if (node.route < 0) node.route = entry.index;
  }
  if (expressions.length > 0) node.expressions = expressions;
  if (groups.length > 1) {
    const attach = (branch: Branch) => {
      node.longer = branch;
    };
    const others = groups.filter((group) => group !== own);
    pending.push({ groups: others, depth, from: text.length, attach });
  }
  const segments: Writable<SegmentEdge>[] = [];
  for (const [set, same] of bySet) {
    const edge: Writable<SegmentEdge> = { set, branch: NONE };
    if (set !== ANY) segments.push(edge);
    const attach = (branch: Branch) => {
      if (set === ANY) node.any = branch;
      else edge.branch = branch;
    };
    pending.push({ groups: groupByText(same, depth + 1), depth: depth + 1, from: 0, attach });
  }
  if (segments.length > 0) node.segments = segments;
  return node;
}

/**
 * Builds the nodes that only one route has, last to first. Most routes end in such a tail. Building
 * it in the same way as shared nodes would take a third of the time to a first answer.
 */
function buildTail({ index, fixedTexts, sets, whole }: Steps, depth: number): Branch {
  const last = sets.length;
  const isEnd = whole && (last === 0 || fixedTexts[last] === '');
  let branch: Branch = index;
  for (let place = isEnd ? last - 1 : last; place >= depth; place--) {
    const node = startNode(fixedTexts[place], index);
    if (place < last) {
      const set = sets[place];
      if (set === ANY) node.any = branch;
      else node.segments = [{ set, branch }];
    } else if (whole) node.route = index;
    else node.expressions = [index];
    branch = node;
  }
  return branch;
}

/** Makes a node without children. All nodes are created here, so they have one shape in V8. */
function startNode(text: string, lowestIndex: number): Writable<TextNode> {
  return {
    children: null,
    text: copy(text),
    route: -1,
    any: null,
    segments: null,
    expressions: null,
    longer: null,
    lowestIndex,
  };
}

/** Copies a long text: V8 compares a slice more slowly, and the slice keeps its pattern alive. */
function copy(text: string): string {
  return text.length > COPIED_BY_V8 ? text.split('').join('') : text;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function lowestIndexOf(groups: readonly TextGroup[]): number {
  return groups.reduce((lowest, { entries }) => Math.min(lowest, entries[0].index), NONE);
}

/**
 * Finds the first character, at `from` or later, that differs between texts.
 * @param texts two or more, all different; all are at least `from` long and equal up to there
 * @returns −1 if no differing character is known for all of them, so the shortest text is a prefix
 *   of the others
 */
function placeOfDifference(texts: readonly TextGroup[], from: number): number {
  const end = sharedByAll(texts);
  const [one] = texts;
  for (let at = from; at < end; at++) {
    const code = codeAt(one, at);
    for (const text of texts) if (codeAt(text, at) !== code) return at;
  }
  return -1;
}

/**
 * Chooses one to three characters, each time the one that splits the texts into the most parts.
 * @param from the result of {@link placeOfDifference}
 */
function chooseFork(texts: readonly TextGroup[], from: number) {
  const stride = Math.ceil(texts.length / Math.max(SAMPLE, texts.length >> 3));
  const sample = texts.filter((_, number) => number % stride === 0);
  const end = Math.min(sharedByAll(texts), from + AHEAD);
  const offsets: number[] = [];
  let keys = sample.map(() => 0);
  let most = 1;
  while (offsets.length < MOST_OFFSETS && most < sample.length) {
    const bits = BITS * offsets.length;
    // The first character differs, even if it is the same throughout the sample.
    let best = offsets.length === 0 ? from : -1;
    for (let at = from; at < end && most < sample.length; at++) {
      const parts = new Set<number>();
      for (let place = 0; place < sample.length; place++) {
        parts.add(keys[place] | (codeAt(sample[place], at) << bits));
      }
      if (parts.size > most) [most, best] = [parts.size, at];
    }
    if (best < 0) break;
    offsets.push(best);
    keys = keys.map((key, place) => key | (codeAt(sample[place], best) << bits));
  }
  const all = texts.map((text) => keyOf(text, offsets));
  const { factor, shift } = chooseList(new Set(all));
  return { offsets, factor, shift, places: all.map((key) => Math.imul(key, factor) >>> shift) };
}

/**
 * Chooses a list size and a hash factor that give each key a separate place, if possible. Keys that
 * share a place get another fork.
 */
function chooseList(keys: ReadonlySet<number>): { factor: number; shift: number } {
  const fewestBits = Math.ceil(Math.log2(keys.size));
  const mostBits = fewestBits + 2;
  let best = { factor: FACTOR, shift: 0 };
  let most = 0;
  // With fewer than two places, the fork would not divide its texts.
  for (let bits = keys.size > MANY ? mostBits : fewestBits; bits <= mostBits || most < 2; bits++) {
    let factor = FACTOR;
    for (let attempt = 0; attempt < ATTEMPTS && most < keys.size; attempt++) {
      const shift = 32 - bits;
      const places = new Set<number>();
      for (const key of keys) places.add(Math.imul(key, factor) >>> shift);
      if (places.size > most) {
        most = places.size;
        best = { factor, shift };
      }
      factor = Math.imul(factor, NEXT_FACTOR) | 1;
    }
  }
  return best;
}

/** Combines characters of a text into one number, in the same way as the search. */
function keyOf(text: TextGroup, offsets: readonly number[]): number {
  let key = 0;
  for (let place = 0; place < offsets.length; place++) {
    key |= codeAt(text, offsets[place]) << (BITS * place);
  }
  return key;
}

function codeAt({ text, following }: TextGroup, at: number): number {
  return at < text.length ? text.charCodeAt(at) : following;
}

function sharedByAll(texts: readonly TextGroup[]): number {
  return texts.reduce((least, { shared }) => Math.min(least, shared), Infinity);
}

/** Builds the tree that `search.ts` goes through, from the steps of a table's routes. */
import type { MatcherRoute } from './contract.ts';
import type { SegmentSet, Steps } from './steps.ts';

/** A route on its way into the tree. */
export interface TreeEntry<R extends MatcherRoute> extends Steps {
  readonly route: R;
}

/** No route: greater than every index, and still what V8 keeps as a small integer. */
const NONE = 0x7fffffff;

/** A place that paths are followed to. */
export interface TreeNode<R extends MatcherRoute> {
  /** How many characters a path is followed, unseen, before the node is there. */
  readonly skip: number;
  /** Which character leads on, counted from there. */
  readonly branchOffset: number;
  /** The nodes that it leads to, by its code less the base. */
  readonly base: number;
  readonly children: readonly (TreeNode<R> | null)[];
  /** The segments that lead on, from the one with the lowest index. */
  readonly segment: SegmentEdge<R> | null;
  /** Routes whose steps end here and whose expression decides the rest, lowest index first. */
  readonly expressions: readonly R[] | null;
  /** The first route that ends here. */
  readonly route: R | null;
  /** The lowest index of the routes in the node and below it. */
  readonly lowestIndex: number;
}

/** A slash and one or more characters of a set, up to the next slash or the path's end. */
export interface SegmentEdge<R extends MatcherRoute> {
  readonly set: SegmentSet;
  readonly node: TreeNode<R>;
  /** The next segment that leads on from the same node. */
  readonly next: SegmentEdge<R> | null;
}

/** The fields of a type, to be written while it is made. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A node that is still to be made. Its routes have come the same way: through the same number of
 * segments, and equally far into the text after them.
 */
interface PendingNode<R extends MatcherRoute> {
  readonly entries: readonly TreeEntry<R>[];
  readonly depth: number;
  readonly from: number;
  readonly attach: (node: TreeNode<R>) => void;
}

/** Shared by all nodes that no text goes on from, which are most. */
const NO_CHILDREN: readonly never[] = [];

/** Among so many characters, from the node on, the one that leads on is looked for. */
const AHEAD = 24;

/**
 * Builds the tree of some routes.
 *
 * @param entries the routes, lowest index first
 * @returns the root
 *
 * @example
 * buildTree([{ route, fixedTexts: ['/posts'], sets: [], whole: true }]).lowestIndex; // 0
 */
export function buildTree<R extends MatcherRoute>(entries: readonly TreeEntry<R>[]): TreeNode<R> {
  // A list, since a tree may be too deep to recurse.
  const pending: PendingNode<R>[] = [];
  const root = makeNode(entries, 0, 0, pending);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    next.attach(makeNode(next.entries, next.depth, next.from, pending));
  }
  return root;
}

function makeNode<R extends MatcherRoute>(
  entries: readonly TreeEntry<R>[],
  depth: number,
  before: number,
  pending: PendingNode<R>[],
): TreeNode<R> {
  const skip = sharedLength(entries, depth, before);
  const from = before + skip;
  const longer: TreeEntry<R>[] = [];
  const entering: TreeEntry<R>[] = [];
  const expressions: R[] = [];
  let route: R | null = null;
  for (const entry of entries) {
    if (entry.fixedTexts[depth].length > from) longer.push(entry);
    else if (entry.sets.length > depth) entering.push(entry);
    else if (!entry.whole) expressions.push(entry.route);
    else route ??= entry.route;
  }
  const node: Writable<TreeNode<R>> = {
    skip,
    branchOffset: 0,
    base: 0,
    children: NO_CHILDREN,
    segment: null,
    expressions: expressions.length === 0 ? null : expressions,
    route,
    lowestIndex: entries[0]?.route.index ?? NONE,
  };
  if (longer.length > 0) addChildren(node, longer, depth, from, pending);
  addSegments(node, entering, depth, pending);
  return node;
}

/** Adds the nodes that one more character leads to. */
function addChildren<R extends MatcherRoute>(
  node: Writable<TreeNode<R>>,
  entries: readonly TreeEntry<R>[],
  depth: number,
  from: number,
  pending: PendingNode<R>[],
): void {
  const branchOffset = findBranchOffset(entries, depth, from);
  const groups = groupBy(entries, ({ fixedTexts }) =>
    fixedTexts[depth].charCodeAt(from + branchOffset),
  );
  const codes = [...groups.keys()];
  const base = Math.min(...codes);
  const children = new Array<TreeNode<R> | null>(Math.max(...codes) - base + 1).fill(null);
  node.branchOffset = branchOffset;
  node.base = base;
  node.children = children;
  for (const [code, group] of groups) {
    const attach = (child: TreeNode<R>) => {
      children[code - base] = child;
    };
    pending.push({ entries: group, depth, from, attach });
  }
}

/** Adds the segments that lead on, linked from the one with the lowest index. */
function addSegments<R extends MatcherRoute>(
  node: Writable<TreeNode<R>>,
  entries: readonly TreeEntry<R>[],
  depth: number,
  pending: PendingNode<R>[],
): void {
  // A Map keeps the order of the routes, so the group with the lowest index is the first.
  const groups = [...groupBy(entries, ({ sets }) => sets[depth])].reverse();
  for (const [set, group] of groups) {
    // The node is made in its turn; until then this one holds its place.
    const segment: Writable<SegmentEdge<R>> = { set, node, next: node.segment };
    const attach = (subtree: TreeNode<R>) => {
      segment.node = subtree;
    };
    pending.push({ entries: group, depth: depth + 1, from: 0, attach });
    node.segment = segment;
  }
}

/** How many characters all texts share from here on. */
function sharedLength(entries: readonly Steps[], depth: number, from: number): number {
  const [first, ...others] = entries;
  if (first === undefined) return 0;
  const text = first.fixedTexts[depth];
  let end = shortestLength(entries, depth);
  for (const { fixedTexts } of others) {
    let at = from;
    while (at < end && fixedTexts[depth].charCodeAt(at) === text.charCodeAt(at)) at++;
    end = at;
  }
  return end - from;
}

/** Which character, among those that every text has, takes the most values. */
function findBranchOffset(entries: readonly Steps[], depth: number, from: number): number {
  const length = Math.min(AHEAD, shortestLength(entries, depth) - from);
  // By character, the last place where it was seen, from 1; texts are ASCII, so below 128.
  const seen = new Uint8Array(128);
  let best = 0;
  let most = 0;
  for (let at = 0; at < length && most < entries.length; at++) {
    let values = 0;
    for (const { fixedTexts } of entries) {
      const code = fixedTexts[depth].charCodeAt(from + at);
      if (seen[code] !== at + 1) values++;
      seen[code] = at + 1;
    }
    if (values > most) [best, most] = [at, values];
  }
  return best;
}

function shortestLength(entries: readonly Steps[], depth: number): number {
  return entries.reduce(
    (least, { fixedTexts }) => Math.min(least, fixedTexts[depth].length),
    Infinity,
  );
}

function groupBy<K, V>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

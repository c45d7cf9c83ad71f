/** Grows the tree that `tree.ts` searches, from the steps of a table's routes. */
import type { Matcher } from '../../pattern/linear.ts';
import type { SegmentSet, Steps } from './steps.ts';
import type { Texts } from './texts.ts';

/** A route as the tree holds it. */
export interface Leaf extends Texts {
  /** Its place in the table. */
  readonly index: number;
  /** Its whole pattern, anchored; `null` where the steps are the whole pattern. */
  readonly expression: Matcher | null;
}

/** A route on its way into the tree. */
export interface Seed<R extends Leaf> extends Steps {
  readonly route: R;
}

/** No route: greater than every index, and still what V8 keeps as a small integer. */
const NONE = 0x7fffffff;

/** A place that paths are followed to. */
export interface Node<R extends Leaf> {
  /** How many characters a path is followed, unseen, before the node is there. */
  readonly skip: number;
  /** Which character leads on, counted from there. */
  readonly asked: number;
  /** The nodes that it leads to, by its code less the base. */
  readonly base: number;
  readonly kids: readonly (Node<R> | null)[];
  /** The segments that lead on, from the one with the lowest index. */
  readonly segment: Segment<R> | null;
  /** Routes whose steps end here and whose expression decides the rest, lowest index first. */
  readonly expressions: readonly R[] | null;
  /** The first route that ends here. */
  readonly leaf: R | null;
  /** The lowest index of the routes in the node and below it. */
  readonly lowest: number;
}

/** A slash and one or more characters of a set, up to the next slash or the path's end. */
export interface Segment<R extends Leaf> {
  readonly set: SegmentSet;
  readonly node: Node<R>;
  /** The next segment that leads on from the same node. */
  readonly next: Segment<R> | null;
}

/** The fields of a type, to be written while it is made. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A node that is still to be made. Its routes have come the same way: through the same number of
 * segments, and equally far into the text after them.
 */
interface Waiting<R extends Leaf> {
  readonly seeds: readonly Seed<R>[];
  readonly depth: number;
  readonly from: number;
  readonly tell: (node: Node<R>) => void;
}

/** Shared by all nodes that no text goes on from, which are most. */
const NO_KIDS: readonly never[] = [];

/** Among so many characters, from the node on, the one to ask is looked for. */
const AHEAD = 24;

/**
 * Grows the tree of some routes.
 *
 * @param seeds the routes, lowest index first
 * @returns the root
 *
 * @example
 * growTree([{ route, texts: ['/posts'], sets: [], whole: true }]).lowest; // 0
 */
export function growTree<R extends Leaf>(seeds: readonly Seed<R>[]): Node<R> {
  // A list, since a tree may be too deep to recurse.
  const waiting: Waiting<R>[] = [];
  const root = makeNode(seeds, 0, 0, waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    next.tell(makeNode(next.seeds, next.depth, next.from, waiting));
  }
  return root;
}

function makeNode<R extends Leaf>(
  seeds: readonly Seed<R>[],
  depth: number,
  before: number,
  waiting: Waiting<R>[],
): Node<R> {
  const skip = sharedLength(seeds, depth, before);
  const from = before + skip;
  const goingOn: Seed<R>[] = [];
  const entering: Seed<R>[] = [];
  const expressions: R[] = [];
  let leaf: R | null = null;
  for (const seed of seeds) {
    if (seed.texts[depth].length > from) goingOn.push(seed);
    else if (seed.sets.length > depth) entering.push(seed);
    else if (!seed.whole) expressions.push(seed.route);
    else leaf ??= seed.route;
  }
  const node: Writable<Node<R>> = {
    skip,
    asked: 0,
    base: 0,
    kids: NO_KIDS,
    segment: null,
    expressions: expressions.length === 0 ? null : expressions,
    leaf,
    lowest: seeds[0]?.route.index ?? NONE,
  };
  if (goingOn.length > 0) addKids(node, goingOn, depth, from, waiting);
  addSegments(node, entering, depth, waiting);
  return node;
}

/** Adds the nodes that one more character leads to. */
function addKids<R extends Leaf>(
  node: Writable<Node<R>>,
  seeds: readonly Seed<R>[],
  depth: number,
  from: number,
  waiting: Waiting<R>[],
): void {
  const asked = tellingCharacter(seeds, depth, from);
  const groups = groupBy(seeds, ({ texts }) => texts[depth].charCodeAt(from + asked));
  const codes = [...groups.keys()];
  const base = Math.min(...codes);
  const kids = new Array<Node<R> | null>(Math.max(...codes) - base + 1).fill(null);
  node.asked = asked;
  node.base = base;
  node.kids = kids;
  for (const [code, group] of groups) {
    const tell = (kid: Node<R>) => {
      kids[code - base] = kid;
    };
    waiting.push({ seeds: group, depth, from, tell });
  }
}

/** Adds the segments that lead on, linked from the one with the lowest index. */
function addSegments<R extends Leaf>(
  node: Writable<Node<R>>,
  seeds: readonly Seed<R>[],
  depth: number,
  waiting: Waiting<R>[],
): void {
  // A Map keeps the order of the routes, so the group with the lowest index is the first.
  const groups = [...groupBy(seeds, ({ sets }) => sets[depth])].reverse();
  for (const [set, group] of groups) {
    // The node is made in its turn; until then this one holds its place.
    const segment: Writable<Segment<R>> = { set, node, next: node.segment };
    const tell = (below: Node<R>) => {
      segment.node = below;
    };
    waiting.push({ seeds: group, depth: depth + 1, from: 0, tell });
    node.segment = segment;
  }
}

/** How many characters all texts share from here on. */
function sharedLength(seeds: readonly Steps[], depth: number, from: number): number {
  const [first, ...others] = seeds;
  if (first === undefined) return 0;
  const text = first.texts[depth];
  let end = shortestLength(seeds, depth);
  for (const { texts } of others) {
    let at = from;
    while (at < end && texts[depth].charCodeAt(at) === text.charCodeAt(at)) at++;
    end = at;
  }
  return end - from;
}

/** Which character, among those that every text has, takes the most values. */
function tellingCharacter(seeds: readonly Steps[], depth: number, from: number): number {
  const length = Math.min(AHEAD, shortestLength(seeds, depth) - from);
  // By character, the last place where it was seen, from 1; texts are plain, so below 128.
  const seen = new Uint8Array(128);
  let best = 0;
  let most = 0;
  for (let at = 0; at < length && most < seeds.length; at++) {
    let values = 0;
    for (const { texts } of seeds) {
      const code = texts[depth].charCodeAt(from + at);
      if (seen[code] !== at + 1) values++;
      seen[code] = at + 1;
    }
    if (values > most) [best, most] = [at, values];
  }
  return best;
}

function shortestLength(seeds: readonly Steps[], depth: number): number {
  return seeds.reduce((least, { texts }) => Math.min(least, texts[depth].length), Infinity);
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

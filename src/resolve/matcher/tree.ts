/**
 * Finds the first route of a table that matches a path, without trying the routes one by one.
 *
 * The tree. Every pattern starts with some steps that need no regular expression: fixed text, and
 * whole segments whose characters are all of one set, as those of `(:any)` and `(:num)` are. Routes
 * that start alike share nodes. This table
 *
 *     0  photos/(:num)
 *     1  photos/new
 *     2  photos/(:any)/comments
 *     3  (.*)\.json
 *
 * makes this tree, in which every node knows the lowest index in it and below it, in brackets:
 *
 *     root [0]  expression 3
 *      └─ /photos [0]
 *          ├─ /new [1]            leaf 1
 *          ├─ segment of digits [0]   leaf 0
 *          └─ any segment [2]
 *              └─ /comments [2]   leaf 2
 *
 * A pattern with more in it than steps, such as 3, hangs as an expression at the node where its
 * steps end, and is asked there with the whole path.
 *
 * The search goes down from the root with the path, and keeps the best route so far: the one with
 * the lowest index that has matched. It prunes: a node whose lowest index is not lower can't hold
 * the answer. Since every leaf and every expression that could be lower is looked at, the answer is
 * exactly that of trying the routes in order. A path leads to each node in one way only, so no path
 * makes the search visit a node twice.
 *
 * Looking at few characters. What all texts of a node share is skipped unseen; then the node asks
 * for the one character that tells most of them apart, and goes to the node for its value. So the
 * way down only says what the path could be; at a leaf, the route's texts are compared with the path
 * before it counts as a match.
 *
 * Raw paths. A normal path is what normalisation returned; a raw one is what the client sent.
 * Nearly all of them are normal already, and the search finds out on its way: the texts in the tree
 * are plain characters, and those of segments are checked while their end is looked for. So a raw
 * path that is matched is normal. One that is not plain in some place matches nothing here, and is
 * normalised and searched for again.
 */
import { isDotSegment, isPlainPath, PLAIN } from '../../path/plain.ts';
import type { Leaf, Node } from './build.ts';
import { ANY, type SegmentSet } from './steps.ts';

const SLASH = 47;
const DOT = 46;

/** A tree that can be searched, and what the last search found beside the route. */
export class Tree<R extends Leaf> {
  /** Where the segments of the winner's path end, in order. */
  readonly ends: number[] = [];
  /** What the winner's expression captured; `null` where it has none. */
  captures: readonly (string | undefined)[] | null = null;

  /** Where the segments end on the way to the node that is being looked at. */
  private readonly way: number[] = [];
  /** Whether a raw path turned out not to be plain, where only a plain one could be matched. */
  private spoiled = false;

  /**
   * @param root the tree
   * @param home the route that answers the path `/` before all others, if there is one
   */
  constructor(
    private readonly root: Node<R>,
    private readonly home: R | null,
  ) {}

  /**
   * Finds the first route that matches.
   *
   * @param path what to search for, with a leading slash
   * @param normal whether it is known to be normal; a raw path that is not plain matches nothing
   *
   * @example
   * tree.search('/photos/7', false)?.index; // 0
   */
  search(path: string, normal: boolean): R | null {
    this.captures = null;
    this.spoiled = false;
    if (path.length === 1 && this.home !== null) return this.home;
    const found = this.visit(path, normal, this.root, 0, 0, null);
    return this.spoiled ? null : found;
  }

  /**
   * Looks at a node and all below it.
   *
   * @param from how far the path has been followed
   * @param before how many segments that took
   * @param first the best route so far
   * @returns the best route now
   */
  private visit(
    path: string,
    normal: boolean,
    top: Node<R>,
    from: number,
    before: number,
    first: R | null,
  ): R | null {
    const end = path.length;
    let node = top;
    let at = from;
    let depth = before;
    let best = first;
    for (;;) {
      at += node.skip;
      if (at > end) return best;
      if (node.expressions !== null) best = this.ask(path, normal, node.expressions, best);
      if (at === end) return this.better(path, node.leaf, depth, best);
      const { kids, segment } = node;
      const asked = at + node.asked;
      let kid: Node<R> | null = null;
      if (asked < end) {
        const code = path.charCodeAt(asked) - node.base;
        if (code >= 0 && code < kids.length) kid = kids[code];
      }
      if (segment === null) {
        if (kid === null) return best;
        node = kid;
        continue;
      }
      if (kid !== null && isLower(kid.lowest, best)) {
        best = this.visit(path, normal, kid, at, depth, best);
      }
      if (!isLower(segment.node.lowest, best) || path.charCodeAt(at) !== SLASH) return best;
      const start = at + 1;
      at = endOfSegment(path, start, normal);
      if (at === start) return best;
      this.way[depth] = at;
      depth++;
      let last = segment;
      for (; last.next !== null; last = last.next) {
        if (!isLower(last.node.lowest, best)) return best;
        if (!consists(path, start, at, last.set)) continue;
        best = this.visit(path, normal, last.node, at, depth, best);
      }
      if (!isLower(last.node.lowest, best) || !consists(path, start, at, last.set)) return best;
      node = last.node;
    }
  }

  /** The better of a leaf that was come to, if the path has its texts, and the best so far. */
  private better(path: string, leaf: R | null, depth: number, best: R | null): R | null {
    if (leaf === null || !isLower(leaf.index, best)) return best;
    const { path: whole, chunks, layout } = leaf;
    if (whole !== null && whole !== path) return best;
    const { segments, offsets } = layout;
    for (let number = 0; number < chunks.length; number++) {
      const segment = segments[number];
      const from = (segment === 0 ? 0 : this.way[segment - 1]) + offsets[number];
      const chunk = chunks[number];
      if (path.slice(from, from + chunk.length) !== chunk) return best;
    }
    this.captures = null;
    for (let number = 0; number < depth; number++) this.ends[number] = this.way[number];
    return leaf;
  }

  /** Asks the expressions of a node that could give a lower index. */
  private ask(path: string, normal: boolean, routes: readonly R[], best: R | null): R | null {
    if (!isLower(routes[0].index, best)) return best;
    if (!normal && !isPlainPath(path, 1)) {
      this.spoiled = true;
      return best;
    }
    const subject = path.slice(1);
    for (const route of routes) {
      if (!isLower(route.index, best)) return best;
      const captures = route.expression?.exec(subject) ?? null;
      if (captures === null) continue;
      this.captures = captures;
      return route;
    }
    return best;
  }
}

function isLower(index: number, best: Leaf | null): boolean {
  return best === null || index < best.index;
}

/** Where the segment ends that starts here; where it starts, if it is empty or not plain. */
function endOfSegment(path: string, start: number, normal: boolean): number {
  if (normal) {
    const slash = path.indexOf('/', start);
    return slash === -1 ? path.length : slash;
  }
  const end = path.length;
  if (start === end || (path.charCodeAt(start) === DOT && isDotSegment(path, start))) return start;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code > 63) {
      if (code > 126) return start;
    } else if (code === SLASH) return at;
    else if (PLAIN[code] !== 1) return start;
  }
  return end;
}

function consists(path: string, start: number, end: number, set: SegmentSet): boolean {
  if (set === ANY) return true;
  const { ascii, beyond } = set;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code < 128 ? ascii[code] === 0 : !beyond) return false;
  }
  return true;
}

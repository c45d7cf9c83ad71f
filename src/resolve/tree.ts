/**
 * Finds the first route of a table that matches a path, without trying the routes one by one.
 *
 * The tree. Every pattern starts with some steps that need no regular expression: fixed text, and
 * whole segments whose characters are all of one set, as `(:any)` and `(:num)` are. Routes that
 * start alike share nodes. Below the node `photos/` of this table hang the text `new` and two
 * segments, and every node knows the lowest index in and below it, here in brackets:
 *
 *     0  photos/(:num)             ─┬─ photos/ [0] ─┬─ <digits> [0]  leaf 0
 *     1  photos/new                 │               ├─ new [1]       leaf 1
 *     2  photos/(:any)/comments     │               └─ <any> [2] ── /comments [2]  leaf 2
 *     3  (.*)\.json                 └─ expression 3, at the root
 *
 * A pattern with more in it than steps, such as 3, hangs as an expression at the node where its
 * steps end, and is asked there with the whole path.
 *
 * The search goes down from the root with the path, and keeps the lowest index that has matched so
 * far. That index prunes: a node whose lowest is not lower can't hold the answer. Since every leaf
 * and every expression that could be lower is looked at, the answer is exactly that of trying the
 * routes in order. A path leads to each node in one way only, so the search takes no more steps
 * than there are nodes, whatever the path.
 *
 * Packed. A server's next request goes to another part of the table, so what costs time in a large
 * one is fetching memory. The nodes lie in one Int32Array, NODE numbers each, the labels in one
 * Uint8Array, and the nodes below a node are found in KIDS by the next character.
 *
 * Two kinds of path come in. A normal path is what normalisation returned. A raw path is what the
 * client sent; nearly all of them are normal already but for their leading slash, and the search
 * finds out on its way: labels are plain characters, and segments are checked while their end is
 * looked for. A raw path of which any part is not plain matches nothing here, and has to be
 * normalised and searched for again.
 */
import { isPlainPath, KIND, PLAIN } from '../plain.ts';
import type { Leaf, Node } from './grow.ts';
import { ANY, type CharacterSet } from './steps.ts';

const SLASH = 47;
const DOT = 46;

/** A tree that can be searched, and what the last search found beside the route. */
export class Tree<R extends Leaf> {
  /** Where the segments of the winner's path end, in order. */
  readonly ends: number[] = [];
  /** What the winner's expression captured; `null` where it has none. */
  captures: RegExpExecArray | null = null;

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
   * @param path what to search for, with a leading slash, up to `end`
   * @param normal whether it is known to be normal; a raw path that is not plain matches nothing
   *
   * @example
   * tree.search('/photos/7', 9, false)?.index; // 0
   */
  search(path: string, end: number, normal: boolean): R | null {
    this.captures = null;
    this.spoiled = false;
    if (end === 1 && this.home !== null) return this.home;
    const found = this.visit(path, end, normal, this.root, 0, 0, null);
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
    end: number,
    normal: boolean,
    top: Node<R>,
    from: number,
    before: number,
    first: R | null,
  ): R | null {
    let node = top;
    let at = from;
    let depth = before;
    let best = first;
    for (;;) {
      at += node.skip;
      if (at > end) return best;
      if (node.expressions !== null) best = this.ask(path, end, normal, node.expressions, best);
      if (at === end) return this.better(path, end, node.leaf, depth, best);
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
        best = this.visit(path, end, normal, kid, at, depth, best);
      }
      if (!isLower(segment.node.lowest, best) || path.charCodeAt(at) !== SLASH) return best;
      const start = at + 1;
      at = endOfSegment(path, start, end, normal);
      if (at === start) return best;
      this.way[depth] = at;
      depth++;
      let last = segment;
      for (; last.next !== null; last = last.next) {
        if (!isLower(last.node.lowest, best)) return best;
        if (!consists(path, start, at, last.set)) continue;
        best = this.visit(path, end, normal, last.node, at, depth, best);
      }
      if (!isLower(last.node.lowest, best) || !consists(path, start, at, last.set)) return best;
      node = last.node;
    }
  }

  /** The better of a leaf that was come to, if the path has its texts, and the best so far. */
  private better(
    path: string,
    end: number,
    leaf: R | null,
    depth: number,
    best: R | null,
  ): R | null {
    if (leaf === null || !isLower(leaf.index, best)) return best;
    const { path: whole, chunks, layout } = leaf.texts;
    if (whole !== null && whole !== (end === path.length ? path : path.slice(0, end))) return best;
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
  private ask(
    path: string,
    end: number,
    normal: boolean,
    routes: readonly R[],
    best: R | null,
  ): R | null {
    if (this.spoiled || !isLower(routes[0].index, best)) return best;
    if (!normal && !isPlainPath(path, 1, end)) {
      this.spoiled = true;
      return best;
    }
    const subject = path.slice(1, end);
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
function endOfSegment(path: string, start: number, end: number, normal: boolean): number {
  if (normal) {
    const slash = path.indexOf('/', start);
    return slash === -1 ? end : slash;
  }
  if (start === end || path.charCodeAt(start) === DOT) return start;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code > 63) {
      if (code > 126) return start;
    } else if (code === SLASH) return at;
    else if (KIND[code] !== PLAIN) return start;
  }
  return end;
}

function consists(path: string, start: number, end: number, set: CharacterSet): boolean {
  if (set === ANY) return true;
  const { ascii, beyond } = set;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code < 128 ? ascii[code] === 0 : !beyond) return false;
  }
  return true;
}

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
 * makes this tree. Each node holds the lowest index of its subtree, shown in brackets:
 *
 *     root [0]  expression 3
 *      └─ /photos [0]
 *          ├─ /new [1]            route 1
 *          ├─ segment of digits [0]   route 0
 *          └─ any segment [2]
 *              └─ /comments [2]   route 2
 *
 * A pattern with more in it than steps, such as 3, hangs as an expression at the node where its
 * steps end, and is tried there with the whole path.
 *
 * The search goes down from the root with the path, and keeps the best route so far: the one with
 * the lowest index that has matched. It prunes: a node whose lowest index is not lower can't hold
 * the answer. Since every route and every expression that could be lower is looked at, the answer is
 * exactly that of trying the routes in order. A path leads to each node in one way only, so no path
 * makes the search visit a node twice.
 *
 * Looking at few characters. What all texts of a node share is skipped unseen; then the node looks
 * at the one character that distinguishes most of them, and goes to the child for its value. So the
 * way down only says what the path could be; at the end of a path, the route's texts are compared with the path
 * before it counts as a match.
 *
 * Paths as they are sent. Nearly all of them are normal already, and the search finds out on its way:
 * the texts in the tree are verbatim characters, and those of segments are checked while the
 * segment's end is looked for. So a path that is matched as it was sent is normal. Where one turns
 * out not to be verbatim the search gives up, and the path is normalised and searched for again.
 */
import { isDotSegment, isVerbatim, VERBATIM } from '../../path/ascii.ts';
import { subjectOf } from '../../path/normalise.ts';
import type { TreeNode } from './build.ts';
import type { MatcherRoute, RouteMatcher, SearchResult, Winner } from './contract.ts';
import { ANY, type SegmentSet } from './steps.ts';

const SLASH = 47;
const DOT = 46;

/** The tree of some routes, which can be searched. */
export class Tree<R extends MatcherRoute> implements RouteMatcher<R> {
  /** Where the segments end on the way to the node that is being looked at. */
  private readonly currentEnds: number[] = [];
  /** Whether the path of this search is as the client sent it. */
  private isSent = false;

  /**
   * @param root the tree
   * @param rootRoute the route that answers the path `/` before all others, if there is one
   */
  constructor(
    private readonly root: TreeNode<R>,
    private readonly rootRoute: R | null,
  ) {}

  matchSent(path: string, result: SearchResult<R>): result is Winner<R> {
    this.isSent = true;
    return this.search(path, result);
  }

  matchNormal(path: string, result: SearchResult<R>): result is Winner<R> {
    this.isSent = false;
    return this.search(path, result);
  }

  private search(path: string, result: SearchResult<R>): result is Winner<R> {
    result.captures = null;
    result.gaveUp = false;
    if (path.length === 1 && this.rootRoute !== null) {
      result.route = this.rootRoute;
      return true;
    }
    const best = this.visit(path, result, this.root, 0, 0, null);
    result.route = best;
    return best !== null && !result.gaveUp;
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
    result: SearchResult<R>,
    top: TreeNode<R>,
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
      if (node.expressions !== null)
        best = this.tryExpressions(path, result, node.expressions, best);
      if (at === end) return this.checkTexts(path, result, node.route, depth, best);
      const { children, segment } = node;
      const branch = at + node.branchOffset;
      let child: TreeNode<R> | null = null;
      if (branch < end) {
        const code = path.charCodeAt(branch) - node.base;
        if (code >= 0 && code < children.length) child = children[code];
      }
      if (segment === null) {
        if (child === null) return best;
        node = child;
        continue;
      }
      if (child !== null && isLower(child.lowestIndex, best)) {
        best = this.visit(path, result, child, at, depth, best);
      }
      if (!isLower(segment.node.lowestIndex, best) || path.charCodeAt(at) !== SLASH) return best;
      const start = at + 1;
      at = this.isSent ? endOfSentSegment(path, start) : endOfSegment(path, start);
      if (at === start) {
        result.gaveUp = this.isSent;
        return best;
      }
      this.currentEnds[depth] = at;
      depth++;
      let last = segment;
      for (; last.next !== null; last = last.next) {
        if (!isLower(last.node.lowestIndex, best)) return best;
        if (!allInSet(path, start, at, last.set)) continue;
        best = this.visit(path, result, last.node, at, depth, best);
      }
      if (!isLower(last.node.lowestIndex, best) || !allInSet(path, start, at, last.set))
        return best;
      node = last.node;
    }
  }

  /** The route, if it is lower than the best so far and the path has its texts; otherwise the best. */
  private checkTexts(
    path: string,
    result: SearchResult<R>,
    route: R | null,
    depth: number,
    best: R | null,
  ): R | null {
    if (route === null || !isLower(route.index, best)) return best;
    const { path: whole, chunks, layout } = route;
    if (whole !== null && whole !== path) return best;
    const { segments, offsets } = layout;
    for (let number = 0; number < chunks.length; number++) {
      const segment = segments[number];
      const from = (segment === 0 ? 0 : this.currentEnds[segment - 1]) + offsets[number];
      const chunk = chunks[number];
      if (path.slice(from, from + chunk.length) !== chunk) return best;
    }
    result.captures = null;
    for (let number = 0; number < depth; number++) {
      result.segmentEnds[number] = this.currentEnds[number];
    }
    return route;
  }

  /** Tries the expressions of a node that could give a lower index. */
  private tryExpressions(
    path: string,
    result: SearchResult<R>,
    routes: readonly R[],
    best: R | null,
  ): R | null {
    if (!isLower(routes[0].index, best)) return best;
    if (this.isSent && !isVerbatim(path)) {
      result.gaveUp = true;
      return best;
    }
    const subject = subjectOf(path);
    for (const route of routes) {
      if (!isLower(route.index, best)) return best;
      const captures = route.expression?.exec(subject) ?? null;
      if (captures === null) continue;
      result.captures = captures;
      return route;
    }
    return best;
  }
}

function isLower(index: number, best: MatcherRoute | null): boolean {
  return best === null || index < best.index;
}

/** Where the segment of a normal path ends that starts here. */
function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}

/** Where the segment ends that starts here; where it starts, if it is empty or not verbatim. */
function endOfSentSegment(path: string, start: number): number {
  const end = path.length;
  if (start === end || (path.charCodeAt(start) === DOT && isDotSegment(path, start))) return start;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code > 63) {
      if (code > 126) return start;
    } else if (code === SLASH) return at;
    else if (VERBATIM[code] !== 1) return start;
  }
  return end;
}

function allInSet(path: string, start: number, end: number, set: SegmentSet): boolean {
  if (set === ANY) return true;
  const { ascii, beyond } = set;
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code < 128 ? ascii[code] === 0 : !beyond) return false;
  }
  return true;
}

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
 *     4  albums
 *
 * makes this tree. Each step holds the lowest index of its subtree, shown in brackets:
 *
 *     node "/" [0]                        expression 3
 *      └─ longer: fork [0]
 *          ├─ if it could be /photos: node "/photos" [0]
 *          │   ├─ segment of digits: route 0
 *          │   ├─ any segment: node "/comments" [2], where route 2 ends
 *          │   └─ longer: route 1
 *          └─ if it could be /albums: route 4
 *
 * A node is where a text ends, and everything that has come that far goes on from it: a route that
 * ends there, segments, longer texts that start with this one. A fork tells texts apart where none is
 * the start of all the others. Where only the path's end is left to check, a route is in the tree
 * by itself. A pattern with more in it than steps, such as 3, hangs as an expression at the node
 * where its steps end, and is tried there with the whole path.
 *
 * The search goes down from the root with the path, and keeps the best route so far: the one with
 * the lowest index that has matched. It prunes: a step whose lowest index is not lower can't hold
 * the answer. Since every route and every expression that could be lower is looked at, the answer is
 * exactly that of trying the routes in order. A path leads to each step in one way only, so no path
 * makes the search visit a step twice.
 *
 * Looking at few characters. A fork looks at up to four characters of the path, those that tell most
 * of its texts apart, and computes the child's place in its list from all four at once. That only says
 * which text the path could have; any other path may come to the same place. So a node compares its
 * text with the path before the path is followed past it, and a route of text alone is compared with
 * the path as a whole.
 *
 * Segments. Where each segment starts and ends is noted on the way. When a route has matched and the
 * search goes on, the notes for that route are set aside before they are overwritten.
 *
 * Paths as they are sent. Nearly all of them are normal already, and the search finds out on its way:
 * the texts in the tree are verbatim characters, and those of segments are checked while the
 * segment's end is looked for. So a path that is matched as it was sent is normal. Where one turns
 * out not to be verbatim the search gives up, and the path is normalised and searched for again.
 */

import { endOfVerbatim, isVerbatim } from '../../path/ascii.ts';
import { Code } from '../../path/code.ts';
import { subjectOf } from '../../path/normalise.ts';
import type { PatternMatcher } from '../../pattern/machine.ts';
import type { MatcherRoute, RouteMatcher, SearchResult, Winner } from './contract.ts';
import type { SegmentSet } from './steps.ts';
import {
  type Fork,
  lowestOf,
  NONE,
  type SegmentEdge,
  type Step,
  type TextNode,
  type TreeData,
} from './tree.ts';

interface WithExpression {
  readonly expression: PatternMatcher;
}

export class Tree<R extends MatcherRoute> implements RouteMatcher<R> {
  private root: Step | null = null;
  private rootRoute = -1;
  /** Whether the path of this search is as the client sent it. */
  private isSent = false;

  /**
   * @param sets the sets of segments that the tree names by number
   * @param load gives the tree when it is first searched, and is then forgotten with all that it
   *   holds
   */
  constructor(
    private readonly routes: readonly R[],
    private readonly sets: readonly SegmentSet[],
    private load: (() => TreeData) | null,
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
    if (this.load !== null) this.start(this.load);
    result.captures = null;
    result.gaveUp = false;
    const { root } = this;
    let best = NONE;
    if (path.length === 1 && this.rootRoute >= 0) best = this.rootRoute;
    else best = this.visit(path, result, root, 0, 0, NONE);
    if (best === NONE || result.gaveUp) return false;
    result.route = this.routes[best];
    return true;
  }

  private start(load: () => TreeData): void {
    ({ root: this.root, rootRoute: this.rootRoute } = load());
    this.load = null;
  }

  /**
   * Searches a step and everything below it.
   * @param from how far the path has been followed
   * @param before twice the number of segments on the way there
   * @param first the index of the best route so far
   * @returns the index of the best route now
   */
  private visit(
    path: string,
    result: SearchResult<R>,
    top: Step | null,
    from: number,
    before: number,
    first: number,
  ): number {
    const end = path.length;
    let step = top;
    let at = from;
    let depth = before;
    let best = first;
    while (step !== null) {
      if (typeof step === 'number') {
        if (step >= best) return best;
        const whole: string | null = this.routes[step].path;
        if (whole === null ? at !== end : whole !== path) return best;
        result.captures = null;
        result.spans = result.current;
        return step;
      }
      if (step.children !== null) {
        step = childOf(step, path, at);
        continue;
      }
      const node: TextNode = step;
      const stop = at + node.length;
      if (stop > end || node.lowestIndex >= best) return best;
      const { any, more } = node;
      let segment: SegmentEdge | null = null;
      let longer: Step | null = null;
      if (more !== null) {
        ({ segment, longer } = more);
        if (more.expressions !== null) {
          best = this.tryExpressions(path, result, more.expressions, best);
        }
      }
      if (stop === end) {
        const { route } = node;
        if (route < 0 || route >= best) return best;
        const whole = this.routes[route].path;
        if (whole === null ? !hasText(path, at, stop, node) : whole !== path) return best;
        result.captures = null;
        result.spans = result.current;
        return route;
      }
      if (any === null && segment === null) {
        step = longer;
        continue;
      }
      // Most forks end it here: a call would take longer.
      while (longer !== null && typeof longer !== 'number' && longer.children !== null) {
        longer = childOf(longer, path, at);
      }
      if (longer !== null && lowestOf(longer) < best) {
        best = this.visit(path, result, longer, at, depth, best);
      }
      if (path.charCodeAt(stop) !== Code.SLASH || !hasText(path, at, stop, node)) return best;
      const start = stop + 1;
      at = this.isSent ? endOfVerbatim(path, start) : endOfSegment(path, start);
      if (at === start) {
        result.gaveUp = this.isSent;
        return best;
      }
      const { current } = result;
      if (best !== NONE && result.spans === current) {
        result.kept.set(current);
        result.spans = result.kept;
      }
      current[depth] = start;
      current[depth + 1] = at;
      depth += 2;
      for (; segment !== null; segment = segment.next) {
        if (lowestOf(segment.step) >= best) break;
        if (!allInSet(path, start, at, this.sets[segment.set])) continue;
        best = this.visit(path, result, segment.step, at, depth, best);
      }
      step = any;
    }
    return best;
  }

  /** Tries the expressions of a node that could give a lower index. */
  private tryExpressions(
    path: string,
    result: SearchResult<R>,
    indices: readonly number[],
    best: number,
  ): number {
    if (indices[0] >= best) return best;
    if (this.isSent && !isVerbatim(path)) {
      result.gaveUp = true;
      return best;
    }
    const subject = subjectOf(path);
    for (const index of indices) {
      if (index >= best) return best;
      const { expression } = this.routes[index].more as WithExpression; // the cast: it hangs here for that
      const captures = expression.exec(subject);
      if (captures === null) continue;
      result.captures = captures;
      return index;
    }
    return best;
  }
}

/** Where a path goes at a fork whose texts start at `at`. */
function childOf(fork: Fork, path: string, at: number): Step | null {
  const end = path.length;
  let place = at + fork.first;
  let characters = place < end ? path.charCodeAt(place) : 0;
  if (fork.second >= 0) {
    place = at + fork.second;
    if (place < end) characters |= path.charCodeAt(place) << 7;
    if (fork.third >= 0) {
      place = at + fork.third;
      if (place < end) characters |= path.charCodeAt(place) << 14;
      place = at + fork.fourth;
      if (place < end && fork.fourth >= 0) characters |= path.charCodeAt(place) << 21;
    }
  }
  return fork.children[Math.imul(characters, fork.factor) >>> fork.shift];
}

/** Whether a node's text is at a place of a path where its slash, if it has one, is known to be. */
function hasText(path: string, at: number, stop: number, { text, next, more }: TextNode): boolean {
  if (at === stop) return true;
  let from = at + 1 + text.length;
  if (path.slice(at + 1, from) !== text) return false;
  if (from === stop) return true;
  if (path.slice(from, from + next.length) !== next) return false;
  from += next.length;
  if (from === stop) return true;
  const { rest } = more as { readonly rest: readonly string[] }; // the cast: a text that still goes on has more chunks
  for (const chunk of rest) {
    if (path.slice(from, from + chunk.length) !== chunk) return false;
    from += chunk.length;
  }
  return true;
}

function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}

function allInSet(
  path: string,
  start: number,
  end: number,
  { ascii, beyond }: SegmentSet,
): boolean {
  for (let at = start; at < end; at++) {
    const code = path.charCodeAt(at);
    if (code < 128 ? ascii[code] === 0 : !beyond) return false;
  }
  return true;
}

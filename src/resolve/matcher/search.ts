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
 * makes this tree. Each node holds the lowest index of its subtree, shown in brackets:
 *
 *     node "/" [0]                        expression 3
 *      └─ longer: fork
 *          ├─ if it could be /photos: node "/photos" [0]
 *          │   ├─ segment of digits: route 0
 *          │   ├─ any segment: node "/comments" [2], where route 2 ends
 *          │   └─ longer: route 1
 *          └─ if it could be /albums: route 4
 *
 * A node is where a text ends, and holds all that can follow it: the end of a route, segments, and
 * longer texts that start with this one. A fork chooses among texts of which none starts all the
 * others. A route is a step of its own if only the path's end is left to check, or if it is text
 * alone, which is compared with the whole path. A pattern that is more than steps, such as 3, is an
 * expression at the node where its steps end, and is tried there with the whole path.
 *
 * Order. The search goes down from the root and keeps the best route so far: the one with the lowest
 * index that has matched. It skips a node whose lowest index is not lower than that. Every other
 * route that could match is tried, so the answer is exactly that of trying the routes in order. Only
 * one way leads to each step, so no path makes the search visit a step twice.
 *
 * Forks. A fork looks at up to three characters of the path, chosen when the tree was built, and
 * computes the child's place in its list. Any other text may lead to the same place. So each node
 * compares its text with the path before the search follows a segment or takes a route.
 *
 * Segments. The search notes the start and the end of each segment. If it goes on after a match, it
 * keeps the notes of that match before it overwrites them.
 *
 * Paths as they are sent. Nearly all of them are normal already, and the search checks that on its
 * way: texts in the tree are verbatim characters, and those of a segment are checked while its end is
 * looked for. So a path that matches as it was sent is normal. If a character is not verbatim, the
 * search gives up; the resolver normalises the path and searches again.
 */

import { endOfVerbatim, isVerbatim } from '../../path/ascii.ts';
import { Code } from '../../path/code.ts';
import { subjectOf } from '../../path/normalise.ts';
import type { PatternMatcher } from '../../pattern/machine.ts';
import type { MatcherRoute, RouteMatcher, SearchResult, Winner } from './contract.ts';
import type { SegmentSet } from './steps.ts';
import { type Fork, NONE, type Step, type TextNode, type TreeData } from './tree.ts';

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
    const { root, rootRoute } = this;
    const isRoot = path.length === 1 && rootRoute >= 0;
    const best = isRoot ? rootRoute : this.visit(path, result, root, 0, 0, NONE);
    if (best === NONE || result.gaveUp) return false;
    result.route = this.routes[best];
    return true;
  }

  private start(load: () => TreeData): void {
    ({ root: this.root, rootRoute: this.rootRoute } = load());
    this.load = null;
  }

  /**
   * Searches a step and everything below it. Calls itself for all ways but the last, which it follows
   * in a loop.
   * @param at how far the path has been followed
   * @param depth twice the number of segments on the way there
   * @param best the index of the best route so far
   * @returns the index of the best route now
   */
  private visit(
    path: string,
    result: SearchResult<R>,
    from: Step | null,
    at: number,
    depth: number,
    best: number,
  ): number {
    const end = path.length;
    let step = from;
    while (step !== null) {
      if (typeof step === 'number') {
        if (step >= best) return best;
        const whole: string | null = this.routes[step].path;
        const matches = whole === null ? at === end : whole === path;
        return matches ? takeSegments(result, step) : best;
      }
      if (step.children !== null) {
        step = childOf(step, path, at);
        continue;
      }
      const { text, route, any, segments, expressions, longer, lowestIndex }: TextNode = step;
      const stop: number = at + text.length;
      if (stop > end || lowestIndex >= best) return best;
      if (expressions !== null) best = this.tryExpressions(path, result, expressions, best);
      if (stop === end) {
        if (route < 0 || route >= best) return best;
        const whole: string | null = this.routes[route].path;
        const matches = whole === null ? hasText(path, at, stop, text) : whole === path;
        return matches ? takeSegments(result, route) : best;
      }
      if (any === null && segments === null) {
        step = longer;
        continue;
      }
      if (longer !== null) best = this.visit(path, result, longer, at, depth, best);
      if (path.charCodeAt(stop) !== Code.SLASH || !hasText(path, at, stop, text)) return best;
      const start = stop + 1;
      at = this.isSent ? endOfVerbatim(path, start) : endOfSegment(path, start);
      if (at === start) {
        result.gaveUp = this.isSent;
        return best;
      }
      if (best !== NONE) result.keepSpans();
      result.current[depth] = start;
      result.current[depth + 1] = at;
      depth += 2;
      if (segments !== null) {
        for (const segment of segments) {
          if (!allInSet(path, start, at, this.sets[segment.set])) continue;
          best = this.visit(path, result, segment.step, at, depth, best);
        }
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

/** Notes that a route is the best so far, and that the current segments are its own. */
function takeSegments<R extends MatcherRoute>(result: SearchResult<R>, index: number): number {
  result.captures = null;
  result.spans = result.current;
  return index;
}

/** Where a path goes at a fork whose texts start at `at`. Written out, since calls take longer. */
function childOf(fork: Fork, path: string, at: number): Step | null {
  const end = path.length;
  const first = at + fork.first;
  let key = first < end ? path.charCodeAt(first) : 0;
  if (fork.second >= 0) {
    const second = at + fork.second;
    if (second < end) key |= path.charCodeAt(second) << 7;
    if (fork.third >= 0) {
      const third = at + fork.third;
      if (third < end) key |= path.charCodeAt(third) << 14;
    }
  }
  return fork.children[Math.imul(key, fork.factor) >>> fork.shift];
}

/** Whether a text is in a path. V8 compares a slice faster than `startsWith` does. */
function hasText(path: string, at: number, stop: number, text: string): boolean {
  return at === stop || path.slice(at, stop) === text;
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

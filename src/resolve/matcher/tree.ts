/**
 * Finds the first route of a table that matches a path, without trying the routes one by one.
 *
 * The tree. It is a prefix tree like httprouter's, but it keeps the table's order and backtracks. A
 * pattern starts with steps that need no regular expression: fixed text, and whole segments of one
 * character set, such as `(:any)` and `(:num)`. Routes with the same first steps share nodes. This
 * table
 *
 *     0  photos/(:num)
 *     1  photos/new
 *     2  photos/(:any)/comments
 *     3  (.*)\.json
 *     4  albums
 *
 * becomes this tree. Each node holds the lowest route index of its subtree, shown in brackets:
 *
 *     node "/" [0]                        expression 3
 *      └─ longer: fork
 *          ├─ if it could be /photos: node "/photos" [0]
 *          │   ├─ segment of digits: route 0
 *          │   ├─ any segment: node "/comments" [2], where route 2 ends
 *          │   └─ longer: route 1
 *          └─ if it could be /albums: route 4
 *
 * There are three kinds of branch:
 *
 * - A node is the end of a text. It holds everything that can follow: the end of a route, segments,
 *   and longer texts with this one as a prefix. If a pattern is more than its steps, like route 3,
 *   the node at the end of the steps holds its expression. The expression is matched against the
 *   whole path.
 * - A fork chooses between texts if none of them is a prefix of all the others.
 * - A route is a leaf. Either only the path's end remains to be checked, or the pattern is only
 *   text and is compared with the whole path.
 *
 * The tree is plain data, with numbers instead of routes and sets, so JSON can carry it.
 *
 * Order. The search starts at the root and keeps the best match so far, which has the lowest index.
 * It skips a node whose lowest index is not lower. It tries every other route that could match, so
 * the result is the same as trying the routes in order. Each branch has one parent, so the search
 * visits it at most once, whatever the path.
 *
 * Forks. A fork hashes up to three characters of the path to a place in its list of children. The
 * characters are chosen when the tree is built. Other texts can hash to the same place, so the
 * search compares a node's text with the path before it follows a segment or takes a route.
 *
 * Segments. The search records the start and end of each segment. If it continues after a match, it
 * saves that match's segments before overwriting them.
 *
 * Paths as sent. Nearly all are already normal, and the search checks this as it goes. The texts in
 * the tree are verbatim characters, and the search checks a segment's characters while looking for
 * its end. So a path that matches as sent is normal. At a character that is not verbatim, the
 * search gives up; the resolver normalises the path and searches again.
 */
import { Code, endOfVerbatim, isVerbatim, subjectOf } from '../../path/normalise.ts';
import type { PatternMatcher } from '../../pattern/machine.ts';
import type { CompiledRoute } from '../routes.ts';
import type { SegmentSet } from './steps.ts';

/** A fork between texts, the end of a text, or a route. */
export type Branch = Fork | TextNode | number;

/** Distinguishes texts by one to three of their characters. */
export interface Fork {
  /**
   * A path goes to `children[Math.imul(key, factor) >>> shift]`; the key has seven bits for each
   * character. The path can match no other child, and may not match this one.
   */
  readonly children: readonly (Branch | null)[];
  readonly factor: number;
  readonly shift: number;
  /** The offset of a character from the start of the texts. */
  readonly first: number;
  /** The offset of a second character; −1 if one is enough. */
  readonly second: number;
  /** The offset of a third character; −1 if two are enough. */
  readonly third: number;
}

/** The end of a text. */
export interface TextNode {
  /** Distinguishes a node from a fork. */
  readonly children: null;
  /** Empty, or with a leading slash. */
  readonly text: string;
  /** The first route that ends here; −1 if there is none. */
  readonly route: number;
  /** The branch after a segment of any characters. */
  readonly any: Branch | null;
  /** Branches after segments of narrower sets, lowest route index first. */
  readonly segments: readonly SegmentEdge[] | null;
  /** Routes whose steps end here and whose expression decides, lowest index first. */
  readonly expressions: readonly number[] | null;
  /** Longer texts that start with this one. */
  readonly longer: Branch | null;
  /** The lowest route index in the node and below it. */
  readonly lowestIndex: number;
}

/** A slash and one or more characters of a set, up to the next slash or the path's end. */
export interface SegmentEdge {
  readonly set: number;
  readonly branch: Branch;
}

/** The tree of a method. */
export interface TreeData {
  /** `null` if the method has no routes. */
  readonly root: Branch | null;
  /** The route that answers `/` before all others; −1 if there is none. */
  readonly rootRoute: number;
}

/**
 * Filled in by a search. The router reuses one for all searches, and reads it before the next.
 * Creating one for each search would make a lookup a tenth slower.
 */
export class SearchResult {
  /** The start and end in the path of each captured segment, in order. */
  spans: Int32Array;
  /** The captures of the route's expression; `null` if it has none. */
  captures: readonly (string | undefined)[] | null = null;
  /** Whether the search gave up because the path must be normalised first. */
  gaveUp = false;
  /** For the search: the segments up to the current branch. */
  readonly current: Int32Array;
  /** For the search: the segments of the best route so far, saved if the search continues. */
  readonly kept: Int32Array;

  /** @param segments the highest number of segments in a route */
  constructor(segments: number) {
    this.current = new Int32Array(2 * segments);
    this.kept = new Int32Array(2 * segments);
    this.spans = this.current;
  }

  /** Saves the best route's segments before the search overwrites the current ones. */
  keepSpans(): void {
    if (this.spans !== this.current) return;
    this.kept.set(this.current);
    this.spans = this.kept;
  }
}

/** No route: greater than every index, but still a small integer to V8. */
export const NONE = 0x7fffffff;

/**
 * Finds the matching route with the lowest index. There is one exception: the path `/` goes to a
 * route whose `fixedPath` is `/`, whatever its index, except a default controller that nobody wrote
 * (see `buildTree`). A route without `fixedPath` and `expression` is matched by its steps alone.
 */
export class Tree {
  private root: Branch | null = null;
  private rootRoute = -1;
  /** Whether the current search's path is as the client sent it. */
  private isSent = false;

  /**
   * @param sets the sets of segments that the tree names by number
   * @param load creates the tree for the first search, and is then released
   */
  constructor(
    private readonly routes: readonly CompiledRoute[],
    private readonly sets: readonly SegmentSet[],
    private load: (() => TreeData) | null,
  ) {}

  /**
   * Searches for a path as the client sent it, with a leading slash. It is nearly always normal.
   * @returns the route, in which case the path is normal. If there is none and the search did not give
   *   up, no route matches the path as sent
   */
  matchSent(path: string, result: SearchResult): CompiledRoute | null {
    this.isSent = true;
    return this.search(path, result);
  }

  /** Searches for a path that `normalisePath` returned. */
  matchNormal(path: string, result: SearchResult): CompiledRoute | null {
    this.isSent = false;
    return this.search(path, result);
  }

  private search(path: string, result: SearchResult): CompiledRoute | null {
    if (this.load !== null) this.start(this.load);
    result.captures = null;
    result.gaveUp = false;
    const { root, rootRoute } = this;
    const isRoot = path.length === 1 && rootRoute >= 0;
    const best = isRoot ? rootRoute : this.visit(path, result, root, 0, 0, NONE);
    return best === NONE || result.gaveUp ? null : this.routes[best];
  }

  private start(load: () => TreeData): void {
    ({ root: this.root, rootRoute: this.rootRoute } = load());
    this.load = null;
  }

  /**
   * Searches a branch and everything below it. It recurses into all children but the last, which it
   * follows in a loop.
   * @param at the number of characters consumed so far
   * @param slot where the next segment is recorded: twice the number of segments so far
   * @param best the index of the best route so far
   * @returns the index of the best route now
   */
  private visit(
    path: string,
    result: SearchResult,
    from: Branch | null,
    at: number,
    slot: number,
    best: number,
  ): number {
    const end = path.length;
    let branch = from;
    while (branch !== null) {
      if (typeof branch === 'number') {
        if (branch >= best) return best;
        const fixedPath: string | null = this.routes[branch].fixedPath;
        const matches = fixedPath === null ? at === end : fixedPath === path;
        return matches ? takeSegments(result, branch) : best;
      }
      if (branch.children !== null) {
        branch = childOf(branch, path, at);
        continue;
      }
      const { text, route, any, segments, expressions, longer, lowestIndex }: TextNode = branch;
      const stop: number = at + text.length;
      if (stop > end || lowestIndex >= best) return best;
      if (expressions !== null) best = this.tryExpressions(path, result, expressions, best);
      if (stop === end) {
        if (route < 0 || route >= best) return best;
        const fixedPath: string | null = this.routes[route].fixedPath;
        const matches = fixedPath === null ? hasText(path, at, stop, text) : fixedPath === path;
        return matches ? takeSegments(result, route) : best;
      }
      if (any === null && segments === null) {
        // Longer texts start with this one, so it need not be compared.
        branch = longer;
        continue;
      }
      if (longer !== null) best = this.visit(path, result, longer, at, slot, best);
      if (path.charCodeAt(stop) !== Code.SLASH || !hasText(path, at, stop, text)) return best;
      const start = stop + 1;
      at = this.isSent ? endOfVerbatim(path, start) : endOfSegment(path, start);
      if (at === start) {
        result.gaveUp = this.isSent;
        return best;
      }
      if (best !== NONE) result.keepSpans();
      result.current[slot] = start;
      result.current[slot + 1] = at;
      slot += 2;
      if (segments !== null) {
        for (const segment of segments) {
          if (!allInSet(path, start, at, this.sets[segment.set])) continue;
          best = this.visit(path, result, segment.branch, at, slot, best);
        }
      }
      branch = any;
    }
    return best;
  }

  /** Tries the expressions of a node that could give a lower index. */
  private tryExpressions(
    path: string,
    result: SearchResult,
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
      // The cast: each has an expression.
      const { expression } = this.routes[index].extras as { readonly expression: PatternMatcher };
      const captures = expression.exec(subject);
      if (captures === null) continue;
      result.captures = captures;
      return index;
    }
    return best;
  }
}

/** Makes a route the best so far, with the current segments. */
function takeSegments(result: SearchResult, index: number): number {
  result.captures = null;
  result.spans = result.current;
  return index;
}

/** The child of a fork whose texts start at `at`. Computes the key here, since a call for each character takes longer. */
function childOf(fork: Fork, path: string, at: number): Branch | null {
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

/** Whether a path has a text at `at`. In V8, comparing a slice is faster than `startsWith`. */
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

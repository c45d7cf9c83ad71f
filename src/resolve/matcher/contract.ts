/** What the router expects of a matcher, which can replace the tree. */
import type { PatternMatcher } from '../../pattern/machine.ts';

/** A route as a matcher holds it. */
export interface MatcherRoute {
  /** The whole path, if the pattern is only text; otherwise `null`. */
  readonly path: string | null;
  readonly more: MatcherExtras | null;
}

/** What only few routes have; apart from the route, since memory is slow. */
export interface MatcherExtras {
  /** What decides its whole pattern; `null` if the steps of the tree are the whole pattern. */
  readonly expression: PatternMatcher | null;
}

/**
 * Filled by a search. The router makes one, passes it to each search and reads it before the next,
 * since making one for each search takes a tenth of a lookup.
 */
export class SearchResult<R extends MatcherRoute> {
  route: R | null = null;
  /** The start and the end in the path of each segment that its pattern captures, in order. */
  spans: Int32Array;
  /** What its expression captured; `null` if it has none. */
  captures: readonly (string | undefined)[] | null = null;
  /** Whether the search gave up, because the path has to be normalised first. */
  gaveUp = false;
  /** For the matcher: the segments on the way to the current step. */
  readonly current: Int32Array;
  /** For the matcher: those of the best route so far, once the search goes on past it. */
  readonly kept: Int32Array;

  /** @param segments how many segments the route with the most has */
  constructor(segments: number) {
    this.current = new Int32Array(2 * segments);
    this.kept = new Int32Array(2 * segments);
    this.spans = this.current;
  }

  /** Keeps the segments of the best route before the search overwrites the current ones. */
  keepSpans(): void {
    if (this.spans !== this.current) return;
    this.kept.set(this.current);
    this.spans = this.kept;
  }
}

export type Winner<R extends MatcherRoute> = SearchResult<R> & { readonly route: R };

/**
 * Finds the route with the lowest index that matches. One rule goes before it: the root's own path
 * belongs to a route whose `path` is `/`, wherever that stands. A route without `path` and
 * `expression` is its steps.
 */
export interface RouteMatcher<R extends MatcherRoute> {
  /**
   * Searches with a path as the client sent it, with a leading slash, which is nearly always normal.
   * @returns whether a route was found; then the path is normal. Otherwise, unless the search gave
   *   up, none matches the path as it stands
   */
  matchSent(path: string, result: SearchResult<R>): result is Winner<R>;
  /** Searches with a path that `normalisePath` returned. */
  matchNormal(path: string, result: SearchResult<R>): result is Winner<R>;
}

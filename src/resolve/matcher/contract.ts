/** The interface between the router and a matcher; another matcher can replace the tree. */
import type { PatternMatcher } from '../../pattern/machine.ts';

/** The part of a route that a matcher needs. */
export interface MatcherRoute {
  /** The whole path, if the pattern is only text; otherwise `null`. */
  readonly path: string | null;
  readonly more: MatcherExtras | null;
}

/** Rarely needed fields, kept out of the route, since memory access is slow. */
export interface MatcherExtras {
  /** Matches the whole pattern; `null` if the tree's steps already do. */
  readonly expression: PatternMatcher | null;
}

/**
 * Filled in by a search. The router reuses one for all searches, and reads it before the next.
 * Creating one per search would take a tenth of a lookup.
 */
export class SearchResult<R extends MatcherRoute> {
  route: R | null = null;
  /** The start and end in the path of each captured segment, in order. */
  spans: Int32Array;
  /** The captures of the route's expression; `null` if it has none. */
  captures: readonly (string | undefined)[] | null = null;
  /** Whether the search gave up because the path must be normalised first. */
  gaveUp = false;
  /** For the matcher: the segments up to the current step. */
  readonly current: Int32Array;
  /** For the matcher: the segments of the best route so far, saved if the search continues. */
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

export type Winner<R extends MatcherRoute> = SearchResult<R> & { readonly route: R };

/**
 * Finds the matching route with the lowest index. There is one exception: the path `/` goes to a
 * route whose `path` is `/`, whatever its index. A route without `path` and `expression` is matched
 * by its steps alone.
 */
export interface RouteMatcher<R extends MatcherRoute> {
  /**
   * Searches for a path as the client sent it, with a leading slash. It is nearly always normal.
   * @returns whether a route was found, in which case the path is normal. If there is none and the
   *   search did not give up, no route matches the path as sent
   */
  matchSent(path: string, result: SearchResult<R>): result is Winner<R>;
  /** Searches for a path that `normalisePath` returned. */
  matchNormal(path: string, result: SearchResult<R>): result is Winner<R>;
}

/** An object under construction. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The function that answers a route in place of a controller. */

/** What a route matched: all that its handler needs to know of the answer. */
export interface Match {
  readonly status: 'found';
  /**
   * The table key that answered, as the table spells it; `default_controller` for the empty path;
   * `null` where `autoRoute` sent the path to its own segments.
   */
  readonly route: string | null;
  /** The name that the route was saved under; absent where it has none. */
  readonly name?: string;
  /**
   * `module/controller/action/arg…`, its references filled in. `%2F` and `%25` are still encoded,
   * so that splitting it at slashes gives the segments that the client sent.
   */
  readonly destination: string;
  /** The captured strings in order, fully decoded; `''` for a group that took no part. */
  readonly params: readonly string[];
}

/**
 * A route's own handler, called by the dispatcher with the match and the request, in place of a
 * controller. What it returns is the dispatcher's to read.
 */
export type Handler = (match: Match, request: Request) => unknown;

import type { BadPathReason } from '../path/reason.ts';
import type { Handler, Match, Matched } from '../table/handler.ts';
import type { Method } from '../table/methods.ts';

/** A route with a destination answers. */
export interface FoundDestination extends Matched {
  /**
   * `module/controller/action/arg…` with its references filled in. `%2F` and `%25` are still
   * encoded, so that splitting at slashes gives the client's segments.
   */
  readonly destination: string;
  readonly handler?: undefined;
}

/** A route with a handler answers. Its destination is only a label in the table. */
export interface FoundHandler extends Match {
  /** The route's own handler. */
  readonly handler: Handler;
}

/**
 * A pattern matched; or the path is empty and the table has a default controller; or `autoRoute`
 * used the segments of the path.
 */
export type Found = FoundDestination | FoundHandler;

/** The pattern's destination is empty. */
export interface Blocked {
  readonly status: 'blocked';
  /** The blocking table key, as the table spells it. */
  readonly route: string;
}

/** The path is served, but under other methods only. */
export interface MethodNotAllowed {
  readonly status: 'method-not-allowed';
  /** The methods that serve the path, in the order of the `Allow` header. */
  readonly allow: readonly Method[];
}

/** No route matches. */
export interface NotFound {
  readonly status: 'not-found';
  /** The table's `404_override`, if it has one. */
  readonly destination?: string;
}

/** The path is malformed, too long, or too complex for the table. */
export interface BadRequest {
  readonly status: 'bad-request';
  readonly reason: BadPathReason;
}

/**
 * The result of `router.resolve`.
 * @example
 * const answer = router.resolve('GET', '/photos/7');
 * if (answer.status === 'found') console.log(answer.destination, answer.params);
 */
export type Resolution = Found | Blocked | MethodNotAllowed | NotFound | BadRequest;

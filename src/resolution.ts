/** What the resolver answers; each status is one type, told apart by `status`. */
import type { Method } from './methods.ts';
import type { Handler } from './table.ts';

/** A pattern matched, or the path is empty and there is a default controller. */
export interface Found {
  readonly status: 'found';
  /**
   * The table key that answered, as the table spells it; `default_controller` for the empty path;
   * `null` where `autoRoute` sent the path to its own segments.
   */
  readonly route: string | null;
  /**
   * `module/controller/action/arg…`, its references filled in. `%2F` and `%25` are still encoded,
   * so that splitting it at slashes gives the segments that the client sent.
   */
  readonly destination: string;
  /** The captured strings in order, fully decoded; `''` for a group that took no part. */
  readonly params: readonly string[];
  /** The route's own handler, where it has one. */
  readonly handler?: Handler;
}

/** The pattern's destination is empty. */
export interface Blocked {
  readonly status: 'blocked';
  /** The table key that blocks, as the table spells it. */
  readonly route: string;
}

/** The path is served, but under other methods only. */
export interface MethodNotAllowed {
  readonly status: 'method-not-allowed';
  /** The methods that it is served under, as `Allow` lists them. */
  readonly allow: readonly Method[];
}

/** Nothing matches. */
export interface NotFound {
  readonly status: 'not-found';
  /** The table's `404_override`, where it has one. */
  readonly destination?: string;
}

/** The path is malformed, too long, or too complex for the table. */
export interface BadRequest {
  readonly status: 'bad-request';
  readonly reason: BadPathReason;
}

/** What can be wrong with a path. `too complex`: for it, the table asks too much of the engine. */
export type BadPathReason =
  | 'not a string'
  | 'too long'
  | 'malformed percent sequence'
  | 'invalid UTF-8'
  | 'control character'
  | 'too complex';

/**
 * The answer of `router.resolve`.
 *
 * @example
 * const answer = router.resolve('GET', '/photos/7');
 * if (answer.status === 'found') console.log(answer.destination, answer.params);
 */
export type Resolution = Found | Blocked | MethodNotAllowed | NotFound | BadRequest;

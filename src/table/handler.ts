/** The function that answers a route in place of a controller. */
import type { Load } from './load.ts';

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
 * What the dispatcher gives to handlers and controllers alike. `Platform` is what the runtime hands
 * over after the request: `[Env, ExecutionContext]` on Workers, `[Server]` on Bun.
 */
export interface RequestContext<Platform extends readonly unknown[] = readonly unknown[]> {
  /** The request as it came. */
  readonly request: Request;
  /** The captured strings in order, decoded; none for what `run`, `404_override` and pages reach. */
  readonly params: readonly string[];
  /** The table key that answered; `null` where none did. */
  readonly route: string | null;
  /** The name that the route was saved under; `null` where it has none. */
  readonly name: string | null;
  /** The method that the route was found for: `GET` for a HEAD that a GET route answers. */
  readonly method: string;
  /** What the runtime handed over after the request. */
  readonly platform: Platform;
  /** The path that the application is mounted below, for `Route.url`; `''` where there is none. */
  readonly base: string;
  /** Loads files: of a controller, its own module's first. */
  readonly load: Load;
  /**
   * Calls another module's method and gives what it returns: the H of HMVC. It reaches methods that
   * no URL does, those whose names start with `_`, and passes `_remap` by.
   *
   * @param destination the controller, and the method as the last segment; `index` where it names
   *   a controller by one segment alone
   * @param args passed as they are
   * @throws {WaymarkError} where no method answers, or calls are more than 32 deep
   */
  readonly run: (destination: string, ...args: readonly unknown[]) => Promise<unknown>;
}

/**
 * A route's own handler, called by the dispatcher in place of a controller with the match and the
 * request's context. What it returns is the dispatcher's to read.
 *
 * The context may be declared with what the application adds to it, such as
 * `(match, context: Context<AppContext>) => …`.
 *
 * @example
 * Route.get('health/(:num)', 'health/check/$1', {}, ({ params }, { request }) => request.url);
 */
export type Handler = {
  // A method's parameters may be narrower than they are declared: only the application knows what
  // it adds to the context.
  handle(match: Match, context: RequestContext): unknown;
}['handle'];

import { badArgument } from '../errors/argument.ts';
import { isCallable } from '../errors/show.ts';
import type { Load } from './load.ts';
import type { Meta } from './meta.ts';

/** What a route matched: all that its handler needs to know. */
export interface Match {
  readonly status: 'found';
  /**
   * The table key that answered, as the table spells it; `default_controller` for the empty path;
   * `null` if `autoRoute` sent the path to its own segments.
   */
  readonly route: string | null;
  /** The name that the route was saved under; absent if it has none. */
  readonly name?: string;
  /** The data that the route was defined with; absent if it has none. */
  readonly meta?: Meta;
  /**
   * `module/controller/action/arg…` with its references filled in. `%2F` and `%25` are still encoded,
   * so that splitting at slashes gives the segments that the client sent.
   */
  readonly destination: string;
  /** The captured strings in order, fully decoded; `''` for a group that took no part. */
  readonly params: readonly string[];
}

/**
 * What the dispatcher gives to handlers and controllers. `Platform` is what the runtime hands over
 * after the request: `[Env, ExecutionContext]` on Workers, `[Server]` on Bun.
 */
export interface RequestContext<Platform extends readonly unknown[] = readonly unknown[]> {
  /** The request as it came. */
  readonly request: Request;
  /** The captured strings in order, decoded; none in what `run`, `404_override` and pages reach. */
  readonly params: readonly string[];
  /** The table key that answered; `null` if none did. */
  readonly route: string | null;
  /** The name that the route was saved under; `null` if it has none. */
  readonly name: string | null;
  /**
   * The data that the route was defined with; an error page has that of the route that failed. Empty if
   * the route has none, and for an action that `autoRoute` or `run` reaches.
   */
  readonly meta: Meta;
  /** The method that the route was found for: `GET` for a HEAD that a GET route answers. */
  readonly method: string;
  /** What the runtime handed over after the request. */
  readonly platform: Platform;
  /** The path that the application is mounted below, for `Route.url`; `''` for none. */
  readonly base: string;
  /** Loads files: for a controller, its own module's first. */
  readonly load: Load;
  /**
   * Calls another module's method and gives what it returns: the H of HMVC. It also reaches methods
   * whose names start with `_`, which no URL does, and ignores `_remap`.
   * @param destination the controller, and the method as the last segment; `index` if a single
   *   segment names a controller
   * @param args passed as they are
   * @throws {WaymarkError} if no method answers, or calls are more than 32 deep
   */
  readonly run: (destination: string, ...args: readonly unknown[]) => Promise<unknown>;
}

/**
 * A route's own handler, called by the dispatcher in place of a controller. What it returns is for
 * the dispatcher to read. The context may be declared with what the application adds to it:
 * `(match, context: Context<AppContext>) => …`.
 * @example
 * Route.get('health/(:num)', 'health/check/$1', {}, ({ params }, { request }) => request.url);
 */
export type Handler = {
  // A method, whose parameters may be narrower than declared: only the application knows what it adds
  // to the context.
  handle(match: Match, context: RequestContext): unknown;
}['handle'];

/**
 * A handler as it was given.
 * @throws {WaymarkError} if it can't be called; a class can only be constructed
 */
export function checkHandler(where: string, given: Handler): Handler {
  if (isCallable(given)) return given;
  throw badArgument(where, 'the handler', 'a function, such as () => new Photos().index()', given);
}

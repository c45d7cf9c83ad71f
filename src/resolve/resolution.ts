/** The answers of `resolve`, and how one is made of the route that matched. */
import { type BadPathReason, decodeRest } from '../path/normalise.ts';
import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { RouteParams } from '../table/params.ts';
import type { Method } from '../table/row.ts';
import type { RouteSchemas } from '../table/schema.ts';
import { fillTail, isBlock, type Writable } from './compiled-route.ts';
import type { Winner } from './matcher/tree.ts';

/** The members that the answers of all routes share. */
interface OfRoute {
  readonly status: 'found';
  /**
   * The table key that matched, as the table spells it; `default_controller` if that setting answered
   * the empty path; `null` if `autoRoute` used the segments of the path.
   */
  readonly route: string | null;
  /** The name of the route; absent if it has none. */
  readonly name?: string;
  /** The route's meta; absent if it has none. */
  readonly meta?: Meta;
  readonly params: RouteParams;
}

/** A route with a destination answers. */
export interface FoundDestination extends OfRoute {
  /**
   * `module/controller/action/arg…` with its references filled in. `%2F` and `%25` are still
   * encoded, so that splitting at slashes gives the client's segments.
   */
  readonly destination: string;
  readonly handler?: undefined;
}

/** A route with a handler answers, whatever destination the table has for it. */
export interface FoundHandler extends OfRoute {
  readonly destination: null;
  /**
   * The route's own handler.
   * @example
   * const call = async (found: FoundHandler, request: Request) =>
   *   found.handler(await createContext({ ...found, request }));
   */
  readonly handler: Handler;
  /**
   * The route's schemas; absent if it has none. The handler needs what they validate: the fetch
   * handler and `createContext` add it to the context. JSON has their names.
   */
  readonly schemas?: RouteSchemas;
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

/**
 * Makes the answer for a path that matched.
 * @param decodes whether the path may have escapes. They stay in the destination but are decoded in
 *   the params: `/files/a%2Fb` has the param `a/b`
 */
export function answerOf(
  { route, spans, captures }: Winner,
  path: string,
  decodes: boolean,
): Found | Blocked {
  const { key, head, tail, more } = route;
  if (isBlock(route)) return { status: 'blocked', route: key };
  const captured =
    captures === null
      ? cutParams(path, route.segments, spans)
      : Array.from(captures, (capture) => capture ?? '').slice(1);
  const handler = more?.handler;
  const destination =
    handler !== undefined ? null : tail === null ? head : fillTail(head, tail, captured, path);
  const params = decodes ? captured.map(decodeRest) : captured;
  const answer: Unfinished = { status: 'found', route: key, destination, params };
  // One by one: a spread takes several times longer than the search for a short path.
  if (more !== null) {
    const { name, meta, schemas } = more;
    if (name !== undefined) answer.name = name;
    if (handler !== undefined) answer.handler = handler;
    if (meta !== undefined) answer.meta = meta;
    if (schemas !== undefined) answer.schemas = schemas;
    if (more.names !== undefined) answer.params = named(params, more.names);
  }
  return answer as Found; // the cast: only an answer with a handler has no destination
}

/** An answer in the making. */
type Unfinished = Writable<OfRoute> & {
  destination: string | null;
  handler?: Handler;
  schemas?: RouteSchemas;
};

/** Any name is an own property, `__proto__` too, since the object has no prototype. */
function named(params: readonly string[], names: readonly string[]): RouteParams {
  const object: Record<string, string> = Object.create(null);
  for (let place = 0; place < names.length; place++) object[names[place]] = params[place];
  return object;
}

/** Shared by all answers without params; must not be changed. */
const NO_PARAMS: readonly string[] = Object.freeze([]);

/** Up to three are written out: an array literal is twice as fast as a growing array. */
function cutParams(path: string, count: number, spans: Int32Array): readonly string[] {
  if (count === 0) return NO_PARAMS;
  const first = path.slice(spans[0], spans[1]);
  if (count === 1) return [first];
  const second = path.slice(spans[2], spans[3]);
  if (count === 2) return [first, second];
  const params = [first, second, path.slice(spans[4], spans[5])];
  for (let place = 6; place < 2 * count; place += 2) {
    params.push(path.slice(spans[place], spans[place + 1]));
  }
  return params;
}

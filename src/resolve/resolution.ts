/** The answers of `resolve`, and how one is made of the route that matched. */
import { type BadPathReason, decodeKept, subjectOf } from '../path/normalise.ts';
import type { Tail } from '../table/destination.ts';
import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { Method } from '../table/methods.ts';
import type { RouteParams } from '../table/params.ts';
import type { RouteSchemas } from '../table/schema.ts';
import type { SearchResult } from './matcher/tree.ts';
import type { CompiledRoute, Writable } from './routes.ts';

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
   * handler and `createContext` add it to the context. In JSON, they are the list of their names.
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

/** Whether a route's destination is empty, so it blocks. */
export function isBlock({ head, tail }: CompiledRoute): boolean {
  return head === '' && tail === null;
}

/**
 * Makes the answer for a path that matched.
 * @param result of the search that found the route
 * @param decodes whether the path may have escapes. They stay in the destination but are decoded in
 *   the params: `/files/a%2Fb` has the param `a/b`
 */
export function answerOf(
  route: CompiledRoute,
  { spans, captures }: SearchResult,
  path: string,
  decodes: boolean,
): Found | Blocked {
  const { key, head, tail, extras } = route;
  if (isBlock(route)) return { status: 'blocked', route: key };
  const captured =
    captures === null
      ? cutParams(path, route.segmentCount, spans)
      : Array.from(captures, (capture) => capture ?? '').slice(1);
  const handler = extras?.handler;
  const destination =
    handler !== undefined ? null : tail === null ? head : fillTail(head, tail, captured, path);
  const params = decodes ? captured.map(decodeKept) : captured;
  const answer: Writable<OfRoute> &
    Partial<Writable<Omit<FoundHandler, 'destination'>>> & { destination: string | null } = {
    status: 'found',
    route: key,
    destination,
    params,
  };
  // One by one: a spread takes several times longer than the search for a short path.
  if (extras !== null) {
    const { name, meta, schemas, paramNames } = extras;
    if (name !== undefined) answer.name = name;
    if (handler !== undefined) answer.handler = handler;
    if (meta !== undefined) answer.meta = meta;
    if (schemas !== undefined) answer.schemas = schemas;
    if (paramNames !== undefined) answer.params = nameParams(params, paramNames);
  }
  return answer as Found; // the cast: only an answer with a handler has no destination
}

/** Any name is an own property, `__proto__` too, since the object has no prototype. */
function nameParams(params: readonly string[], names: readonly string[]): RouteParams {
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

/**
 * Fills in the references of a destination.
 * @param params the captured strings; a reference to a missing group becomes `''`
 * @param path the whole match, for `$0`, with a leading slash
 */
export function fillTail(
  head: string,
  { groups, texts, isInOrder }: Tail,
  params: readonly string[],
  path: string,
): string {
  const { length } = groups;
  let filled = head;
  if (isInOrder && length <= params.length) {
    filled += params[0];
    for (let place = 1; place < length; place++) filled += texts[place - 1] + params[place];
    return texts.length < length ? filled : filled + texts[length - 1];
  }
  for (const [place, group] of groups.entries()) {
    if (group === 0) filled += subjectOf(path);
    else if (group <= params.length) filled += params[group - 1];
    if (place < texts.length) filled += texts[place];
  }
  return filled;
}

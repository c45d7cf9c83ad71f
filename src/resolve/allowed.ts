import { METHODS, type Method } from '../table/methods.ts';
import { isBlock } from './destination.ts';
import type { RouteMatcher, SearchResult } from './matcher/contract.ts';
import { type MatchersByMethod, matcherFor } from './matchers.ts';
import type { CompiledRoute } from './routes.ts';

/** What the methods of a table make of a path. */
export interface Allowed {
  /** Those that it is served under, in the order of `METHODS`. */
  readonly methods: Method[];
  /** Whether a key matches under any of them, one that blocks included. */
  readonly matched: boolean;
}

/**
 * Tries a normal path under each method, with one search for each distinct matcher. HEAD counts
 * where GET does, since servers answer it with GET's route (RFC 9110, section 9.3.2).
 *
 * @param matchers those of the table
 * @param path a normal path
 * @param result filled by the searches
 * @param failed a matcher that is known to find nothing, with the method that it was for; that
 *   method is left out
 *
 * @example
 * findAllowed(matchers, '/photos', result).methods; // ['GET', 'HEAD', 'POST']
 */
export function findAllowed(
  matchers: MatchersByMethod,
  path: string,
  result: SearchResult<CompiledRoute>,
  failed?: { readonly method: string; readonly matcher: RouteMatcher<CompiledRoute> },
): Allowed {
  const blocks = new Map<RouteMatcher<CompiledRoute>, boolean | null>();
  if (failed !== undefined) blocks.set(failed.matcher, null);
  // A block for HEAD itself is HEAD's answer, whatever GET's is.
  let headBlocked = false;
  for (const method of METHODS) {
    const matcher = matcherFor(matchers, method);
    if (blocks.has(matcher)) continue;
    const route = matcher.matchNormal(path, result) ? result.route : null;
    const blocked = route && isBlock(route);
    blocks.set(matcher, blocked);
    headBlocked ||= blocked === true && route?.method === 'HEAD';
  }
  const serves = (method: Method) => blocks.get(matcherFor(matchers, method)) === false;
  const methods = METHODS.filter(
    (method) =>
      method !== failed?.method &&
      (serves(method) || (method === 'HEAD' && serves('GET') && !headBlocked)),
  );
  return { methods, matched: [...blocks.values()].some((blocked) => blocked !== null) };
}

import { METHODS, type Method } from '../table/methods.ts';
import { isBlock } from './destination.ts';
import type { RouteMatcher, SearchResult } from './matcher/contract.ts';
import { listMatchers, type MatcherOfMethods, type MatchersByMethod } from './matchers.ts';
import { type CompiledRoute, isForHead } from './route.ts';

const GET = 1 << METHODS.indexOf('GET');
const HEAD = 1 << METHODS.indexOf('HEAD');

export interface Allowed {
  /** Those that it is served under, in the order of `METHODS`. Shared, so it must not be changed. */
  readonly methods: readonly Method[];
  /** Whether a key matches under any of them, even one that blocks. */
  readonly matched: boolean;
}

/** A matcher that is known to find nothing, with the method that it was for. */
export interface Failed {
  readonly method: string;
  readonly matcher: RouteMatcher<CompiledRoute>;
}

/**
 * Makes the function that tries a normal path under each method, with one search for each distinct
 * matcher; a method whose search has `failed` is left out. HEAD counts where GET does, and only there,
 * since servers answer it with GET's route (RFC 9110, section 9.3.2), unless a route for HEAD answers.
 * @param result filled by the searches
 */
export function createAllowedFinder(
  matchers: MatchersByMethod,
  result: SearchResult<CompiledRoute>,
): (path: string, failed: Failed | null) => Allowed {
  // Made for the first miss: a router that starts often may never have one.
  let list: readonly MatcherOfMethods[] | null = null;
  /** By bits. */
  const known: (readonly Method[] | undefined)[] = [];
  return (path, failed) => {
    let bits = 0;
    let matched = false;
    let ownHead = false;
    list ??= listMatchers(matchers);
    for (const own of list) {
      if (own.matcher === failed?.matcher || !own.matcher.matchNormal(path, result)) continue;
      matched = true;
      ownHead ||= isForHead(result.route);
      if (!isBlock(result.route)) bits |= own.bits;
    }
    if (!ownHead) bits = (bits & ~HEAD) | (bits & GET && HEAD);
    if (failed !== null) bits &= ~(1 << METHODS.indexOf(failed.method as Method)); // −1, which shifts to no method's bit, for other methods
    let methods = known[bits];
    if (methods === undefined) {
      methods = Object.freeze(METHODS.filter((_, at) => (bits & (1 << at)) !== 0));
      known[bits] = methods;
    }
    return { methods, matched };
  };
}

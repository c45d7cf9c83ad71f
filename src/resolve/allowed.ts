import { METHODS, type Method } from '../table/methods.ts';
import { isBlock } from './destination.ts';
import type { RouteMatcher, SearchResult } from './matcher/contract.ts';
import { listMatchers, type MatcherOfMethods, type MatchersByMethod } from './matchers.ts';
import { type CompiledRoute, isForHead } from './route.ts';

const GET = 1 << METHODS.indexOf('GET');
const HEAD = 1 << METHODS.indexOf('HEAD');

export interface Allowed {
  /** The methods that serve the path, in the order of `METHODS`. Shared: must not be changed. */
  readonly methods: readonly Method[];
  /** Whether any key matches under any method searched, even a key that blocks. */
  readonly matched: boolean;
}

/** A matcher that found nothing, and its method. */
export interface Failed {
  readonly method: string;
  readonly matcher: RouteMatcher<CompiledRoute>;
}

/**
 * Makes the function that searches a normal path under every method. It runs each distinct matcher
 * once, except the one that already `failed`. Servers answer HEAD with GET's route (RFC 9110,
 * section 9.3.2). So HEAD is allowed if and only if GET is, unless a route for HEAD only matches.
 * @param result filled by the searches
 */
export function createAllowedFinder(
  matchers: MatchersByMethod,
  result: SearchResult<CompiledRoute>,
): (path: string, failed: Failed | null) => Allowed {
  // Created at the first miss: a short-lived router may never have one.
  let list: readonly MatcherOfMethods[] | null = null;
  /** The lists created so far, by their bits. */
  const known: (readonly Method[] | undefined)[] = [];
  return (path, failed) => {
    let bits = 0;
    let matched = false;
    let ownHead = false;
    list ??= listMatchers(matchers);
    for (const own of list) {
      if (own.matcher === failed?.matcher || !own.matcher.matchNormal(path, result)) continue;
      matched = true;
      ownHead ||= isForHead(result.route.key);
      if (!isBlock(result.route)) bits |= own.bits;
    }
    // GET's routes answer HEAD, except in `resolve`, whose search for HEAD failed.
    if (!ownHead) bits = bits & GET && failed?.method !== 'HEAD' ? bits | HEAD : bits & ~HEAD;
    let methods = known[bits];
    if (methods === undefined) {
      methods = Object.freeze(METHODS.filter((_, at) => (bits & (1 << at)) !== 0));
      known[bits] = methods;
    }
    return { methods, matched };
  };
}

/** HEAD and `Allow`: the methods under which a server answers a path. */
import { METHODS, type Method } from '../table/key.ts';
import type { RouteMatcher, SearchResult, Winner } from './matcher/contract.ts';
import { listMatchers, type MatcherOfMethods, type MatchersByMethod } from './matchers.ts';
import { type CompiledRoute, isBlock } from './route.ts';

/** Whether a request is for the headers alone, so that its answer has no body. */
export function isHead(method: string): boolean {
  return method === 'HEAD';
}

/**
 * The method whose routes answer a request: GET for HEAD, unless a route for HEAD only answers.
 * @param route the key of the route that answers; `null` if none does, or it is not known yet
 */
export function servedMethod(method: string, route: string | null): string {
  return isHead(method) && (route === null || !isForHead(route)) ? 'GET' : method;
}

/** Searches a normal path for a route for HEAD only that comes before those for every method. */
export function matchHead(
  { HEAD }: MatchersByMethod,
  path: string,
  result: SearchResult<CompiledRoute>,
): result is Winner<CompiledRoute> {
  return HEAD.matchNormal(path, result) && isForHead(result.route.key);
}

/** Whether the route of a table key is for HEAD only. */
function isForHead(key: string): boolean {
  return key.startsWith('HEAD ');
}

const GET = 1 << METHODS.indexOf('GET');
const HEAD = 1 << METHODS.indexOf('HEAD');
const OPTIONS = 1 << METHODS.indexOf('OPTIONS');

interface Allowed {
  /** The methods that serve the path, in the order of `METHODS`. Shared: must not be changed. */
  readonly methods: readonly Method[];
  /**
   * Whether any key matches under any method searched, even a key that blocks. A row for OPTIONS
   * alone doesn't count.
   */
  readonly matched: boolean;
}

/** A matcher that found nothing, and its method. */
interface Failed {
  readonly method: string;
  readonly matcher: RouteMatcher<CompiledRoute>;
}

/**
 * Makes the function that searches a normal path under every method. It runs each distinct matcher
 * once, except the one that already `failed`. Servers answer HEAD with GET's route (RFC 9110,
 * section 9.3.2). So HEAD is allowed if and only if GET is, unless a route for HEAD only matches. A
 * path that only rows for OPTIONS serve is unknown to other methods, as in Go's httprouter: a row for
 * preflights may match every path.
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
      const isServed = !isBlock(result.route);
      if (isServed) bits |= own.bits;
      matched ||= !isServed || own.bits !== OPTIONS;
      ownHead ||= isForHead(result.route.key);
    }
    if (failed !== null && bits === OPTIONS) bits = 0;
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

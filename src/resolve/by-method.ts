/**
 * The methods of requests: the search for each method, the route that answers HEAD, and the methods
 * that a path allows.
 *
 * - HEAD: in `resolve`, it is a method like any other, as in CodeIgniter. Servers answer it with GET's
 *   routes (RFC 9110, section 9.3.2), unless a route for HEAD only comes before those for every method.
 *   The answer has no body.
 * - `Allow` has HEAD if it has GET, or if a route for HEAD only matches. For a HEAD request that
 *   `resolve` has answered with a miss, GET alone is not enough.
 * - OPTIONS: `fetch/answer.ts` answers it with `Allow` if no route does. A path that only rows for
 *   OPTIONS serve is unknown to other methods, as in Go's httprouter, since a row for preflights may
 *   match every path.
 */
import { METHODS, type Method } from '../table/methods.ts';
import type { SearchResult, Tree } from './matcher/tree.ts';
import { isBlock } from './resolution.ts';
import type { CompiledRoute } from './routes.ts';

/** The search of a tree. */
export type Search = Pick<Tree, 'matchSent' | 'matchNormal'>;

/** A tree for each method that a key names, and `other` for all other methods. */
export type TreeByMethod<T> = Readonly<Partial<Record<Method, T>>> & { readonly other: T };

/** The search of each method. */
export type SearchByMethod = Readonly<Record<Method | 'other', Search>>;

/** Fills in the search of the methods that no key names. */
export function searchesOf({
  other,
  GET = other,
  HEAD = other,
  POST = other,
  PUT = other,
  PATCH = other,
  DELETE = other,
  OPTIONS = other,
  QUERY = other,
}: TreeByMethod<Search>): SearchByMethod {
  return { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY, other };
}

/**
 * The search for a request's method. This is a `switch` because comparing literals is fastest, and
 * because a client's string must not become a key.
 */
export function searchFor(searches: SearchByMethod, method: string): Search {
  const known = method as Method; // the cast lets the compiler report a missing case
  switch (known) {
    case 'GET':
      return searches.GET;
    case 'POST':
      return searches.POST;
    case 'HEAD':
      return searches.HEAD;
    case 'PUT':
      return searches.PUT;
    case 'PATCH':
      return searches.PATCH;
    case 'DELETE':
      return searches.DELETE;
    case 'OPTIONS':
      return searches.OPTIONS;
    case 'QUERY':
      return searches.QUERY;
    default:
      known satisfies never;
      return searches.other;
  }
}

/** Whether a request is for the headers alone, so that its answer has no body. */
export function isHead(method: string): boolean {
  return method === 'HEAD';
}

/** Whether the route of a table key is for HEAD only. */
function isForHead(key: string): boolean {
  return key.startsWith('HEAD ');
}

/**
 * The method whose routes answer a request.
 * @param route the key of the route that answers; `null` if none does, or it is not known yet
 */
export function servedMethod(method: string, route: string | null): string {
  return isHead(method) && (route === null || !isForHead(route)) ? 'GET' : method;
}

/** Searches a normal path for a route for HEAD only. */
export function matchHead(
  { HEAD }: SearchByMethod,
  path: string,
  result: SearchResult,
): CompiledRoute | null {
  const route = HEAD.matchNormal(path, result);
  return route !== null && isForHead(route.key) ? route : null;
}

const GET_BIT = 1 << METHODS.indexOf('GET');
const HEAD_BIT = 1 << METHODS.indexOf('HEAD');
const OPTIONS_BIT = 1 << METHODS.indexOf('OPTIONS');

/**
 * Makes the function that searches a normal path under every method. It runs each distinct search
 * once, except that of a method that has missed already.
 * @param result filled by the searches
 */
export function createAllowedFinder(searches: SearchByMethod, result: SearchResult) {
  // Created at the first miss: a short-lived router may never have one.
  let list: ReturnType<typeof listSearches> | null = null;
  /** The lists created so far, by their bits. */
  const known: (readonly Method[] | undefined)[] = [];
  /**
   * @param method one whose search found nothing; `null` if none has run
   * @returns the methods that serve the path, in the order of `METHODS`, which are shared and must not be
   *   changed; and whether any key matches under any method searched, even a key that blocks. A row for
   *   OPTIONS alone doesn't count
   */
  return (path: string, method: string | null) => {
    const missed = method === null ? null : searchFor(searches, method);
    let bits = 0;
    let matched = false;
    let ownHead = false;
    list ??= listSearches(searches);
    for (const own of list) {
      const route = own.search === missed ? null : own.search.matchNormal(path, result);
      if (route === null) continue;
      const isServed = !isBlock(route);
      if (isServed) bits |= own.bits;
      matched ||= !isServed || own.bits !== OPTIONS_BIT;
      ownHead ||= isForHead(route.key);
    }
    if (missed !== null && bits === OPTIONS_BIT) bits = 0;
    if (!ownHead) bits = bits & GET_BIT && method !== 'HEAD' ? bits | HEAD_BIT : bits & ~HEAD_BIT;
    let methods = known[bits];
    if (methods === undefined) {
      methods = Object.freeze(METHODS.filter((_, at) => (bits & (1 << at)) !== 0));
      known[bits] = methods;
    }
    return { methods, matched };
  };
}

/** Each search and the methods it serves, with one bit for each in the order of `METHODS`. */
function listSearches(searches: SearchByMethod) {
  return Array.from(new Set(Object.values(searches)), (search) => ({
    search,
    bits: METHODS.reduce(
      (bits, method, at) => (searches[method] === search ? bits | (1 << at) : bits),
      0,
    ),
  }));
}

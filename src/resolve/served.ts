/** HEAD and `Allow`: the methods under which a server answers a path. */
import { METHODS, type Method } from '../table/row.ts';
import { isBlock } from './compiled-route.ts';
import type { SearchResult, Tree, Winner } from './matcher/tree.ts';

/** The search of a tree. Tests compare it with that of a plain loop. */
export type Search = Pick<Tree, 'matchSent' | 'matchNormal'>;

/** The searches of a table; `other` serves methods that no key names. */
export type SearchByMethod = Readonly<Record<Method | 'other', Search>>;

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
  { HEAD }: SearchByMethod,
  path: string,
  result: SearchResult,
): result is Winner {
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

/** A search that found nothing, and its method. */
interface Missed {
  readonly method: string;
  readonly search: Search;
}

/**
 * Makes the function that searches a normal path under every method. It runs each distinct search
 * once, except the one that `missed` already. Servers answer HEAD with GET's route (RFC 9110,
 * section 9.3.2). So HEAD is allowed if and only if GET is, unless a route for HEAD only matches. A
 * path that only rows for OPTIONS serve is unknown to other methods, as in Go's httprouter: a row for
 * preflights may match every path.
 * @param result filled by the searches
 */
export function createAllowedFinder(
  searches: SearchByMethod,
  result: SearchResult,
): (path: string, missed: Missed | null) => Allowed {
  // Created at the first miss: a short-lived router may never have one.
  let list: readonly OfMethods[] | null = null;
  /** The lists created so far, by their bits. */
  const known: (readonly Method[] | undefined)[] = [];
  return (path, missed) => {
    let bits = 0;
    let matched = false;
    let ownHead = false;
    list ??= listSearches(searches);
    for (const own of list) {
      if (own.search === missed?.search || !own.search.matchNormal(path, result)) continue;
      const isServed = !isBlock(result.route);
      if (isServed) bits |= own.bits;
      matched ||= !isServed || own.bits !== OPTIONS;
      ownHead ||= isForHead(result.route.key);
    }
    if (missed !== null && bits === OPTIONS) bits = 0;
    // GET's routes answer HEAD, except in `resolve`, whose search for HEAD failed.
    if (!ownHead) bits = bits & GET && missed?.method !== 'HEAD' ? bits | HEAD : bits & ~HEAD;
    let methods = known[bits];
    if (methods === undefined) {
      methods = Object.freeze(METHODS.filter((_, at) => (bits & (1 << at)) !== 0));
      known[bits] = methods;
    }
    return { methods, matched };
  };
}

/** A search and the methods it serves, with one bit for each in the order of `METHODS`. */
interface OfMethods {
  readonly search: Search;
  readonly bits: number;
}

function listSearches(searches: SearchByMethod): OfMethods[] {
  return Array.from(new Set(Object.values(searches)), (search) => ({
    search,
    bits: METHODS.reduce(
      (bits, method, at) => (searches[method] === search ? bits | (1 << at) : bits),
      0,
    ),
  }));
}

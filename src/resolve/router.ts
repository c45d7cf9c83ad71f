/**
 * Answers a method and a path from the trees of a table: HEAD as servers do, and a miss with the
 * methods of `Allow`. A path is first searched as it was sent. If that finds no route, it is normalised
 * and searched again.
 */
import { Code, isVerbatim } from '../path/ascii.ts';
import { BadPath, cutQuery, normalisePath, subjectOf } from '../path/normalise.ts';
import { METHODS, type Method, type Settings } from '../table/row.ts';
import type { CompiledRoute } from './compiled-route.ts';
import { SearchResult, type Tree } from './matcher/tree.ts';
import { answerOf, type BadRequest, isBlock, type Resolution } from './resolution.ts';

/** Answers requests from a table. */
export interface Router {
  /** The settings from the table's reserved keys. */
  readonly settings: Settings;
  /** The length above which a path is a bad request. */
  readonly maxPathLength: number;
  /**
   * Answers one request as CodeIgniter does, to which HEAD is a method like any other. Never throws,
   * whatever the client sent.
   * @param method the request's method, case-sensitive as in HTTP
   * @param path the request's target; query and hash are ignored
   */
  resolve(method: string, path: string): Resolution;
  /**
   * Answers one request as a server does. It differs from `resolve` only for HEAD: a route for HEAD
   * alone answers, or else whatever answers GET (RFC 9110, section 9.3.2). Never throws,
   * whatever the client sent.
   * @param method the request's method, case-sensitive as in HTTP
   * @param path the request's target; query and hash are ignored
   */
  serve(method: string, path: string): Resolution;
  /**
   * The methods that serve a path, in the order of the `Allow` header; HEAD is included if `serve`
   * finds a route for it. Empty if the path is blocked, unknown or malformed. Never throws,
   * whatever the client sent.
   * @param path the request's target; query and hash are ignored
   */
  allowed(path: string): Method[];
}

/** The search of a tree. Tests compare it with that of a plain loop. */
export type Search = Pick<Tree, 'matchSent' | 'matchNormal'>;

/** The searches of a table; `other` serves methods that no key names. */
type SearchByMethod = Readonly<Record<Method | 'other', Search>>;

/**
 * Makes a router of the trees of a table.
 * @param options those of the router with their defaults applied, the table's settings, and the highest
 *   number of segments in a route
 * @param other serves all methods without keys of their own
 * @param create makes the tree of a method; returns `undefined` if no key names it
 */
export function makeRouter(
  options: Pick<Router, 'settings' | 'maxPathLength'> & {
    readonly mostSegments: number;
    readonly autoRoute: boolean;
  },
  other: Search,
  create: (method: Method) => Search | undefined,
): Router {
  const { mostSegments, settings, autoRoute, maxPathLength } = options;
  const searches = searchesOf(other, create);
  const result = new SearchResult(mostSegments);
  const findAllowed = createAllowedFinder(searches, result);
  let isReported = false;

  /**
   * Returns the answer for a request that hits a limit of the engine. Expressions, destinations and
   * keys of thousands of segments can exceed its stack or its longest string. An expression that is
   * itself too large throws a SyntaxError at its first use; that is logged once.
   */
  function atEngineLimit(error: unknown): BadRequest {
    if (error instanceof SyntaxError) {
      if (!isReported) console.error(error);
      isReported = true;
    } else if (!(error instanceof RangeError)) throw error;
    return { status: 'bad-request', reason: 'too complex' };
  }

  /**
   * Answers a path that did not match as sent.
   * @param missed whether a complete search found no route for this very path
   */
  function resolveNormal(method: string, target: string, missed: boolean): Resolution {
    const path = missed && isVerbatim(target) ? target : readPath(target, maxPathLength);
    if (path instanceof BadPath) return { status: 'bad-request', reason: path.reason };
    const search = searchFor(searches, method);
    const isSearched = missed && path === target;
    const route = isSearched ? null : search.matchNormal(path, result);
    if (route !== null) return answerOf(route, result, path, true);
    const { methods: allow, matched } = findAllowed(path, { method, search });
    if (allow.length > 0) return { status: 'method-not-allowed', allow };
    if (autoRoute && path !== '/' && !matched) {
      return { status: 'found', route: null, destination: subjectOf(path), params: [] };
    }
    const { notFoundOverride: destination } = settings;
    return destination === null ? { status: 'not-found' } : { status: 'not-found', destination };
  }

  function resolve(method: string, target: string): Resolution {
    try {
      let missed = false;
      if (
        typeof target === 'string' &&
        target.length <= maxPathLength &&
        target.charCodeAt(0) === Code.SLASH
      ) {
        const route = searchFor(searches, method).matchSent(target, result);
        if (route !== null) return answerOf(route, result, target, false);
        missed = !result.gaveUp;
      }
      return resolveNormal(method, target, missed);
    } catch (error) {
      return atEngineLimit(error);
    }
  }

  function serveHead(target: string): Resolution {
    try {
      const path = searches.HEAD === other ? null : readPath(target, maxPathLength);
      if (typeof path === 'string') {
        const route = matchHead(searches, path, result);
        if (route !== null) return answerOf(route, result, path, true);
      }
    } catch (error) {
      return atEngineLimit(error);
    }
    return resolve('GET', target);
  }

  return {
    settings,
    maxPathLength,
    resolve,
    serve: (method, target) => (isHead(method) ? serveHead(target) : resolve(method, target)),
    allowed(target) {
      try {
        const path = readPath(target, maxPathLength);
        return path instanceof BadPath ? [] : [...findAllowed(path, null).methods];
      } catch (error) {
        atEngineLimit(error);
        return [];
      }
    },
  };
}

/** Accepts any value, although the type says string: nothing must make the router throw. */
function readPath(target: string, maxLength: number): string | BadPath {
  if (typeof target !== 'string') return new BadPath('not a string');
  const path = cutQuery(target);
  if (path.length > maxLength) return new BadPath('too long');
  return normalisePath(path);
}

function searchesOf(other: Search, create: (method: Method) => Search | undefined): SearchByMethod {
  const of = (method: Method) => create(method) ?? other;
  return {
    GET: of('GET'),
    HEAD: of('HEAD'),
    POST: of('POST'),
    PUT: of('PUT'),
    PATCH: of('PATCH'),
    DELETE: of('DELETE'),
    OPTIONS: of('OPTIONS'),
    QUERY: of('QUERY'),
    other,
  };
}

/**
 * The search for a request's method. This is a `switch` because comparing literals is fastest, and
 * because a client's string must not become a key.
 */
function searchFor(searches: SearchByMethod, method: string): Search {
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

/**
 * The method whose routes answer a request: GET for HEAD, unless a route for HEAD only answers.
 * @param route the key of the route that answers; `null` if none does, or it is not known yet
 */
export function servedMethod(method: string, route: string | null): string {
  return isHead(method) && (route === null || !isForHead(route)) ? 'GET' : method;
}

/** Searches a normal path for a route for HEAD only that comes before those for every method. */
function matchHead(
  { HEAD }: SearchByMethod,
  path: string,
  result: SearchResult,
): CompiledRoute | null {
  const route = HEAD.matchNormal(path, result);
  return route !== null && isForHead(route.key) ? route : null;
}

/** Whether the route of a table key is for HEAD only. */
function isForHead(key: string): boolean {
  return key.startsWith('HEAD ');
}

const GET_BIT = 1 << METHODS.indexOf('GET');
const HEAD_BIT = 1 << METHODS.indexOf('HEAD');
const OPTIONS_BIT = 1 << METHODS.indexOf('OPTIONS');

/**
 * Makes the function that searches a normal path under every method. It runs each distinct search
 * once, except the one that `missed` already. Servers answer HEAD with GET's route (RFC 9110,
 * section 9.3.2). So HEAD is allowed if and only if GET is, unless a route for HEAD only matches. A
 * path that only rows for OPTIONS serve is unknown to other methods, as in Go's httprouter: a row for
 * preflights may match every path.
 * @param result filled by the searches
 */
function createAllowedFinder(searches: SearchByMethod, result: SearchResult) {
  // Created at the first miss: a short-lived router may never have one.
  let list: ReturnType<typeof listSearches> | null = null;
  /** The lists created so far, by their bits. */
  const known: (readonly Method[] | undefined)[] = [];
  /**
   * @param missed a search that found nothing, and its method
   * @returns the methods that serve the path, in the order of `METHODS`, which are shared and must not be
   *   changed; and whether any key matches under any method searched, even a key that blocks. A row for
   *   OPTIONS alone doesn't count
   */
  return (path: string, missed: { readonly method: string; readonly search: Search } | null) => {
    let bits = 0;
    let matched = false;
    let ownHead = false;
    list ??= listSearches(searches);
    for (const own of list) {
      const route = own.search === missed?.search ? null : own.search.matchNormal(path, result);
      if (route === null) continue;
      const isServed = !isBlock(route);
      if (isServed) bits |= own.bits;
      matched ||= !isServed || own.bits !== OPTIONS_BIT;
      ownHead ||= isForHead(route.key);
    }
    if (missed !== null && bits === OPTIONS_BIT) bits = 0;
    // GET's routes answer HEAD, except in `resolve`, whose search for HEAD failed.
    if (!ownHead)
      bits = bits & GET_BIT && missed?.method !== 'HEAD' ? bits | HEAD_BIT : bits & ~HEAD_BIT;
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

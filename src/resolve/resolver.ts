/** Answers a method and a path through the trees of a table. */
import { Code, isVerbatim } from '../path/ascii.ts';
import { BadPath, cutQuery, normalisePath, subjectOf } from '../path/normalise.ts';
import type { Method, Settings } from '../table/row.ts';
import type { UrlsBelow } from '../url/compiled-urls.ts';
import { SearchResult } from './matcher/tree.ts';
import { answerOf, type BadRequest, type Resolution } from './resolution.ts';
import {
  createAllowedFinder,
  isHead,
  matchHead,
  type Search,
  type SearchByMethod,
} from './served.ts';

/** Answers requests from a table. */
export interface Router {
  /** The settings from the table's reserved keys. */
  readonly settings: Settings;
  /** The length above which a path is a bad request. */
  readonly maxPathLength: number;
  /**
   * Makes the function that builds the URLs of named routes below a base. Only a compiled router
   * has it, if it was given `routeUrls`.
   */
  readonly urls?: UrlsBelow;
  /**
   * Answers one request as CodeIgniter does, to which HEAD is a method like any other. Never throws,
   * whatever the client sent.
   * @param method the request's method, case-sensitive as in HTTP
   * @param path the request's target; query and hash are ignored
   */
  resolve(method: string, path: string): Resolution;
  /**
   * Answers one request as a server does. It differs from `resolve` for HEAD alone, which a route
   * for HEAD only answers, or else whatever answers GET (RFC 9110, section 9.3.2). Never throws,
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

/** Router options with their defaults applied, and the table's settings. */
export interface ResolverOptions {
  /** The highest number of segments in a route. */
  readonly mostSegments: number;
  readonly settings: Settings;
  readonly autoRoute: boolean;
  readonly maxPathLength: number;
}

/**
 * Makes a router of the trees of a table.
 * @param other serves all methods without keys of their own
 * @param create makes the tree of a method; returns `undefined` if no key names it
 */
export function createResolver(
  { mostSegments, settings, autoRoute, maxPathLength }: ResolverOptions,
  other: Search,
  create: (method: Method) => Search | undefined,
): Router {
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
    if (!isSearched && search.matchNormal(path, result)) return answerOf(result, path, true);
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
        if (searchFor(searches, method).matchSent(target, result)) {
          return answerOf(result, target, false);
        }
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
      if (typeof path === 'string' && matchHead(searches, path, result)) {
        return answerOf(result, path, true);
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

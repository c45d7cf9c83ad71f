/**
 * Answers a method and a path from the trees of a table. A path is first searched as it was sent. If
 * that finds no route, it is normalised and searched again. `by-method.ts` has the rules of methods.
 */
import {
  BadPath,
  Code,
  cutQuery,
  isVerbatim,
  normalisePath,
  subjectOf,
} from '../path/normalise.ts';
import type { Method } from '../table/methods.ts';
import type { Settings } from '../table/row.ts';
import {
  createAllowedFinder,
  isHead,
  matchHead,
  type Search,
  searchesOf,
  searchFor,
  type TreeByMethod,
} from './by-method.ts';
import { SearchResult } from './matcher/tree.ts';
import { answerOf, type BadRequest, type Resolution } from './resolution.ts';

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

/**
 * Makes a router of the trees of a table.
 * @param options those of the router with their defaults applied, the table's settings, and the highest
 *   number of segments in a route
 */
export function makeRouter(
  options: Pick<Router, 'settings' | 'maxPathLength'> & {
    readonly mostSegments: number;
    readonly autoRoute: boolean;
  },
  trees: TreeByMethod<Search>,
): Router {
  const { mostSegments, settings, autoRoute, maxPathLength } = options;
  const searches = searchesOf(trees);
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
    const { methods: allow, matched } = findAllowed(path, method);
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
      const path = searches.HEAD === searches.other ? null : readPath(target, maxPathLength);
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

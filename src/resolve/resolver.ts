import { isVerbatim } from '../path/ascii.ts';
import { Code } from '../path/code.ts';
import { cutQuery, normalisePath, subjectOf } from '../path/normalise.ts';
import { BadPath } from '../path/reason.ts';
import type { Method } from '../table/methods.ts';
import type { Settings } from '../table/settings.ts';
import type { UrlsBelow } from '../url/data.ts';
import { createAllowedFinder } from './allowed.ts';
import { answerNormal, answerSent } from './answer.ts';
import { SearchResult } from './matcher/contract.ts';
import { type MatchersByMethod, matcherFor } from './matchers.ts';
import type { BadRequest, Resolution } from './resolution.ts';
import { type CompiledRoute, isForHead } from './route.ts';

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
   * Answers one request. Never throws, whatever the client sent.
   * @param method the request's method, case-sensitive as in HTTP
   * @param path the request's target; query and hash are ignored
   */
  resolve(method: string, path: string): Resolution;
  /**
   * Answers a HEAD request as servers do: with a route for HEAD only, or else as a GET request (RFC
   * 9110, section 9.3.2). `resolve('HEAD', path)` has no such fallback. Never throws, whatever the
   * client sent.
   * @param path the request's target; query and hash are ignored
   */
  resolveHead(path: string): Resolution;
  /**
   * The methods that serve a path, in the order of the `Allow` header; HEAD is included if
   * `resolveHead` finds a route. Empty if the path is blocked, unknown or malformed. Never throws,
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

export function createResolver(
  { mostSegments, settings, autoRoute, maxPathLength }: ResolverOptions,
  matchers: MatchersByMethod,
): Router {
  const result = new SearchResult<CompiledRoute>(mostSegments);
  const findAllowed = createAllowedFinder(matchers, result);
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
    const matcher = matcherFor(matchers, method);
    const isSearched = missed && path === target;
    if (!isSearched && matcher.matchNormal(path, result)) return answerNormal(result, path);
    const { methods: allow, matched } = findAllowed(path, { method, matcher });
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
        if (matcherFor(matchers, method).matchSent(target, result)) {
          return answerSent(result, target);
        }
        missed = !result.gaveUp;
      }
      return resolveNormal(method, target, missed);
    } catch (error) {
      return atEngineLimit(error);
    }
  }

  /** The answer of a route for HEAD only, if it is the first to match. */
  function findForHead(target: string): Resolution | null {
    if (matchers.HEAD === matchers.other) return null;
    try {
      const path = readPath(target, maxPathLength);
      if (path instanceof BadPath || !matchers.HEAD.matchNormal(path, result)) return null;
      return isForHead(result.route.key) ? answerNormal(result, path) : null;
    } catch (error) {
      return atEngineLimit(error);
    }
  }

  return {
    settings,
    maxPathLength,
    resolve,
    resolveHead(target) {
      return findForHead(target) ?? resolve('GET', target);
    },
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

import { Code, isVerbatim } from '../path/ascii.ts';
import { BadPath, cutQuery, normalisePath, subjectOf } from '../path/normalise.ts';
import { METHODS, type Method, type Settings } from '../table/key.ts';
import type { UrlsBelow } from '../url/compiled.ts';
import { answerOf, type BadRequest, type Resolution } from './answer.ts';
import { type RouteMatcher, SearchResult } from './matcher/contract.ts';
import {
  listMatchers,
  type MatcherOfMethods,
  type MatchersByMethod,
  matcherFor,
} from './matchers.ts';
import { type CompiledRoute, isBlock, isForHead } from './route.ts';

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
    if (!isSearched && matcher.matchNormal(path, result)) return answerOf(result, path, true);
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
          return answerOf(result, target, false);
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
      return isForHead(result.route.key) ? answerOf(result, path, true) : null;
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
function createAllowedFinder(
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

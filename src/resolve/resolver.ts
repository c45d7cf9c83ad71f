import { isVerbatim } from '../path/ascii.ts';
import { Code } from '../path/code.ts';
import { cutQuery, normalisePath, subjectOf } from '../path/normalise.ts';
import { BadPath } from '../path/reason.ts';
import type { Method } from '../table/methods.ts';
import type { Settings } from '../table/settings.ts';
import { createAllowedFinder } from './allowed.ts';
import { answerNormal, answerSent } from './answer.ts';
import { SearchResult } from './matcher/contract.ts';
import { type MatchersByMethod, matcherFor } from './matchers.ts';
import type { Resolution } from './resolution.ts';
import { type CompiledRoute, isForHead } from './route.ts';

/** A compiled table. */
export interface Router {
  /** What the table's reserved keys say. */
  readonly settings: Settings;
  /**
   * Answers one request. Never throws for what a client sent.
   * @param method the request's method, upper case as HTTP has it
   * @param path the request's target; query and hash are cut off
   */
  resolve(method: string, path: string): Resolution;
  /**
   * Answers a HEAD request as servers do: with the route for HEAD itself, or else with what GET gets
   * (RFC 9110, section 9.3.2). `resolve('HEAD', path)` is strict. Never throws for what a client
   * sent.
   * @param path the request's target; query and hash are cut off
   */
  resolveHead(path: string): Resolution;
  /**
   * The methods that a path is served under, as `Allow` lists them, with HEAD if `resolveHead`
   * finds a route; none if the path is blocked, unknown or a bad request. Never throws for what a
   * client sent.
   * @param path the request's target; query and hash are cut off
   */
  allowed(path: string): Method[];
}

/** What a router's answers depend on besides its routes. */
export interface ResolverOptions {
  /** How many segments the route with the most has. */
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
   * The answer if the engine can't go on. A table's own expressions and destinations, and keys of
   * thousands of segments, can need more stack, or a longer string, than the engine has. If an
   * expression itself is too large, which engines say at its first use, that is reported once.
   */
  function atEngineLimit<T>(error: unknown, answer: T): T {
    if (error instanceof SyntaxError) {
      if (!isReported) console.error(error);
      isReported = true;
    } else if (!(error instanceof RangeError)) throw error;
    return answer;
  }

  /**
   * Answers what the search with the path as sent did not.
   * @param searched whether no route matches the path as it stands
   */
  function resolveNormal(method: string, target: string, searched: boolean): Resolution {
    const path = searched && isVerbatim(target) ? target : readPath(target, maxPathLength);
    if (path instanceof BadPath) return { status: 'bad-request', reason: path.reason };
    const matcher = matcherFor(matchers, method);
    if (!(searched && path === target) && matcher.matchNormal(path, result)) {
      return answerNormal(result, path);
    }
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
      let searched = false;
      if (
        typeof target === 'string' &&
        target.length <= maxPathLength &&
        target.charCodeAt(0) === Code.SLASH
      ) {
        if (matcherFor(matchers, method).matchSent(target, result)) {
          return answerSent(result, target);
        }
        searched = !result.gaveUp;
      }
      return resolveNormal(method, target, searched);
    } catch (error) {
      return atEngineLimit(error, { status: 'bad-request', reason: 'too complex' });
    }
  }

  /** The answer of a route for HEAD itself, if one comes first. */
  function findForHead(target: string): Resolution | null {
    if (matchers.HEAD === matchers.other) return null;
    try {
      const path = readPath(target, maxPathLength);
      if (path instanceof BadPath || !matchers.HEAD.matchNormal(path, result)) return null;
      return isForHead(result.route) ? answerNormal(result, path) : null;
    } catch (error) {
      return atEngineLimit(error, { status: 'bad-request', reason: 'too complex' });
    }
  }

  return {
    settings,
    resolve,
    resolveHead(target) {
      return findForHead(target) ?? resolve('GET', target);
    },
    allowed(target) {
      try {
        const path = readPath(target, maxPathLength);
        return path instanceof BadPath ? [] : [...findAllowed(path, null).methods];
      } catch (error) {
        return atEngineLimit(error, []);
      }
    },
  };
}

/** The types keep a target a string; a server that passes anything else still gets an answer. */
function readPath(target: string, maxLength: number): string | BadPath {
  if (typeof target !== 'string') return new BadPath('not a string');
  const path = cutQuery(target);
  if (path.length > maxLength) return new BadPath('too long');
  return normalisePath(path);
}

import { METHODS, type Method } from '../table/key.ts';
import type { RouteMatcher } from './matcher/contract.ts';
import type { CompiledRoute } from './route.ts';

/** The matchers of a table; `other` serves methods that no key names. */
export type MatchersByMethod = Readonly<Record<Method | 'other', RouteMatcher<CompiledRoute>>>;

/** A matcher and the methods it serves, with one bit for each in the order of `METHODS`. */
export interface MatcherOfMethods {
  readonly matcher: RouteMatcher<CompiledRoute>;
  readonly bits: number;
}

/** Lists the matchers of a table, each once. */
export function listMatchers(matchers: MatchersByMethod): MatcherOfMethods[] {
  return Array.from(new Set(Object.values(matchers)), (matcher) => ({
    matcher,
    bits: METHODS.reduce(
      (bits, method, at) => (matchers[method] === matcher ? bits | (1 << at) : bits),
      0,
    ),
  }));
}

/**
 * Makes the matchers of a table.
 * @param other serves all methods without keys of their own
 * @param create makes the matcher of a method; returns `undefined` if no key names it
 */
export function createMatchers(
  other: RouteMatcher<CompiledRoute>,
  create: (method: Method) => RouteMatcher<CompiledRoute> | undefined,
): MatchersByMethod {
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
 * The matcher for a request's method. This is a `switch` because comparing literals is fastest, and
 * because a client's string must not become a key.
 */
export function matcherFor(
  matchers: MatchersByMethod,
  method: string,
): RouteMatcher<CompiledRoute> {
  const known = method as Method; // the cast lets the compiler report a missing case
  switch (known) {
    case 'GET':
      return matchers.GET;
    case 'POST':
      return matchers.POST;
    case 'HEAD':
      return matchers.HEAD;
    case 'PUT':
      return matchers.PUT;
    case 'PATCH':
      return matchers.PATCH;
    case 'DELETE':
      return matchers.DELETE;
    case 'OPTIONS':
      return matchers.OPTIONS;
    case 'QUERY':
      return matchers.QUERY;
    default:
      known satisfies never;
      return matchers.other;
  }
}

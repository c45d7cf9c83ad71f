/** Which route of a table answers a path. */
import type { Method } from '../methods.ts';

/** A route as the matcher needs it. */
export interface Matchable {
  /** The method that it answers, `null` for every method. */
  readonly method: Method | null;
  /** The whole pattern, anchored. */
  readonly expression: RegExp;
}

/** A route that matches, and its captures: the whole path at 0, then the groups. */
export interface Match<R extends Matchable> {
  readonly route: R;
  readonly captures: readonly (string | undefined)[];
}

/** Finds the first route of the table that matches a method and a normal path. */
export type Matcher<R extends Matchable> = (method: string, path: string) => Match<R> | null;

/**
 * Builds the matcher that tries the routes one by one, in order. It is the definition of what any
 * faster one must answer.
 *
 * @param routes the table's routes in order
 *
 * @example
 * createOrderedMatcher(routes)('GET', 'photos/7')?.captures; // ['photos/7', '7']
 */
export function createOrderedMatcher<R extends Matchable>(routes: readonly R[]): Matcher<R> {
  return (method, path) => {
    for (const route of routes) {
      if (route.method !== null && route.method !== method) continue;
      const captures = route.expression.exec(path);
      if (captures !== null) return { route, captures };
    }
    return null;
  };
}

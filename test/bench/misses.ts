/** Requests that a table does not answer. */
import { flat } from './fresh.ts';
import { type BenchTable, toExpression } from './tables.ts';

/** A request, and what waymark says to it. */
export interface Miss {
  readonly method: string;
  readonly path: string;
  readonly status?: 'not-found' | 'method-not-allowed';
}

/**
 * Paths that look like those of a table and that no route has under any method: one segment more,
 * another last one, another first one, by turns.
 */
export function wrongPaths({ routes, requests }: BenchTable): Miss[] {
  const known = routes.map(toExpression);
  const misses: Miss[] = [];
  for (const [turn, { method, path }] of sample(requests).entries()) {
    const changes = [
      `${path}/nothing`,
      path.replace(/[^/]*$/, 'nothing-such'),
      path.replace(/^\/[^/]*/, '/nothing'),
    ];
    const ordered = [...changes.slice(turn % 3), ...changes.slice(0, turn % 3)];
    const wrong = ordered.find((each) => !known.some((expression) => expression.test(each)));
    if (wrong !== undefined) misses.push({ method, path: flat(wrong), status: 'not-found' });
  }
  return misses;
}

/** The paths of a table under methods that it has elsewhere, or else under DELETE. */
export function wrongMethods({ routes, requests }: BenchTable): Miss[] {
  const known = routes.map((route) => ({ method: route.method, expression: toExpression(route) }));
  const methods = [...new Set(routes.map(({ method }) => method)), 'DELETE'];
  const misses: Miss[] = [];
  for (const [turn, { path }] of sample(requests).entries()) {
    const served = known.filter(({ expression }) => expression.test(path));
    const start = turn % methods.length;
    const ordered = [...methods.slice(start), ...methods.slice(0, start)];
    const wrong = ordered.find((each) => served.every(({ method }) => method !== each));
    if (wrong !== undefined) misses.push({ method: wrong, path, status: 'method-not-allowed' });
  }
  return misses;
}

/** As many as a batch has, from all over them: each is held against every route. */
function sample<T>(values: readonly T[]): T[] {
  const step = Math.ceil(values.length / 500);
  return values.filter((_, place) => place % step === 0);
}

/** Requests that no route of a table answers. */
import { flat } from './fresh.ts';
import { type BenchTable, toExpression } from './tables.ts';

/** A request, with waymark's result for it. */
export interface Miss {
  readonly method: string;
  readonly path: string;
  readonly status?: 'not-found' | 'method-not-allowed';
}

/**
 * Paths like those of a table that no route has under any method. By turns, they have an extra
 * segment, another last one, or another first one.
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

/** The table's paths, each with a method that only other paths have, or else DELETE. */
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

/** As many as fit a batch, spread over all of them: each is checked against every route. */
function sample<T>(values: readonly T[]): T[] {
  const step = Math.ceil(values.length / 500);
  return values.filter((_, place) => place % step === 0);
}

/** waymark as a contender. */
import type { Resolution, Router } from '../../src/index.ts';
import { type BenchRoute, type Contender, contender } from './contender.ts';

/**
 * Makes a contender of a build of waymark, with destinations that hold every reference, so that each
 * answer is really filled.
 *
 * @param name what the report calls it
 * @param createRouter of the build
 */
export function asContender(
  name: string,
  createRouter: (table: Record<string, string>) => Router,
): Contender {
  return contender(name, {
    prepare: toTable,
    build: (table) => {
      const router = createRouter(table);
      return (method, path) => router.resolve(method, path);
    },
    indexOf: (answer: Resolution) => {
      if (answer.status !== 'found') return undefined;
      const [first, ...rest] = answer.destination.split('/');
      // A destination that was not filled right is as wrong as one of another route.
      return rest.join('/') === answer.params.join('/') ? Number(first?.slice(1)) : undefined;
    },
  });
}

/** The table that a route file would define. */
function toTable(routes: readonly BenchRoute[]): Record<string, string> {
  const entries = routes.map(({ method, pattern }, index) => {
    const groups = pattern.split('(').length - 1;
    const references = Array.from({ length: groups }, (_, group) => `/$${group + 1}`);
    return [`${method} ${pattern || '/'}`, `h${index}${references.join('')}`];
  });
  return Object.fromEntries(entries);
}

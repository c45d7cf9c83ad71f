/** waymark as a contender. */
import type { Resolution, Router } from '../../src/index.ts';
import { type BenchRoute, type Contender, contender } from './contender.ts';

/**
 * Makes a contender of a build of waymark, with destinations that hold every reference, so that each
 * answer is really filled.
 *
 * @param name what the report calls it
 * @param createRouter of the build
 * @param prepare what else is done to a table ahead of time
 */
export function asContender<Input = Record<string, string>>(
  name: string,
  createRouter: (input: Input) => Router,
  prepare: (table: Record<string, string>) => Input = (table) => table as Input, // a table is the input, unless it is prepared
): Contender {
  return contender(name, {
    prepare: (routes) => prepare(toTable(routes)),
    build: (input: Input) => {
      const router = createRouter(input);
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
export function toTable(routes: readonly BenchRoute[]): Record<string, string> {
  const entries = routes.map(({ method, pattern }, index) => {
    const groups = pattern.split('(').length - 1;
    const references = Array.from({ length: groups }, (_, group) => `/$${group + 1}`);
    return [`${method} ${pattern || '/'}`, `h${index}${references.join('')}`];
  });
  return Object.fromEntries(entries);
}

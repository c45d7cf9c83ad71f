/** waymark as a contender. */
import type { Resolution, Router } from '../../src/index.ts';
import { type BenchRoute, type Contender, contender } from './contender.ts';

/**
 * Turns a build of waymark into a contender. Destinations contain every reference, so each answer
 * is filled in.
 *
 * @param name its name in the report
 * @param createRouter the build's function
 * @param prepare further preparation of a table
 */
export function asContender<Input = Record<string, string>>(
  name: string,
  createRouter: (input: Input) => Router,
  prepare: (table: Record<string, string>) => Input = (table) => table as Input, // the default input
): Contender {
  return contender(name, {
    prepare: (routes) => prepare(toTable(routes)),
    build: (input: Input) => {
      const router = createRouter(input);
      return (method, path) => router.resolve(method, path);
    },
    indexOf: (answer: Resolution) => {
      if (answer.status !== 'found') return undefined;
      const [first, ...rest] = String(answer.destination).split('/');
      // A wrongly filled destination is as wrong as another route.
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

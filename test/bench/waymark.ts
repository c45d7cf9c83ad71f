/** waymark as a contender. */
import { type BenchRoute, type Contender, contender } from './contender.ts';

// The bundle is measured, as that is what is published. A computed specifier, so that the types
// come from the sources and can be checked before anything was built.
const bundle = new URL('../../dist/index.js', import.meta.url).href;
const { createRouter } = (await import(bundle)) as typeof import('../../src/index.ts');

/** waymark, with destinations that hold every reference, so that each answer is really filled. */
export const waymark: Contender = contender(
  'waymark',
  (routes) => {
    const router = createRouter(toTable(routes));
    return (method, path) => router.resolve(method, path);
  },
  (answer) => {
    if (answer.status !== 'found') return undefined;
    const [name, ...rest] = answer.destination.split('/');
    // A destination that was not filled right is as wrong as one of another route.
    return rest.join('/') === answer.params.join('/') ? Number(name?.slice(1)) : undefined;
  },
);

function toTable(routes: readonly BenchRoute[]): Record<string, string> {
  const entries = routes.map(({ method, pattern }, index) => {
    const groups = pattern.split('(').length - 1;
    const references = Array.from({ length: groups }, (_, group) => `/$${group + 1}`);
    return [`${method} ${pattern || '/'}`, `h${index}${references.join('')}`];
  });
  return Object.fromEntries(entries);
}

/** waymark as a contender. */
import { pathToFileURL } from 'node:url';
import { type BenchRoute, type Contender, contender } from './contender.ts';

/** This checkout's bundle: what is published is what is measured. */
export const OWN_DIST = new URL('../../dist/', import.meta.url);

/**
 * Loads a build of waymark, with destinations that hold every reference, so that each answer is
 * really filled.
 *
 * @param name what the report calls it
 * @param dist the folder of the build
 */
export async function loadWaymark(name: string, dist: URL = OWN_DIST): Promise<Contender> {
  // A computed specifier, so that the types come from the sources and can be checked before
  // anything was built.
  const bundle = new URL('index.js', dist).href;
  const { createRouter } = (await import(bundle)) as typeof import('../../src/index.ts');
  return contender(name, {
    prepare: toTable,
    build: (table) => {
      const router = createRouter(table);
      return (method, path) => router.resolve(method, path);
    },
    indexOf: (answer) => {
      if (answer.status !== 'found') return undefined;
      const [first, ...rest] = answer.destination.split('/');
      // A destination that was not filled right is as wrong as one of another route.
      return rest.join('/') === answer.params.join('/') ? Number(first?.slice(1)) : undefined;
    },
  });
}

/** A path of a folder as the URL that {@link loadWaymark} takes. */
export function toFolderUrl(path: string): URL {
  return pathToFileURL(`${path}/`);
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

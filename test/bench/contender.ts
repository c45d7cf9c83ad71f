/** What the benchmark asks of a router. */

/** One route as every contender gets it: peers read `path`, waymark reads `pattern`. */
export interface BenchRoute {
  readonly method: string;
  /** With named parameters: `/user/:id`. */
  readonly path: string;
  /** With CodeIgniter's placeholders: `user/(:any)`. */
  readonly pattern: string;
}

/** Looks up one request; what it returns is for `indexOf` to read. */
export type Lookup = (method: string, path: string) => unknown;

/** One router in the benchmark. */
export interface Contender {
  readonly name: string;
  /** Builds a router whose routes carry their own index. Throws where it cannot hold them. */
  build(routes: readonly BenchRoute[]): Lookup;
  /** The index of the route that an answer names; `undefined` where nothing was found. */
  indexOf(answer: unknown): number | undefined;
}

/**
 * Makes a contender, so that `indexOf` may be written against the type that its own lookup returns.
 *
 * @example
 * contender('memoirist', buildMemoirist, (answer) => answer?.store);
 */
export function contender<Answer>(
  name: string,
  build: (routes: readonly BenchRoute[]) => (method: string, path: string) => Answer,
  indexOf: (answer: Answer) => number | undefined,
): Contender {
  return { name, build, indexOf: (answer) => indexOf(answer as Answer) };
}

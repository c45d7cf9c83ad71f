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
  /** Brings a table into the form that the router takes, which nobody is charged for. */
  prepare(routes: readonly BenchRoute[]): unknown;
  /** Builds a router of what `prepare` returned. Throws where it cannot hold the table. */
  build(input: unknown): Lookup;
  /** The index of the route that an answer names; `undefined` where nothing was found. */
  indexOf(answer: unknown): number | undefined;
}

interface Typed<Input, Answer> {
  prepare(routes: readonly BenchRoute[]): Input;
  build(input: Input): (method: string, path: string) => Answer;
  indexOf(answer: Answer): number | undefined;
}

/**
 * Makes a contender, so that its functions may be written against the types that they hand on.
 *
 * @example
 * contender('memoirist', { prepare: asTheyAre, build, indexOf: (answer) => answer?.store });
 */
export function contender<Input, Answer>(
  name: string,
  { prepare, build, indexOf }: Typed<Input, Answer>,
): Contender {
  return {
    name,
    prepare,
    build: (input) => build(input as Input),
    indexOf: (answer) => indexOf(answer as Answer),
  };
}

/** The form of a router that takes routes one by one. */
export function asTheyAre(routes: readonly BenchRoute[]): readonly BenchRoute[] {
  return routes;
}

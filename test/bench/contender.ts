/** The interface between the benchmark and a router. */
import { flat } from './rounds.ts';

/** A route in both notations: peers read `path`, waymark reads `pattern`. */
export interface BenchRoute {
  readonly method: string;
  /** With named parameters: `/user/:id`. */
  readonly path: string;
  /** With CodeIgniter's placeholders: `user/(:any)`. */
  readonly pattern: string;
}

/** Looks up one request; pass the result to `indexOf`. */
export type Lookup = (method: string, path: string) => unknown;

/** One router in the benchmark. */
export interface Contender {
  readonly name: string;
  /**
   * True for a router that compiles source text, which a strict content-security policy forbids.
   */
  readonly generatesCode: boolean;
  /** Converts a table to the router's input form; this isn't timed. */
  prepare(routes: readonly BenchRoute[]): unknown;
  /** Builds a router from the result of `prepare`. Throws if it can't hold the table. */
  build(input: unknown): Lookup;
  /** The index of the route in an answer; `undefined` if no route was found. */
  indexOf(answer: unknown, method: string): number | undefined;
}

interface Typed<Input, Answer> {
  readonly generatesCode?: boolean;
  prepare(routes: readonly BenchRoute[]): Input;
  build(input: Input): (method: string, path: string) => Answer;
  indexOf(answer: Answer, method: string): number | undefined;
}

/**
 * Creates a contender, so its functions can use the types that they pass on.
 *
 * @example
 * contender('memoirist', { prepare: asTheyAre, build, indexOf: (answer) => answer?.store });
 */
export function contender<Input, Answer>(
  name: string,
  { generatesCode = false, prepare, build, indexOf }: Typed<Input, Answer>,
): Contender {
  return {
    name,
    generatesCode,
    prepare,
    build: (input) => build(input as Input),
    indexOf: (answer, method) => indexOf(answer as Answer, method),
  };
}

/** The input form of a router that takes routes one by one. */
export function asTheyAre(routes: readonly BenchRoute[]): readonly BenchRoute[] {
  return routes;
}

/** The input form of a router that needs one parameter name per position: names count segments. */
export function renamed(routes: readonly BenchRoute[]): readonly BenchRoute[] {
  return routes.map((route) => {
    const segments = route.path.split('/');
    const names = segments.map((segment, place) => (segment[0] === ':' ? `:p${place}` : segment));
    return { ...route, path: flat(names.join('/')) };
  });
}

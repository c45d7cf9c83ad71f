/** What the benchmark asks of a router. */
import { flat } from './fresh.ts';

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
  /** Whether it makes source text and has it compiled, which a strict content-security policy forbids. */
  readonly generatesCode: boolean;
  /** Brings a table into the form that the router takes, which nobody is charged for. */
  prepare(routes: readonly BenchRoute[]): unknown;
  /** Builds a router of what `prepare` returned. Throws if it can't hold the table. */
  build(input: unknown): Lookup;
  /** The index of the route that an answer names; `undefined` if nothing was found. */
  indexOf(answer: unknown, method: string): number | undefined;
}

interface Typed<Input, Answer> {
  readonly generatesCode?: boolean;
  prepare(routes: readonly BenchRoute[]): Input;
  build(input: Input): (method: string, path: string) => Answer;
  indexOf(answer: Answer, method: string): number | undefined;
}

/**
 * Makes a contender, so that its functions may be written against the types that they hand on.
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

/** The form of a router that takes routes one by one. */
export function asTheyAre(routes: readonly BenchRoute[]): readonly BenchRoute[] {
  return routes;
}

/** The form of a router that wants one name for all parameters at one place: they count segments. */
export function renamed(routes: readonly BenchRoute[]): readonly BenchRoute[] {
  return routes.map((route) => {
    const segments = route.path.split('/');
    const names = segments.map((segment, place) => (segment[0] === ':' ? `:p${place}` : segment));
    return { ...route, path: flat(names.join('/')) };
  });
}

/** The interface between the benchmark and a router, and the check of a router's answers. */
import { flat } from './rounds.ts';
import type { BenchTable } from './tables.ts';

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

/** Routers that answer all of a table's requests correctly, and the reasons why others don't. */
export interface Able {
  readonly lookups: readonly { readonly contender: Contender; readonly find: Lookup }[];
  readonly missing: Readonly<Record<string, string>>;
}

/** Builds each contender's router once, and verifies all its answers. */
export function buildAll(contenders: readonly Contender[], table: BenchTable): Able {
  const lookups: { contender: Contender; find: Lookup }[] = [];
  const missing: Record<string, string> = {};
  for (const contender of contenders) {
    try {
      const find = contender.build(contender.prepare(table.routes));
      const mistakes = findMistakes(contender, find, table);
      if (mistakes === null) lookups.push({ contender, find });
      else missing[contender.name] = mistakes;
    } catch (error) {
      missing[contender.name] = `throws ${describe(error)}`;
    }
  }
  return { lookups, missing };
}

/** An error in one short line. */
function describe(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const [first] = message.split('\n');
  return `${name}: ${first.length > 90 ? `${first.slice(0, 90)}…` : first}`;
}

/**
 * Asks every request of a table once.
 *
 * @returns the mistakes, or `null` if every answer names the expected route
 */
export function findMistakes(
  { indexOf }: Contender,
  lookup: Lookup,
  { routes, requests }: BenchTable,
): string | null {
  const mistakes: string[] = [];
  for (const { method, path, expected } of requests) {
    const index = indexOf(lookup(method, path), method);
    if (index === expected) continue;
    const got = index === undefined ? 'nothing' : (routes[index]?.path ?? `route ${index}`);
    mistakes.push(`${method} ${path} gave ${got} instead of ${routes[expected].path}`);
  }
  if (mistakes.length === 0) return null;
  const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : '';
  return `${mistakes[0]}${more}`;
}

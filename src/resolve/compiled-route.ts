/** A route as the router holds it: its key, its parsed destination, and its extras. */
import type { PatternMatcher } from '../pattern/machine.ts';
import type { ParsedDestination } from '../table/destination.ts';
import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { RouteSchemas } from '../table/schema.ts';

/** A compiled route. It is flat, since each nested object costs another memory access. */
export interface CompiledRoute extends ParsedDestination {
  readonly key: string;
  /** The whole path, if the pattern is only text; otherwise `null`. */
  readonly fixedPath: string | null;
  /** The number of segments in the route's steps; 0 if it is longer than any path. */
  readonly segmentCount: number;
  /** `null` for the many routes that have none. */
  readonly extras: Extras | null;
}

/** What few routes have. */
export interface Extras {
  /** Matches the whole pattern; `null` if the steps already do. */
  readonly expression: PatternMatcher | null;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
  readonly schemas: RouteSchemas | undefined;
  /** If a group has a name: the name of each, or its position from 0. */
  readonly paramNames: readonly string[] | undefined;
}

/** An object under construction. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The extras of a route, or `null` if it has none. */
export function extrasOf(extras: Extras): Extras | null {
  // A loop, since a list of the values would be made for each route.
  for (const name in extras) {
    if ((extras[name as keyof Extras] ?? null) !== null) return extras; // the cast: its own names
  }
  return null;
}

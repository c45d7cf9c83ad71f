/** A route as the router holds it: its key, its destination cut at the references, and its extras. */
import type { PatternMatcher } from '../pattern/machine.ts';
import type { Handler } from '../table/handler.ts';
import type { Meta } from '../table/meta.ts';
import type { RouteSchemas } from '../table/schema.ts';

/** A compiled route. It is flat, since each nested object costs another memory access. */
export interface CompiledRoute {
  readonly key: string;
  /** The whole path, if the pattern is only text; otherwise `null`. */
  readonly path: string | null;
  /** The text of the destination before the first reference. */
  readonly head: string;
  /** The text and references from the first reference on; `null` if there is none. */
  readonly tail: Tail | null;
  /** The number of segments in the route's steps; 0 if it is longer than any path. */
  readonly segments: number;
  /** `null` for the many routes that have none. */
  readonly extras: Extras | null;
}

/** The rest of a destination, which begins with a reference. */
export interface Tail {
  readonly groups: readonly number[];
  /** The text after each reference; one fewer than `groups` if the last ends the destination. */
  readonly texts: readonly string[];
  /** Whether the references are `$1`, `$2` and so on, as is usual. */
  readonly isInOrder: boolean;
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

/** What the process has defined so far. */
import { PLACEHOLDERS } from '../pattern/placeholder.ts';
import type { Handler } from '../table/handler.ts';
import type { Method } from '../table/methods.ts';
import type { UrlBuilder } from '../url/build.ts';

/** One route as it was defined: plain data, so that any copy of the package can read it. */
export interface Definition {
  /** `null` for every method. */
  readonly method: Method | null;
  /** The full pattern: prefix included, placeholders expanded, no leading slash. */
  readonly from: string;
  readonly to: string;
  readonly handler: Handler | undefined;
  /** The name that the route was saved under. */
  readonly name: string | undefined;
}

/** A route that has a name. */
export interface Named {
  /** The full pattern. */
  readonly from: string;
  /** Builds its URLs; made for the first one. */
  url?: UrlBuilder;
}

/** Where the routes that are being defined stand. */
export interface Scope {
  /** What comes before every pattern; `''` at the top. */
  readonly prefix: string;
  /** How many groups of the prefix generated destinations carry as their first references. */
  readonly outer: number;
}

/** Everything that `Route` remembers. */
export interface Registry {
  definitions: Definition[];
  names: Map<string, Named>;
  /** The names of the table that was collected last; they come before {@link names}. */
  collected: Map<string, Named>;
  /** Expressions by placeholder name, without parentheses. */
  placeholders: Map<string, string>;
  scope: Scope;
}

/** Counted up whenever {@link Registry} changes its form, so that no copy misreads another's. */
const KEY = Symbol.for('waymark.registry.3');

/**
 * The registry. There is one a process, however many copies of the package are loaded and in
 * whatever format: it hangs on `globalThis` under a registered symbol, and is made at first use.
 *
 * @example
 * registry().definitions.length; // how many routes are defined
 */
export function registry(): Registry {
  // The cast gives the symbol a type: nothing but this function writes it.
  const holder = globalThis as { [KEY]?: Registry };
  holder[KEY] ??= emptyRegistry();
  return holder[KEY];
}

/** Forgets every definition, name, prefix and placeholder. */
export function resetRegistry(): void {
  Object.assign(registry(), emptyRegistry());
}

/**
 * A registry that knows the built-in placeholders and nothing else.
 *
 * @example
 * emptyRegistry().definitions; // []
 */
export function emptyRegistry(): Registry {
  return {
    definitions: [],
    names: new Map(),
    collected: new Map(),
    placeholders: new Map(PLACEHOLDERS),
    scope: { prefix: '', outer: 0 },
  };
}

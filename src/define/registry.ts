import { PLACEHOLDERS } from '../pattern/placeholder.ts';
import type { Handler } from '../table/handler.ts';
import type { Method } from '../table/methods.ts';
import type { UrlBuilder } from '../url/build.ts';

/** A route as it was defined: plain data, so that any copy of the package can read it. */
export interface Definition {
  /** `null` for every method. */
  readonly method: Method | null;
  /** Prefix included, placeholders expanded, no leading slash. */
  readonly from: string;
  readonly to: string;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
}

export interface Named {
  readonly from: string;
  /** Made for the first URL. */
  url?: UrlBuilder;
}

export interface Scope {
  /** What comes before every pattern; `''` at the top. */
  readonly prefix: string;
  /** How many groups of the prefix come first in the destinations that are generated. */
  readonly outer: number;
}

export interface Registry {
  definitions: Definition[];
  names: Map<string, Named>;
  /** Those of the table collected last; they come before {@link names}. */
  collected: Map<string, Named>;
  /** Expressions by placeholder name, without parentheses. */
  placeholders: Map<string, string>;
  scope: Scope;
}

/** Counted up when {@link Registry} changes its form, so that no copy misreads another's. */
const KEY = Symbol.for('waymark.registry.3');

/**
 * The registry, made at first use. All copies of the package in a process share it, in either module
 * format: it hangs on `globalThis` under a registered symbol.
 */
export function registry(): Registry {
  // The cast gives the symbol a type: nothing but this function writes it.
  const holder = globalThis as { [KEY]?: Registry };
  holder[KEY] ??= emptyRegistry();
  return holder[KEY];
}

export function resetRegistry(): void {
  Object.assign(registry(), emptyRegistry());
}

/** A registry with the built-in placeholders and nothing else. */
export function emptyRegistry(): Registry {
  return {
    definitions: [],
    names: new Map(),
    collected: new Map(),
    placeholders: new Map(PLACEHOLDERS),
    scope: { prefix: '', outer: 0 },
  };
}

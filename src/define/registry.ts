import { PLACEHOLDERS } from '../pattern/placeholder.ts';
import type { Meta } from '../table/meta.ts';
import type { Row } from '../table/row.ts';
import type { UrlBuilder } from '../url/builder.ts';

export interface Scope {
  /** The text before every pattern; `''` at the top. */
  readonly prefix: string;
  /** How many groups of the prefix come first in the destinations that are generated. */
  readonly outer: number;
  /** The meta of the routes inside. */
  readonly meta: Meta | undefined;
}

/**
 * Called with the rows of each call of `Route`, and the list that they are added to. It returns the rows
 * with the place of that call.
 */
export type Recorder = (rows: readonly Row[], list: readonly Row[]) => readonly Row[];

export interface Registry {
  /** In the order of the calls: prefix included, placeholders expanded. */
  definitions: Row[];
  /** The pattern of each name. */
  names: Map<string, string>;
  /** Those of the table collected last; they come before {@link names}. */
  collected: ReadonlyMap<string, string>;
  /** The builders of URLs by pattern, each made for the first URL. */
  readonly urls: Map<string, UrlBuilder>;
  /** The rows that modules defined while they were imported, which happens once in a process. */
  readonly imported: WeakMap<object, readonly Row[]>;
  /** Who wants to know of definitions: tools alone. */
  readonly recorders: Set<Recorder>;
  /** Expressions by placeholder name, without parentheses. */
  placeholders: Map<string, string>;
  scope: Scope;
}

/** Counted up when {@link Registry} changes its form, so that no copy misreads another's. */
const KEY = Symbol.for('waymark.registry.5');

/**
 * The registry, made at first use. All copies of the package in a process share it, in either module
 * format: it hangs on `globalThis` under a registered symbol.
 */
export function registry(): Registry {
  // The cast gives the symbol a type: nothing but this function writes it.
  const holder = globalThis as { [KEY]?: Registry };
  holder[KEY] ??= {
    ...nothingDefined(),
    urls: new Map(),
    imported: new WeakMap(),
    recorders: new Set(),
  };
  return holder[KEY];
}

export function resetRegistry(): void {
  Object.assign(registry(), nothingDefined());
}

/** The scope outside all prefixes. */
export const TOP: Scope = { prefix: '', outer: 0, meta: undefined };

/** The definitions of a new registry: the placeholders that are defined from the start. */
export function nothingDefined() {
  return {
    definitions: [],
    names: new Map(),
    collected: new Map(),
    placeholders: new Map(PLACEHOLDERS),
    scope: TOP,
  };
}

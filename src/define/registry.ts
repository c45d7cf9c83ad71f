import type { WaymarkError } from '../errors/error.ts';
import { PLACEHOLDERS } from '../pattern/placeholder.ts';
import type { Meta } from '../table/meta.ts';
import type { Row } from '../table/row.ts';
import type { UrlBuilder } from '../url/builder.ts';

export interface Scope {
  /** The text before every pattern; `''` at the top. */
  readonly prefix: string;
  /** The number of groups of the enclosing routes, which come first in generated destinations. */
  readonly outer: number;
  /** The meta of the routes inside. */
  readonly meta: Meta | undefined;
}

/**
 * Receives the rows of each `Route` call and the list they are appended to. Returns the rows with
 * the location of that call added.
 */
export type Recorder = (rows: readonly Row[], list: readonly Row[]) => readonly Row[];

export interface Registry {
  /** All definitions in call order, with prefixes added and placeholders expanded. */
  definitions: Row[];
  /** Patterns by name. */
  names: Map<string, string>;
  /** The names of the table collected last; they override {@link names}. */
  collected: ReadonlyMap<string, string>;
  /** URL builders by pattern, each created for its first URL. */
  readonly urls: Map<string, UrlBuilder>;
  /**
   * The rows that modules defined while being imported, since a module is imported once per
   * process.
   */
  readonly imported: WeakMap<object, readonly Row[]>;
  /** Observers of definitions, used only by tools. */
  readonly recorders: Set<Recorder>;
  /** Expressions by placeholder name, without parentheses. */
  placeholders: Map<string, string>;
  scope: Scope;
  /** Values that were ignored, as in the original library, and hardly on purpose. */
  slips: WaymarkError[];
}

/** Increment the number when {@link Registry} changes, so that no copy misreads another's data. */
const KEY = Symbol.for('waymark.registry.6');

/**
 * The registry, created at first use. All copies of the package in a process share it, ESM or
 * CommonJS: it is a property of `globalThis`, keyed by a registered symbol.
 */
export function registry(): Registry {
  // The cast types the symbol; only this function writes it.
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

/** The initial state: no definitions, and the built-in placeholders. */
export function nothingDefined() {
  return {
    definitions: [],
    names: new Map(),
    collected: new Map(),
    placeholders: new Map(PLACEHOLDERS),
    scope: TOP,
    slips: [],
  };
}

/** What the calls to `Route` have defined so far, and what else all copies of the package share. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isCallable } from '../errors/kind.ts';
import { PLACEHOLDERS } from '../pattern/placeholder.ts';
import type { Meta } from '../table/meta.ts';
import type { Row } from '../table/row.ts';
import type { UrlBuilder } from '../url/builder.ts';

export interface Scope {
  /** The text before every pattern; `''` at the top. */
  readonly prefix: string;
  /** The number of groups of the enclosing routes, which come first in generated destinations. */
  readonly outer: number;
  readonly meta: Meta | undefined;
}

/**
 * A tool's function, which receives the rows of each `Route` call and the list they are appended to.
 * Returns the rows to append: those given, with the place of the call.
 */
export type SourceTagger = (rows: readonly Row[], list: readonly Row[]) => readonly Row[];

/** What calls to `Route` define: those of the process, or of one `Route.collect`. */
export interface Definitions {
  /** The rows in call order, with prefixes added and placeholders expanded. */
  rows: Row[];
  readonly names: Map<string, string>;
  /** The names of the table collected last; they override {@link names}. */
  collectedNames: ReadonlyMap<string, string>;
  /** Expressions by placeholder name, without parentheses. */
  readonly placeholders: Map<string, string>;
  scope: Scope;
  /** Values that were ignored, as in the original library, and hardly on purpose. */
  mistakes: WaymarkError[];
}

/** What one route file has defined. */
export type FileDefinitions = Readonly<Pick<Definitions, 'rows' | 'mistakes'>>;

interface Registry {
  /** The definitions that a call to `Route` adds to. */
  current: Definitions;
  /** URL builders by pattern, each created for its first URL. */
  readonly builders: Map<string, UrlBuilder>;
  /** What modules defined while being imported, since a module is imported once per process. */
  readonly imported: WeakMap<object, FileDefinitions>;
  readonly sourceTaggers: Set<SourceTagger>;
}

/** Increment the number when {@link Registry} changes, so that no copy misreads another's data. */
const REGISTRY_KEY = Symbol.for('waymark.registry.8');

/**
 * The registry, created at first use. All copies of the package in a process share it, ESM or
 * CommonJS: it is a property of `globalThis`, keyed by a registered symbol.
 */
export function registry(): Registry {
  // The cast types the symbol; only this function writes it.
  const holder = globalThis as { [REGISTRY_KEY]?: Registry };
  holder[REGISTRY_KEY] ??= {
    current: nothingDefined(),
    builders: new Map(),
    imported: new WeakMap(),
    sourceTaggers: new Set(),
  };
  return holder[REGISTRY_KEY];
}

export function resetRegistry(): void {
  registry().current = nothingDefined();
}

/** The scope outside all prefixes. */
export const TOP: Scope = { prefix: '', outer: 0, meta: undefined };

/** @param placeholders those to begin with; by default, the predefined ones */
export function nothingDefined(
  placeholders: ReadonlyMap<string, string> = PLACEHOLDERS,
): Definitions {
  return {
    rows: [],
    names: new Map(),
    collectedNames: new Map(),
    placeholders: new Map(placeholders),
    scope: TOP,
    mistakes: [],
  };
}

/**
 * Runs a callback in a scope, then restores the previous scope, even after an error.
 * @param within the callback's argument
 */
export function runInScope<Inner>(
  where: string,
  scope: Scope,
  callback: (within: Inner) => void,
  within: Inner,
): void {
  if (!isCallable(callback)) throw badArgument(where, 'the callback', 'a function', callback);
  const state = registry();
  const before = state.current.scope;
  state.current.scope = scope;
  try {
    // The types allow an async function where a function that returns nothing is expected.
    const returned: unknown = callback(within);
    if (typeof returned === 'object' && returned !== null) {
      if ('then' in returned) throw asyncCallback(where);
      if ('next' in returned) throw generatorCallback(where);
    }
  } finally {
    state.current.scope = before;
  }
}

function generatorCallback(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'the callback is a generator, so nothing in it has run',
    'write function () { … } or () => { … }',
  );
}

function asyncCallback(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'the callback returned a promise, so routes that it defines after an await are lost',
    'define the routes synchronously, and await before the call',
  );
}

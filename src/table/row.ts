import type { Pattern } from '../pattern/parse.ts';
import type { Handler } from './handler.ts';
import type { Key } from './key.ts';
import type { Meta } from './meta.ts';

/**
 * A route on its way from its definition to the router: one shape for all stages. A row is never
 * changed; a stage that needs another one copies all of it, `{ ...row, to }`.
 */
export interface Row extends Key {
  /** The table key, as the table spells it. */
  readonly key: string;
  /** The destination; `''` blocks the pattern. */
  readonly to: string;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
  /** The parsed pattern; a definition is parsed at once, a raw table when it is compiled. */
  readonly parsed: Pattern | undefined;
  /** Where it is defined; only there if a tool asked before the definition, since a stack is slow. */
  readonly source?: Source;
}

/** Where a route is defined. */
export interface Source {
  /** An absolute path, as the engine names it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
}

/** A row with a destination and nothing else. */
export function plainRow(key: string, { method, pattern }: Key, to: string): Row {
  const nothing = { handler: undefined, name: undefined, meta: undefined, parsed: undefined };
  return { key, method, pattern, to, ...nothing };
}

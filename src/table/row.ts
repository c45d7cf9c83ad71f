/** A route on its way from its definition to the router. */
import type { Pattern } from '../pattern/expression.ts';
import type { Handler } from './handler.ts';
import type { Key } from './key.ts';
import type { Meta } from './meta.ts';
import type { RouteSchemas } from './schema.ts';

/**
 * A route, in one shape for all stages from its definition to the router. Rows are immutable; a
 * stage that changes a field copies the rest, `{ ...row, to }`.
 */
export interface Row extends Key {
  /** The table key, as the table spells it. */
  readonly key: string;
  /** The destination; `''` blocks the pattern. */
  readonly to: string;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
  readonly meta: Meta | undefined;
  /** What is validated before the handler is called; only a row with a handler has any. */
  readonly schemas: RouteSchemas | undefined;
  /** The parsed pattern; `undefined` in a raw table, which is parsed when it is compiled. */
  readonly parsed: Pattern | undefined;
  /** Set for a default controller that nobody wrote: it yields to rows that match the empty path. */
  readonly isFilledIn?: boolean;
  /** Recorded only if a tool asks before the definition, since reading a stack is slow. */
  readonly source?: Source;
}

/** The place where a route is defined. */
export interface Source {
  /** An absolute path, as the engine names it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
}

/** A row with a key and a destination only. */
export function plainRow(key: string, { method, pattern }: Key, to: string): Row {
  return {
    key,
    method,
    pattern,
    to,
    handler: undefined,
    name: undefined,
    meta: undefined,
    schemas: undefined,
    parsed: undefined,
  };
}

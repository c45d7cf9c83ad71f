/** Lists the rows of a table. */

import type { Meta, Method, SuppliedTable } from 'waymark';
import { fromCaller, type Source } from 'waymark/internal';
import { examplesIn } from './examples.ts';
import { Inspection, type InspectOptions, type RequestLine } from './inspection.ts';

/** One row of a table. */
export interface Listed {
  /** The position in the order in which rows are tried, from 1. */
  readonly order: number;
  /** The table key. */
  readonly route: string;
  /** `null` for every method. */
  readonly method: Method | null;
  readonly pattern: string;
  /** `''` for a block. */
  readonly destination: string;
  /** `null` if it has no name. */
  readonly name: string | null;
  /** `null` if it has no meta. */
  readonly meta: Meta | null;
  /** A request that reaches it; `null` if none does or none was found. */
  readonly example: RequestLine | null;
  /** The location of its definition; `null` unless `recordSources` was called before. */
  readonly source: Source | null;
}

/**
 * Lists the rows of a table.
 * @param table see `createRouter`; only a table from `Route.map` has names
 * @param options `autoRoute`, as for `createRouter`
 * @throws {WaymarkError} if `createRouter` would
 * @example
 * list({ 'GET photos': 'photos/index' })[0]?.example; // { method: 'GET', path: '/photos' }
 */
export function list(table: SuppliedTable, options: InspectOptions = {}): Listed[] {
  return fromCaller(list, listRows, table, options);
}

function listRows(table: SuppliedTable, options: InspectOptions): Listed[] {
  const inspection = new Inspection(table, options);
  const examples = examplesIn(inspection);
  return inspection.rows.map(({ index, key, method, pattern, to, name, meta, place }) => ({
    order: index + 1,
    route: key,
    method,
    pattern,
    destination: to,
    name,
    meta,
    example: examples[index].request,
    source: place,
  }));
}

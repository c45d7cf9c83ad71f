/** A table as a list. */
import type { Meta } from '../table/meta.ts';
import type { Method } from '../table/methods.ts';
import type { Source } from '../table/row.ts';
import type { SuppliedTable } from '../table/table.ts';
import { examplesIn } from './examples.ts';
import { Inspection, type InspectOptions, type RequestLine } from './inspection.ts';

/** One row, taken apart. */
export interface Listed {
  /** Its place in the order in which rows are tried, from 1. */
  readonly order: number;
  /** The table key. */
  readonly route: string;
  /** `null` for every method. */
  readonly method: Method | null;
  readonly pattern: string;
  /** `''` for a block. */
  readonly destination: string;
  /** The name that it was given; `null` if it has none. */
  readonly name: string | null;
  /** The data that it carries; `null` if it has none. */
  readonly meta: Meta | null;
  /** A request that reaches it; `null` if none does, or none is known. */
  readonly example: RequestLine | null;
  /** Where it is defined; `null` if `recordSources` was not called before. */
  readonly source: Source | null;
}

/**
 * Lists the rows of a table.
 *
 * @param table see `createRouter`; names come with what `Route.map` made
 * @param options `autoRoute` as `createRouter` takes it
 * @throws {WaymarkError} if `createRouter` would
 *
 * @example
 * list({ 'GET photos': 'photos/index' });
 * // [{ order: 1, route: 'GET photos', method: 'GET', pattern: 'photos', destination: 'photos/index', name: null, meta: null, example: { method: 'GET', path: '/photos' }, source: null }]
 */
export function list(table: SuppliedTable, options: InspectOptions = {}): Listed[] {
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

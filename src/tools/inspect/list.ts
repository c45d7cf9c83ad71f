/** Lists the rows of a table. */
import type { Meta, Method, SuppliedTable } from 'waymark';
import { fromCaller, type Source, withShortNames } from 'waymark/internal';
import { Inspection, type InspectOptions, type RequestLine } from './inspection.ts';
import { proveReached } from './prove/prove.ts';

/** One row of a table. */
export interface Listed {
  /** The position in the order in which rows are tried, from 1. */
  readonly order: number;
  /** The table key. */
  readonly route: string;
  /** `null` for every method. */
  readonly method: Method | null;
  /** As people write it: `articles/{slug}` for the key `articles/(?<slug>:any)`. */
  readonly pattern: string;
  /** `''` for a block; `null` if a handler answers. */
  readonly destination: string | null;
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
  return fromCaller(list, () => {
    const inspection = new Inspection(table, options);
    const examples = examplesIn(inspection);
    return inspection.rows.map(
      ({ index, key, method, pattern, to, handler, name, meta, place }) => ({
        order: index + 1,
        route: key,
        method,
        pattern: withShortNames(pattern),
        destination: handler === null ? to : null,
        name,
        meta,
        example: examples[index].request,
        source: place,
      }),
    );
  });
}

/** A row and a request that reaches it. */
export interface Example {
  /** The table key. */
  readonly route: string;
  /** A request that reaches it, confirmed by the router; `null` if none was found. */
  readonly request: RequestLine | null;
  /**
   * The destination of the request; `''` for a block, or if there is no request; `null` if a handler
   * answers.
   */
  readonly destination: string | null;
  /** The reason why there is no request: none exists, or none could be found. */
  readonly reason?: string;
}

/**
 * Finds a request for every row, for smoke tests, documentation and lists.
 * @param table see `createRouter`
 * @param options `autoRoute`, as for `createRouter`
 * @returns one example per row, in table order, without the settings
 * @throws {WaymarkError} if `createRouter` would
 * @example
 * examples({ 'photos/(:num)': 'photos/show/$1' })[0]?.request;
 * // { method: 'GET', path: '/photos/12' }
 */
export function examples(table: SuppliedTable, options: InspectOptions = {}): Example[] {
  return examplesIn(fromCaller(examples, () => new Inspection(table, options)));
}

function examplesIn(inspection: Inspection): Example[] {
  return inspection.rows.map((row) => {
    const proof = proveReached(inspection, row);
    const none = { route: row.key, request: null, destination: '' };
    if (proof.kind === 'unreached') return { ...none, reason: 'no request reaches it' };
    if (proof.kind === 'unproved') return { ...none, reason: proof.reason };
    const { request, answer } = proof;
    const destination = answer.status === 'found' ? answer.destination : '';
    return { route: row.key, request, destination };
  });
}

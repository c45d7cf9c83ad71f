/** For every row a request that reaches it. */
import type { SuppliedTable } from '../table/table.ts';
import { Inspection, type InspectOptions, type RequestLine } from './inspection.ts';
import { proveReached } from './prove/prove.ts';

/** What is known of one row. */
export interface Example {
  /** The table key. */
  readonly route: string;
  /** A request that reaches it, confirmed by the router; `null` if there is none. */
  readonly request: RequestLine | null;
  /** What it is answered with; `''` for a block and if there is no request. */
  readonly destination: string;
  /** Why there is no request: a proof, or what it lacks. */
  readonly reason?: string;
}

/**
 * Makes a request for every row, for smoke tests, documentation and lists.
 *
 * @param table see `createRouter`
 * @param options `autoRoute` as `createRouter` takes it
 * @returns one example a row, in the table's order; settings have none
 * @throws {WaymarkError} if `createRouter` would
 *
 * @example
 * examples({ 'photos/(:num)': 'photos/show/$1' });
 * // [{ route: 'photos/(:num)', request: { method: 'GET', path: '/photos/12' }, destination: 'photos/show/12' }]
 */
export function examples(table: SuppliedTable, options: InspectOptions = {}): Example[] {
  return examplesIn(new Inspection(table, options));
}

/**
 * What {@link examples} does, for a table that is being looked at already.
 *
 * @example
 * examplesIn(new Inspection(table));
 */
export function examplesIn(inspection: Inspection): Example[] {
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

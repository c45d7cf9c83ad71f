/** Finds a request that reaches each row. */

import type { SuppliedTable } from 'waymark';
import { fromCaller } from 'waymark/internal';
import { Inspection, type InspectOptions, type RequestLine } from './inspection.ts';
import { proveReached } from './prove/prove.ts';

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

/** Like {@link examples}, for an existing inspection. */
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

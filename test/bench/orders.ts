/** The orders of requests. */
import { createRandom } from './statistics.ts';

/** The number of lookups per batch: few enough for its strings to stay in the nearest cache. */
export const BATCH = 500;

/** The two orders, as measured: the second flatters a branch predictor. */
export const ORDERS = ['random', 'in order'] as const;

export type Order = (typeof ORDERS)[number];

/** Returns the requests of the next batch. */
export type Picker = () => number[];

/**
 * Creates a picker of random requests, or of each in turn, continuing after the previous batch.
 *
 * @param order random or in order
 * @param requests the number of requests
 */
export function createPicker(order: Order, requests: number): Picker {
  if (order === 'random') {
    const random = createRandom(requests);
    return () => Array.from({ length: BATCH }, () => Math.floor(random() * requests));
  }
  let next = 0;
  return () => Array.from({ length: BATCH }, () => next++ % requests);
}

/** The orders in which requests come. */
import { createRandom } from './statistics.ts';

/** How many lookups one batch has: few enough that its strings are still in the nearest cache. */
export const BATCH = 500;

/** The two orders, in that in which they are measured: the second flatters a branch predictor. */
export const ORDERS = ['random', 'in order'] as const;

/** One of {@link ORDERS}. */
export type Order = (typeof ORDERS)[number];

/** Says which requests the next batch has. */
export type Picker = () => number[];

/**
 * Makes what chooses the requests of batches: any of them, or each in its turn, where a batch continues
 * after the last one.
 *
 * @param order how they come
 * @param requests how many there are
 */
export function createPicker(order: Order, requests: number): Picker {
  if (order === 'random') {
    const random = createRandom(requests);
    return () => Array.from({ length: BATCH }, () => Math.floor(random() * requests));
  }
  let next = 0;
  return () => Array.from({ length: BATCH }, () => next++ % requests);
}

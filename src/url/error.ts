import { WaymarkError } from '../errors/error.ts';
import type { Place } from '../errors/show.ts';

/**
 * A URL can't be built.
 *
 * @param where the call
 * @param problem what is wrong
 * @param advice what to write instead
 * @param place the place in the pattern, where the error is about one
 */
export function badUrl(
  where: string,
  problem: string,
  advice: string,
  place?: Place,
): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice, place);
}

import { WaymarkError } from '../errors/error.ts';
import type { Place } from '../errors/show.ts';

/** The error for a URL that can't be built. */
export function badUrl(
  where: string,
  problem: string,
  advice: string,
  place?: Place,
): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice, place);
}

import { WaymarkError } from '../errors/error.ts';
import type { Pointer } from '../errors/pointer.ts';

/** The error for a URL that can't be built. */
export function badUrl(
  where: string,
  problem: string,
  advice: string,
  pointer?: Pointer,
): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice, pointer);
}

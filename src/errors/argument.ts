import { WaymarkError } from './error.ts';
import { describe } from './show.ts';

/** The error for an argument of the wrong kind. */
export function badArgument(
  where: string,
  name: string,
  wanted: string,
  given: unknown,
): WaymarkError {
  const problem = `${name} is ${describe(given)}`;
  return new WaymarkError('bad-argument', where, problem, `expected ${wanted}`);
}

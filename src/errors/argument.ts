import { WaymarkError } from './error.ts';
import { describe } from './show.ts';

/**
 * An argument of a call is of the wrong kind.
 *
 * @param where the call
 * @param name the argument
 * @param wanted what it must be
 * @param given what it is
 */
export function badArgument(
  where: string,
  name: string,
  wanted: string,
  given: unknown,
): WaymarkError {
  const problem = `${name} is ${describe(given)}`;
  return new WaymarkError('bad-argument', where, problem, `${name} must be ${wanted}`);
}

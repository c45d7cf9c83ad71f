import { isOneOf } from '../errors/options.ts';

/**
 * The HTTP methods that a route can be defined for, in the order in which `Allow` lists them: those
 * of CodeIgniter's `Route` library. A route for every method answers any other method too.
 * @example
 * METHODS.includes('GET'); // true
 */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** One of {@link METHODS}, in upper case. */
export type Method = (typeof METHODS)[number];

/** Whether a string is one of {@link METHODS}, which are case-sensitive (RFC 9110, section 9.1). */
export function isMethod(value: string | undefined): value is Method {
  return isOneOf(value, METHODS);
}

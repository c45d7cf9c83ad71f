import { isOneOf } from '../errors/options.ts';

/**
 * The HTTP methods that a route can be defined for, those of CodeIgniter's `Route` library, in the
 * order of the `Allow` header. A route for every method also answers methods that are not listed.
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

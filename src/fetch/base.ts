/** The path that an application is mounted below. */
import { badArgument } from '../errors/argument.ts';
import { cutQuery, normalisePath } from '../path/normalise.ts';

/**
 * Reads the option `base`.
 *
 * @param base a path with a leading slash; `''` and `/` for none
 * @param where the call, for errors
 * @returns the path without a slash at its end, `''` for none
 * @throws {WaymarkError} where it is not such a path
 *
 * @example
 * readBase('/shop/', 'createFetchHandler'); // '/shop'
 */
export function readBase(base: string, where: string): string {
  const path =
    typeof base === 'string' && /^(?:\/[^?#]*)?$/.test(base) ? normalisePath(base) : null;
  if (typeof path !== 'string') {
    throw badArgument(where, 'base', "a path such as '/shop'", base);
  }
  if (path === '/') return '';
  let end = base.length;
  while (base[end - 1] === '/') end--;
  return base.slice(0, end);
}

/**
 * The target of a request within the application. Base and path are compared in normal form,
 * so that no spelling leads out of the base or past it.
 *
 * @param target the request's path and query
 * @param base what {@link readBase} returned, not empty
 * @param maxLength longer paths stay as they are: the resolver refuses them
 * @returns a target for the resolver, or `null` where the path is not below the base
 *
 * @example
 * cutBase('//shop/x/../photos/7?page=2', '/shop', 2048); // '/photos/7'
 * cutBase('/shop/../photos/7', '/shop', 2048); // null
 */
export function cutBase(target: string, base: string, maxLength: number): string | null {
  const raw = cutQuery(target);
  if (raw.length > maxLength) return raw;
  const path = normalisePath(raw);
  // The resolver says what is wrong with it.
  if (typeof path !== 'string') return raw;
  const start = String(normalisePath(base));
  if (path === start) return '/';
  if (!path.startsWith(`${start}/`)) return null;
  // A decoded question mark or hash would end the path for the resolver.
  return path.slice(start.length).replaceAll('?', '%3F').replaceAll('#', '%23');
}

import { badArgument } from '../errors/argument.ts';
import { cutQuery, normalisePath } from '../path/normalise.ts';

/** What a path of a URL may have as it is (RFC 3986, section 3.3), escapes of the normal form included. */
const ENCODED = /[^\w.~!$&'()*+,;=:@/%-]+/g;

/**
 * Reads the option `base`: its normal form, encoded for URLs and headers, without a slash at its end.
 * As it was written, `//shop` would be a host to browsers.
 * @throws {WaymarkError} if it is not a path
 */
export function readBase(base: string, where: string): string {
  const path =
    typeof base === 'string' && /^(?:\/[^?#]*)?$/.test(base) ? normalisePath(base) : null;
  if (typeof path !== 'string') {
    throw badArgument(where, 'base', "a path such as '/shop'", base);
  }
  return path === '/' ? '' : path.replace(ENCODED, encodeURIComponent);
}

/**
 * The target of a request within the application; `null` if it is not below the base. Base and
 * path are compared in normal form, so that no spelling leads out of the base or past it.
 * @param maxLength longer paths stay as they are: the resolver refuses them
 */
export function cutBase(target: string, base: string, maxLength: number): string | null {
  const raw = cutQuery(target);
  const path = raw.length > maxLength ? null : normalisePath(raw);
  // The resolver says what is wrong with a path, if it is the application's as far as one can tell.
  if (typeof path !== 'string') return raw.startsWith(`${base}/`) ? raw : null;
  const start = String(normalisePath(base));
  if (path === start) return '/';
  if (!path.startsWith(`${start}/`)) return null;
  // A decoded question mark or hash would end the path for the resolver.
  return path.slice(start.length).replaceAll('?', '%3F').replaceAll('#', '%23');
}

import { badArgument } from '../errors/argument.ts';
import { cutQuery, normalisePath } from '../path/normalise.ts';

/**
 * Reads the option `base`, and drops the slash at its end.
 * @throws {WaymarkError} where it is not a path
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
 * The target of a request within the application; `null` where it is not below the base. Base and
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

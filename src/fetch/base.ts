/** The option `base`: reads it, and cuts it from the targets of requests. */
import { badArgument } from '../errors/argument.ts';
import { mountPath } from '../http/request.ts';
import { cutQuery, normalisePath } from '../path/normalise.ts';
import type { RequestContext } from '../table/request-context.ts';

/**
 * Characters that a URL's path must escape (RFC 3986, section 3.3), and the semicolon, which would
 * end the path of a cookie.
 */
const ENCODED = /[^\w.~!$&'()*+,=:@/%-]+/g;

/** The option `base`, without a trailing slash; both forms are `''` if it is unset. */
export interface Base {
  /** The form for URLs and headers. */
  readonly encoded: string;
  /** The form that paths are compared with. */
  readonly normal: string;
}

/**
 * Reads the option `base`. A base such as `//shop` must not survive, since browsers would read it as
 * a host.
 * @throws {WaymarkError} if it is not a path
 */
export function readBase(where: string, base = '/'): Base {
  const given = base === '' ? '/' : base;
  const path = typeof given === 'string' && /^\/[^?#]*$/.test(given) ? normalisePath(given) : null;
  if (typeof path !== 'string') {
    throw badArgument(where, 'base', "a path such as '/shop'", base);
  }
  const normal = path === '/' ? '' : path;
  return { encoded: normal.replace(ENCODED, encodeURIComponent), normal };
}

/**
 * The target below the base, even if Express has already cut the base off; `null` if it is not below
 * the base.
 * @param maxLength see {@link cutBase}
 */
export function targetBelow(
  base: Base,
  sent: string,
  { request, platform }: Pick<RequestContext, 'request' | 'platform'>,
  maxLength: number,
): string | null {
  const mount = mountPath(request, platform);
  const whole = mount === '' ? null : cutBase(mount + sent, base, maxLength);
  return whole ?? cutBase(sent, base, maxLength);
}

/**
 * Cuts the base from a request's target. Base and path are compared in normal form, so no spelling
 * escapes the base or bypasses it.
 * @param maxLength longer paths are not normalised, since the resolver refuses them
 * @returns `null` if the target is not below the base
 */
export function cutBase(target: string, base: Base, maxLength: number): string | null {
  const { encoded, normal } = base;
  const raw = cutQuery(target);
  const path = raw.length > maxLength ? null : normalisePath(raw);
  // The resolver refuses a malformed path that starts with the base, and gives the reason.
  if (typeof path !== 'string') return raw.startsWith(`${encoded}/`) ? raw : null;
  if (path === normal) return '/';
  if (!path.startsWith(`${normal}/`)) return null;
  // The resolver would cut the path at a decoded question mark or hash, and refuse a backslash.
  return path.slice(normal.length).replace(/[?#\\]/g, encodeURIComponent);
}

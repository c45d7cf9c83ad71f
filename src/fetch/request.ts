/** Reads a request as servers pass it: the path below the base, its host. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { cutQuery, normalisePath } from '../path/normalise.ts';

/**
 * Characters that a URL's path must escape (RFC 3986, section 3.3), and the semicolon, which would
 * end the path of a cookie.
 */
const ENCODED = /[^\w.~!$&'()*+,=:@/%-]+/g;

/**
 * Normalises the option `base` and encodes it for URLs and headers, without a trailing slash. A
 * base such as `//shop` must not survive, since browsers would read it as a host.
 * @throws {WaymarkError} if it is not a path
 */
export function readBase(base: string, where: string): string {
  if (base === '') return '';
  const path = typeof base === 'string' && /^\/[^?#]*$/.test(base) ? normalisePath(base) : null;
  if (typeof path !== 'string') {
    throw badArgument(where, 'base', "a path such as '/shop'", base);
  }
  return path === '/' ? '' : path.replace(ENCODED, encodeURIComponent);
}

/**
 * Cuts the base from a request's target. Base and path are compared in normal form, so no spelling
 * escapes the base or bypasses it.
 * @param maxLength longer paths are not normalised, since the resolver refuses them
 * @returns `null` if the target is not below the base
 */
export function cutBase(target: string, base: string, maxLength: number): string | null {
  const raw = cutQuery(target);
  const path = raw.length > maxLength ? null : normalisePath(raw);
  // The resolver refuses a malformed path that starts with the base, and gives the reason.
  if (typeof path !== 'string') return raw.startsWith(`${base}/`) ? raw : null;
  const start = String(normalisePath(base));
  if (path === start) return '/';
  if (!path.startsWith(`${start}/`)) return null;
  // The resolver would cut the path at a decoded question mark or hash, and refuse a backslash.
  return path.slice(start.length).replace(/[?#\\]/g, encodeURIComponent);
}

/**
 * `uri-host [ ":" port ]`: an address in brackets, or a name of unreserved characters, escapes and
 * sub-delimiters (RFC 9110, section 7.2; RFC 3986, section 3.2.2). An IPv4 address is such a name.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::[0-9]*)?$/i;

/** The last host that was parsed. Parsing is slow, and most requests have the same host. */
let parsed: string | undefined;

/**
 * Whether a `Host` header is a valid host, with or without a port. Runtimes treat other values
 * differently: Deno copies the header into the request's URL, where a slash in it starts the path.
 * A host that no URL can have, such as `a:99999`, would make `new URL(request.url)` throw in each
 * action. The header may be missing, as in a `Request` made by hand. It may be empty if the target
 * has no authority (RFC 9112, section 3.2).
 */
export function isHost(host: string | null): boolean {
  if (!host || host === parsed) return true;
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  parsed = host;
  return true;
}

/** The members of `ServerResponse` that end a request. */
export interface NodeResponse {
  statusCode: number;
  end(text: string): unknown;
}

/**
 * Returns the second argument of a listener if a node:http server called the handler. Its request
 * has no `headers.get`.
 */
export function nodeResponseOf(
  request: { readonly headers: { readonly get?: unknown } },
  [response]: readonly unknown[],
): NodeResponse | null {
  if (typeof request.headers.get === 'function') return null;
  // The cast names a possible member, which is checked before it is called.
  const given = response as NodeResponse | null | undefined;
  return typeof given?.end === 'function' ? given : null;
}

/** The error for a handler that was passed to `http.createServer`, Express or Connect. */
export function calledByNode(where: string): WaymarkError {
  const problem = 'it was called with a request of node:http, not with a Request';
  const advice =
    "serve it with srvx, serve({ fetch: handler }), or with createServer(getRequestListener(handler)) of '@hono/node-server'";
  return new WaymarkError('bad-argument', where, problem, advice);
}

import { badArgument, readOptions, readWhole } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import type { RequestContext } from '../table/handler.ts';
import { type HttpContext, mountPath, requestOf } from './context.ts';
import { expiryOf, isPast, isSigned, readKeys, sign } from './hmac.ts';

/** Options of `signUrl`. */
export interface SignUrlOptions {
  /** The number of seconds from now until the URL expires. */
  readonly maxAge?: number | undefined;
}

/** A path that no URL parser takes for another site's: it drops tabs and line breaks first. */
const PATH = /^\/(?![/\\])[^\t\n\r]*$/;

/** The end of a signed query. */
const SIGNED = /^(.*?)[?&]signature=([\w-]{43})$/s;

/** The expiry is the last parameter before the signature. */
const EXPIRES = /^[^?]*\?(?:.*&)?expires=(\d{1,15})$/s;

/**
 * Signs a URL with HMAC-SHA-256, so that only the application can make it: for a link in an e-mail,
 * a download, an invitation. It adds `expires` and `signature` to the query. The signature covers
 * path and query, not the host, since a proxy may change that. Anyone who has the URL can use it.
 * @param url a path with its query, as `Route.url` and `context.url` return it
 * @param keys secrets of at least 32 bytes each. The first signs, and all verify
 * @param options `maxAge`: the number of seconds until the URL expires; without it, the URL is valid
 *   as long as its key is
 * @returns the path with the longer query
 * @throws {WaymarkError} if the URL is not a path, has a fragment, or has a parameter `expires` or
 *   `signature` already; if there is no key, or a key is too short
 * @example
 * await signUrl('/download/7', [SECRET], { maxAge: 3600 });
 * // '/download/7?expires=1790000000&signature=…'
 */
export async function signUrl(
  url: string,
  keys: readonly string[],
  options: SignUrlOptions = {},
): Promise<string> {
  const where = 'signUrl';
  const secrets = readKeys(where, keys);
  const maxAge = readWhole(where, 'maxAge', readOptions(where, options, ['maxAge']).maxAge, 0);
  const expiry = expiryOf(maxAge, undefined);
  const path = pathOf(where, url);
  const expiring = expiry === '' ? path : withParameter(path, `expires=${expiry}`);
  return withSignature(expiring, await sign(secrets, textOf(expiring)));
}

/**
 * Whether the request's URL is one that `signUrl` returned, is unchanged and has not expired.
 * @param context the context of the controller or the handler
 * @param keys the secrets; a URL signed with any of them is accepted
 * @throws {WaymarkError} if there is no key, or a key is too short
 * @example
 * if (!(await verifyUrl(context, [SECRET]))) throw new HttpError(403);
 */
export async function verifyUrl(
  context: Pick<HttpContext, 'request'> & Partial<Pick<RequestContext, 'platform'>>,
  keys: readonly string[],
): Promise<boolean> {
  const where = 'verifyUrl';
  const request = requestOf(context, where);
  const { pathname, search } = new URL(request.url);
  const secrets = readKeys(where, keys);
  const path = mountPath(request, context.platform ?? []) + pathname + search;
  const [, signed, signature] = SIGNED.exec(path) ?? [];
  // In the path, a parameter would be text.
  if (signed === undefined || path !== withSignature(signed, signature)) return false;
  const [, expiry = ''] = EXPIRES.exec(signed) ?? [];
  return !isPast(expiry) && isSigned(secrets, textOf(signed), signature);
}

/** Reads the URL as a server will: normalised, without an origin. */
function pathOf(where: string, url: unknown): string {
  if (typeof url !== 'string') throw badArgument(where, 'url', 'a string', url);
  const advice = "pass the path and query of a page of this application, such as '/download/7?a=b'";
  const refuse = (problem: string) => new WaymarkError('bad-argument', where, problem, advice);
  if (!PATH.test(url)) throw refuse('url is not a path');
  const { pathname, search, searchParams, hash } = new URL(url, 'http://localhost');
  // Without its dot segments, /.//example.com is //example.com.
  if (!PATH.test(pathname)) throw refuse('url is not a path');
  if (hash !== '') throw refuse('url has a fragment, which no server sees');
  const taken = ['expires', 'signature'].find((name) => searchParams.has(name));
  if (taken !== undefined) throw refuse(`url has a parameter ${taken} already`);
  return pathname + search;
}

function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
}

function withSignature(path: string, signature: string): string {
  return withParameter(path, `signature=${signature}`);
}

/** The text to sign. Its start keeps the signatures of URLs and cookies apart. */
function textOf(path: string): string {
  return `waymark url ${path}`;
}

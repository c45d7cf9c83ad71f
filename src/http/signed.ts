/** Signs cookies and URLs with HMAC-SHA-256, and verifies them. */
import { badArgument, readOptions, readWhole } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { queryOf, targetOf } from '../path/normalise.ts';
import type { RequestContext } from '../table/request-context.ts';
import { type CookieIdentity, type CookieOptions, cookies, currentValues } from './cookies.ts';
import { type HttpContext, mountPath, requestOf } from './request.ts';

/** Cookies that only the application can write. */
export interface SignedCookies {
  /**
   * Returns the value of a cookie; `undefined` if there is none, if it was not signed by any of the
   * keys, or if it has expired. If the browser sends several of the name, each is tried.
   */
  get(name: string): Promise<string | undefined>;
  /**
   * Adds a signed cookie to the response. The signature covers `maxAge` or `expires`: the value is
   * not accepted later, even if the browser sends it. Without either, it is accepted as long as its
   * key is.
   * @throws {WaymarkError} if a browser would refuse the cookie
   */
  set(name: string, value: string, options?: CookieOptions): Promise<void>;
  /** Tells the browser to delete a cookie. Pass the attributes that it was set with. */
  delete(name: string, options?: CookieIdentity): Promise<void>;
}

/**
 * Reads and writes cookies with a signature (HMAC-SHA-256) over name, value and expiry. Visitors
 * can read such a value, but not change it. Await `set` and `delete` before the action returns.
 * @param context the context of the controller or the handler
 * @param keys secrets of at least 32 bytes each. The first signs, and all verify. To replace a key,
 *   put the new one first, and remove the old one after its cookies have expired
 * @param defaults attributes of every cookie that `set` adds
 * @returns `get`, `set` and `delete`
 * @throws {WaymarkError} if there is no key, or a key is too short
 * @example
 * await signedCookies(context, [SECRET]).set('user', '7', { maxAge: 3600 });
 * await signedCookies(context, [SECRET]).get('user'); // '7'
 */
export function signedCookies(
  context: Pick<HttpContext, 'request' | 'base' | 'headers' | 'secure'>,
  keys: readonly string[],
  defaults: CookieOptions = {},
): SignedCookies {
  const secrets = readKeys('signedCookies', keys);
  const jar = cookies(context, defaults);
  return {
    async get(name) {
      // A parent domain, or a longer path, may set a cookie of the same name that comes first.
      for (const sent of currentValues(context, name).map(readSigned)) {
        if (sent === null || isPast(sent.expiry)) continue;
        const text = cookieText(name, sent.value, sent.expiry);
        if (await isSigned(secrets, text, sent.signature)) return sent.value;
      }
      return undefined;
    },
    async set(name, value, options = {}) {
      if (typeof value !== 'string') {
        throw badArgument('signedCookies.set', 'value', 'a string', value);
      }
      const expiry = expiryOf(
        options.maxAge ?? defaults.maxAge,
        options.expires ?? defaults.expires,
      );
      const signature = await sign(secrets, cookieText(name, value, expiry));
      jar.set(name, `${signature}.${expiry}.${value}`, options);
    },
    async delete(name, options) {
      jar.delete(name, options);
    },
  };
}

/**
 * The signed text. No two cookies share it: a name never contains `=`, and an expiry has only
 * digits.
 */
function cookieText(name: string, value: string, expiry: string): string {
  return `waymark cookie ${name}=${expiry}.${value}`;
}

/** The parts of a signed value; `null` if it doesn't have that form. */
function readSigned(text: string) {
  const parts = /^([\w-]{43})\.(\d*)\.(.*)$/s.exec(text);
  if (parts === null) return null;
  const [, signature, expiry, value] = parts;
  return { signature, expiry, value };
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
 * path and query, not the host, since a proxy may change that, and not the method. Anyone who has
 * the URL can use it.
 * @param url a path with its query, as `Route.url` and `context.url` return it
 * @param keys secrets of at least 32 bytes each. The first signs, and all verify
 * @param options `maxAge`: the number of seconds from now until the URL expires; without it, the URL is valid
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
  options: { readonly maxAge?: number | undefined } = {},
): Promise<string> {
  const where = 'signUrl';
  const secrets = readKeys(where, keys);
  const maxAge = readWhole(where, 'maxAge', readOptions(where, options, ['maxAge']).maxAge, 0);
  const expiry = expiryOf(maxAge, undefined);
  const path = pathOf(where, url);
  const expiring = expiry === '' ? path : withParameter(path, `expires=${expiry}`);
  return withSignature(expiring, await sign(secrets, urlText(expiring)));
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
  const secrets = readKeys(where, keys);
  const { url } = request;
  const path = mountPath(request, context.platform ?? []) + targetOf(url) + queryOf(url);
  const [, signed, signature] = SIGNED.exec(path) ?? [];
  // In the path, a parameter would be text.
  if (signed === undefined || path !== withSignature(signed, signature)) return false;
  const [, expiry = ''] = EXPIRES.exec(signed) ?? [];
  return !isPast(expiry) && isSigned(secrets, urlText(signed), signature);
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
function urlText(path: string): string {
  return `waymark url ${path}`;
}

/** The minimum length of a key, in bytes: the length of the hash (RFC 2104, section 3). */
const SHORTEST = 32;

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Reads keys. No error message shows one. */
function readKeys(where: string, keys: readonly string[]): readonly string[] {
  if (!Array.isArray(keys)) {
    const advice = `pass an array of secrets: ${where}(…, [SECRET])`;
    throw new WaymarkError('bad-argument', where, 'keys is not an array', advice);
  }
  const advice = `a key is a random string of ${SHORTEST} bytes or more, such as openssl rand -hex 32 prints`;
  const refuse = (problem: string) => new WaymarkError('bad-argument', where, problem, advice);
  if (keys.length === 0) throw refuse('keys is empty');
  for (const [index, key] of keys.entries()) {
    if (typeof key !== 'string') throw refuse(`keys[${index}] is not a string`);
    const { length } = bytesOf(key);
    if (length < SHORTEST) throw refuse(`keys[${index}] has ${length} bytes`);
  }
  return [...keys];
}

/** Signs a text with the first key. Returns 43 characters of base64url (RFC 4648, section 5). */
async function sign([secret]: readonly string[], text: string): Promise<string> {
  const bytes = await crypto.subtle.sign('HMAC', await importKey(secret), bytesOf(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether one of the keys signed a text. The comparison takes the same time for all signatures. */
async function isSigned(
  secrets: readonly string[],
  text: string,
  signature: string,
): Promise<boolean> {
  // Its last character has two bits more than the hash, and decoders ignore them.
  if (!/[AEIMQUYcgkosw048]$/.test(signature)) return false;
  const binary = atob(signature.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  for (const secret of secrets) {
    const key = await importKey(secret);
    if (await crypto.subtle.verify('HMAC', key, bytes, bytesOf(text))) return true;
  }
  return false;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function importKey(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  return crypto.subtle.importKey('raw', bytesOf(secret), HMAC, false, ['sign', 'verify']);
}

/** A time in seconds since 1970; empty if neither is given. */
function expiryOf(maxAge: number | undefined, expires: Date | undefined): string {
  if (maxAge !== undefined) return String(Math.floor(Date.now() / 1000) + maxAge);
  return expires === undefined ? '' : String(Math.floor(expires.getTime() / 1000));
}

/** Whether an expiry of {@link expiryOf} has passed. */
function isPast(expiry: string): boolean {
  return expiry !== '' && Number(expiry) * 1000 <= Date.now();
}

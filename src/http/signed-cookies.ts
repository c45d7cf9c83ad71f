import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import type { HttpContext } from './context.ts';
import type { CookieOptions } from './cookie-options.ts';
import { type CookieIdentity, cookies } from './cookies.ts';

/** Cookies that only the application can write. */
export interface SignedCookies {
  /**
   * Returns the value of a cookie; `undefined` if there is none, if it was not signed by any of the
   * keys, or if it has expired.
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

/** The minimum length of a key, in bytes: the length of the hash (RFC 2104, section 3). */
const SHORTEST = 32;

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

const encoder = new TextEncoder();

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
  const secrets = readKeys(keys);
  const jar = cookies(context, defaults);
  return {
    async get(name) {
      const sent = readSigned(jar.get(name));
      if (sent === null || isPast(sent.expiry)) return undefined;
      for (const secret of secrets) {
        const key = await importKey(secret, 'verify');
        const text = textOf(name, sent.value, sent.expiry);
        if (await crypto.subtle.verify('HMAC', key, sent.signature, text)) return sent.value;
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
      const key = await importKey(secrets[0], 'sign');
      const signature = await crypto.subtle.sign('HMAC', key, textOf(name, value, expiry));
      jar.set(name, `${toBase64(signature)}.${expiry}.${value}`, options);
    },
    async delete(name, options) {
      jar.delete(name, options);
    },
  };
}

/** Reads the keys. No error message shows a key. */
function readKeys(keys: readonly string[]): readonly Uint8Array<ArrayBuffer>[] {
  const where = 'signedCookies';
  if (!Array.isArray(keys)) {
    const advice = 'pass an array of secrets: signedCookies(context, [SECRET])';
    throw new WaymarkError('bad-argument', where, 'keys is not an array', advice);
  }
  const advice = `a key is a random string of ${SHORTEST} bytes or more, such as openssl rand -hex 32 prints`;
  if (keys.length === 0) throw new WaymarkError('bad-argument', where, 'keys is empty', advice);
  return keys.map((key: unknown, index) => {
    const bytes = typeof key === 'string' ? encoder.encode(key) : null;
    if (bytes !== null && bytes.length >= SHORTEST) return bytes;
    const problem = bytes === null ? 'is not a string' : `has ${bytes.length} bytes`;
    throw new WaymarkError('bad-argument', where, `keys[${index}] ${problem}`, advice);
  });
}

function importKey(
  secret: Uint8Array<ArrayBuffer>,
  usage: 'sign' | 'verify',
): ReturnType<typeof crypto.subtle.importKey> {
  return crypto.subtle.importKey('raw', secret, HMAC, false, [usage]);
}

/**
 * The signed text. No two cookies share it: a name never contains `=`, and an expiry has only
 * digits.
 */
function textOf(name: string, value: string, expiry: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(`waymark cookie ${name}=${expiry}.${value}`);
}

/** The time when a cookie expires, in seconds since 1970; empty if no attribute sets it. */
function expiryOf(maxAge: number | undefined, expires: Date | undefined): string {
  if (maxAge !== undefined) return String(Math.floor(Date.now() / 1000) + maxAge);
  return expires === undefined ? '' : String(Math.floor(expires.getTime() / 1000));
}

function isPast(expiry: string): boolean {
  return expiry !== '' && Number(expiry) * 1000 <= Date.now();
}

interface Signed {
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly expiry: string;
  readonly value: string;
}

/** The parts of a signed value; `null` if it doesn't have that form. */
function readSigned(text: string | undefined): Signed | null {
  const parts = /^([\w-]{43})\.(\d*)\.(.*)$/s.exec(text ?? '');
  if (parts === null) return null;
  const [, signature, expiry, value] = parts;
  return { signature: fromBase64(signature), expiry, value };
}

function toBase64(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

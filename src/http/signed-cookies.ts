import { badArgument } from '../errors/argument.ts';
import type { HttpContext } from './context.ts';
import { type CookieIdentity, type CookieOptions, cookies } from './cookies.ts';
import { expiryOf, isPast, isSigned, readKeys, sign } from './hmac.ts';

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
      const sent = readSigned(jar.get(name));
      if (sent === null || isPast(sent.expiry)) return undefined;
      const text = textOf(name, sent.value, sent.expiry);
      return (await isSigned(secrets, text, sent.signature)) ? sent.value : undefined;
    },
    async set(name, value, options = {}) {
      if (typeof value !== 'string') {
        throw badArgument('signedCookies.set', 'value', 'a string', value);
      }
      const expiry = expiryOf(
        options.maxAge ?? defaults.maxAge,
        options.expires ?? defaults.expires,
      );
      const signature = await sign(secrets, textOf(name, value, expiry));
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
function textOf(name: string, value: string, expiry: string): string {
  return `waymark cookie ${name}=${expiry}.${value}`;
}

interface Signed {
  readonly signature: string;
  readonly expiry: string;
  readonly value: string;
}

/** The parts of a signed value; `null` if it doesn't have that form. */
function readSigned(text: string | undefined): Signed | null {
  const parts = /^([\w-]{43})\.(\d*)\.(.*)$/s.exec(text ?? '');
  if (parts === null) return null;
  const [, signature, expiry, value] = parts;
  return { signature, expiry, value };
}

/** Signatures with HMAC-SHA-256, of cookies and URLs. */
import { WaymarkError } from '../errors/error.ts';

/** A secret in bytes. */
export type Secret = Uint8Array<ArrayBuffer>;

/** The minimum length of a key, in bytes: the length of the hash (RFC 2104, section 3). */
const SHORTEST = 32;

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

const encoder = new TextEncoder();

/**
 * Reads keys. No error message shows one.
 * @throws {WaymarkError} if there is no key, or a key is too short
 */
export function readKeys(where: string, keys: readonly string[]): readonly [Secret, ...Secret[]] {
  if (!Array.isArray(keys)) {
    const advice = `pass an array of secrets: ${where}(…, [SECRET])`;
    throw new WaymarkError('bad-argument', where, 'keys is not an array', advice);
  }
  const advice = `a key is a random string of ${SHORTEST} bytes or more, such as openssl rand -hex 32 prints`;
  const [first, ...others] = keys.map((key: unknown, index): Secret => {
    const bytes = typeof key === 'string' ? encoder.encode(key) : null;
    if (bytes !== null && bytes.length >= SHORTEST) return bytes;
    const problem = bytes === null ? 'is not a string' : `has ${bytes.length} bytes`;
    throw new WaymarkError('bad-argument', where, `keys[${index}] ${problem}`, advice);
  });
  if (first === undefined) {
    throw new WaymarkError('bad-argument', where, 'keys is empty', advice);
  }
  return [first, ...others];
}

/** Signs a text with the first key. Returns 43 characters of base64url (RFC 4648, section 5). */
export async function sign(
  [secret]: readonly [Secret, ...Secret[]],
  text: string,
): Promise<string> {
  const bytes = await crypto.subtle.sign('HMAC', await importKey(secret), encoder.encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether one of the keys signed a text. The comparison takes the same time for all signatures. */
export async function isSigned(
  secrets: readonly Secret[],
  text: string,
  signature: string,
): Promise<boolean> {
  // Its last character has two bits more than the hash, and decoders ignore them.
  if (!/[AEIMQUYcgkosw048]$/.test(signature)) return false;
  const binary = atob(signature.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  for (const secret of secrets) {
    const key = await importKey(secret);
    if (await crypto.subtle.verify('HMAC', key, bytes, encoder.encode(text))) return true;
  }
  return false;
}

function importKey(secret: Secret): ReturnType<typeof crypto.subtle.importKey> {
  return crypto.subtle.importKey('raw', secret, HMAC, false, ['sign', 'verify']);
}

/** A time in seconds since 1970; empty if neither is given. */
export function expiryOf(maxAge: number | undefined, expires: Date | undefined): string {
  if (maxAge !== undefined) return String(Math.floor(Date.now() / 1000) + maxAge);
  return expires === undefined ? '' : String(Math.floor(expires.getTime() / 1000));
}

/** Whether an expiry of {@link expiryOf} has passed. */
export function isPast(expiry: string): boolean {
  return expiry !== '' && Number(expiry) * 1000 <= Date.now();
}

/** Cookies that only the application can write. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CookieOptions, cookies, signedCookies } from '../../src/http.ts';
import { httpContext } from '../support/http-context.ts';
import { nextLetter } from '../support/next-letter.ts';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);

beforeEach(() => vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** The `Cookie` header of a browser that received the cookie. */
async function signed(
  keys: readonly string[],
  value: string,
  options?: CookieOptions,
  name = 'user',
) {
  const context = httpContext();
  await signedCookies(context, keys).set(name, value, options);
  return context.headers.getSetCookie()[0].split(';')[0];
}

const read = (cookie: string, keys: readonly string[], name = 'user') =>
  signedCookies(httpContext({ init: { headers: { cookie } } }), keys).get(name);

describe('a signed cookie', () => {
  it.each(['7', '', 'ä; =.%', 'a.b.c', '\n', '🎉'])('is read as it was set: %j', async (value) => {
    await expect(read(await signed([NEW], value), [NEW])).resolves.toBe(value);
  });

  it('has an HMAC of SHA-256 over name, expiry and value', async () => {
    const text = 'waymark cookie user=1060.7';
    const signature = createHmac('sha256', NEW).update(text).digest('base64url');
    expect(await signed([NEW], '7', { maxAge: 60 })).toBe(`user=${signature}.1060.7`);
  });

  it.each<[string, readonly string[], string | undefined]>([
    ['the key that signed it', [OLD], '7'],
    ['that key after a new one', [NEW, OLD], '7'],
    ['another key', [NEW], undefined],
  ])('is verified by any of the keys: %s', async (_what, keys, value) => {
    await expect(read(await signed([OLD, NEW], '7'), keys)).resolves.toBe(value);
  });

  it.each<[string, (cookie: string) => string]>([
    ['the value', (cookie) => cookie.replace(/.$/, '8')],
    ['the value, longer', (cookie) => `${cookie}0`],
    ['the expiry', (cookie) => cookie.replace('.1060.', '.9999.')],
    ['the expiry, removed', (cookie) => cookie.replace('.1060.', '..')],
    ['the expiry, in the value', (cookie) => cookie.replace('.1060.7', '..1060.7')],
    [
      'a bit of the signature',
      (cookie) => cookie.replace(/=(.)/, (_, char) => `=${char === 'A' ? 'B' : 'A'}`),
    ],
    [
      'the spare bits of the signature',
      (cookie) => cookie.replace(/(=.{42})(.)/, (_, rest, last) => rest + nextLetter(last)),
    ],
    ['the signature, removed', (cookie) => cookie.replace(/=.{43}/, '=')],
    ['the signature, shorter', (cookie) => cookie.replace(/=./, '=')],
    ['no signature at all', () => 'user=7'],
    ['nothing', () => 'user='],
    ['the name', (cookie) => cookie.replace('user', 'admin')],
  ])('is refused if somebody changed %s', async (_what, change) => {
    const cookie = change(await signed([NEW], '7', { maxAge: 60 }));
    await expect(read(cookie, [NEW], cookie.split('=')[0])).resolves.toBeUndefined();
  });

  it.each<[CookieOptions | undefined, number, string | undefined]>([
    [{ maxAge: 60 }, 59_999, '7'],
    [{ maxAge: 60 }, 60_000, undefined],
    [{ expires: new Date(1_060_000) }, 59_999, '7'],
    [{ expires: new Date(1_060_000) }, 60_000, undefined],
    [{ maxAge: 90, expires: new Date(1_060_000) }, 60_000, '7'],
    [undefined, 1e12, '7'],
  ])(
    'is refused after its expiry, even if it is sent: %j after %d ms',
    async (options, after, value) => {
      const cookie = await signed([NEW], '7', options);
      vi.setSystemTime(1_000_000 + after);
      await expect(read(cookie, [NEW])).resolves.toBe(value);
    },
  );

  it('has the attributes of the jar, its expiry among them', async () => {
    const context = httpContext({ base: '/help' });
    await signedCookies(context, [NEW], { maxAge: 60 }).set('user', '7', { maxAge: undefined });
    expect(context.headers.getSetCookie()[0]).toMatch(
      /\.1060\.7; Max-Age=60; Path=\/help; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is visible to later handlers of the same request, and gone after delete', async () => {
    const context = httpContext();
    const jar = signedCookies(context, [NEW]);
    await jar.set('user', '7');
    await expect(signedCookies(context, [NEW]).get('user')).resolves.toBe('7');
    expect(cookies(context).get('user')).toMatch(/\.7$/);
    await jar.delete('user');
    await expect(jar.get('user')).resolves.toBeUndefined();
    expect(context.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^user=; Max-Age=0; Path=\//),
    ]);
  });
});

describe('signedCookies refuses', () => {
  it.each<[unknown, string]>([
    [[], 'keys is empty'],
    [['hunter2'], 'keys[0] has 7 bytes'],
    [[NEW, 'x'.repeat(31)], 'keys[1] has 31 bytes'],
    [[undefined], 'keys[0] is not a string'],
    [NEW, 'keys is not an array'],
    [undefined, 'keys is not an array'],
  ])('invalid keys: %j', (keys, message) => {
    const make = () => signedCookies(httpContext(), keys as string[]);
    expect(make).toThrow(message);
    expect(make).not.toThrow('hunter2');
  });

  it('counts bytes, not characters', () => {
    expect(() => signedCookies(httpContext(), ['ä'.repeat(16)])).not.toThrow();
  });

  it.each<[unknown, CookieOptions, string]>([
    [7, {}, 'value is 7'],
    ['7', { maxage: 1 } as object, 'Write maxAge'],
    ['x'.repeat(4096), {}, 'browsers keep 4096'],
  ])('to set %s', async (value, options, message) => {
    await expect(
      signedCookies(httpContext(), [NEW]).set('a', value as string, options),
    ).rejects.toThrow(message);
  });

  it('to delete with an unknown option', async () => {
    const jar = signedCookies(httpContext(), [NEW]);
    await expect(jar.delete('a', { pth: '/' } as object)).rejects.toThrow('Write path');
  });
});

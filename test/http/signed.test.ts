/** Cookies and URLs that only the application can make. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import {
  type CookieOptions,
  cookies,
  HttpError,
  signedCookies,
  signUrl,
  verifyUrl,
} from '../../src/http.ts';
import { type Handler, Route } from '../../src/index.ts';
import { rejection } from '../support/caught.ts';
import { requestTo } from '../support/handlers.ts';
import { httpContext } from '../support/http-context.ts';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);

/** Keys that verify a signature of `OLD`, and whether they do. */
const KEYS: [string, string[], boolean][] = [
  ['the key that signed it', [OLD], true],
  ['that key after a new one', [NEW, OLD], true],
  ['another key', [NEW], false],
];

const signatureOf = (text: string) => createHmac('sha256', NEW).update(text).digest('base64url');

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The next letter of base64url (RFC 4648, section 5), which differs in the lowest bit if it is even. */
const nextLetter = (letter: string): string => LETTERS[LETTERS.indexOf(letter) + 1] ?? '';

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

  it.each<[string, () => Promise<string[]>, string | undefined]>([
    ['forged', async () => ['user=forged', await signed([NEW], '7')], '7'],
    [
      'signed by another key',
      async () => [await signed([OLD], '8'), 'other=1', await signed([NEW], '7')],
      '7',
    ],
    [
      'expired',
      async () => [await signed([NEW], '8', { maxAge: 0 }), await signed([NEW], '7')],
      '7',
    ],
    ['valid', async () => [await signed([NEW], '7'), await signed([NEW], '8')], '7'],
    ['forged, as is the second', async () => ['user=forged', 'user=', 'user'], undefined],
  ])('is found among several of its name, if the first is %s', async (_what, cookies, value) => {
    await expect(read((await cookies()).join('; '), [NEW])).resolves.toBe(value);
  });

  it('has an HMAC of SHA-256 over name, expiry and value', async () => {
    const signature = signatureOf('waymark cookie user=1060.7');
    expect(await signed([NEW], '7', { maxAge: 60 })).toBe(`user=${signature}.1060.7`);
  });

  it.each(KEYS)('is verified by any of the keys: %s', async (_what, keys, isVerified) => {
    const value = isVerified ? '7' : undefined;
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
    ['the signature, longer', (cookie) => cookie.replace('=', '=A')],
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

const verify = (url: string, keys = [NEW]) =>
  verifyUrl(httpContext({ at: `http://localhost${url}` }), keys);

describe('a signed URL', () => {
  it.each([
    '/',
    '/download/7',
    '/download/7?a=b&c',
    '/caf\u00e9/a b?q=\u65e5',
    '/a%2Fb?x=%20+y',
    '/a/../b',
    '/?signatures=1&expire=2',
    '/a&expires=5',
    '/a?b=c?expires=5',
  ])('is accepted as it was signed: %s', async (path) => {
    await expect(verify(await signUrl(path, [NEW]))).resolves.toBe(true);
    await expect(verify(await signUrl(path, [NEW], { maxAge: 60 }))).resolves.toBe(true);
  });

  it('has an HMAC of SHA-256 over path, query and expiry', async () => {
    const signature = signatureOf('waymark url /download/7?a=b&expires=1060');
    expect(await signUrl('/download/7?a=b', [NEW], { maxAge: 60 })).toBe(
      `/download/7?a=b&expires=1060&signature=${signature}`,
    );
  });

  it.each<[string, (url: string) => string]>([
    ['the path', (url) => url.replace('/7', '/8')],
    ['a letter in another spelling', (url) => url.replace('download', '%64ownload')],
    ['the query', (url) => url.replace('a=b', 'a=c')],
    ['the order of the query', (url) => url.replace('a=b&expires=1060', 'expires=1060&a=b')],
    ['the expiry', (url) => url.replace('1060', '9999')],
    ['the expiry, removed', (url) => url.replace('&expires=1060', '')],
    ['the expiry, twice', (url) => url.replace('&sig', '&expires=9999&sig')],
    ['& for ?', (url) => url.replace('?', '&')],
    ['? for the last &', (url) => url.replace('&signature', '?signature')],
    ['a parameter behind it', (url) => `${url}&b=c`],
    ['a parameter in front', (url) => url.replace('?', '?b=c&')],
    [
      'the signature',
      (url) => url.replace(/=(.)(.{42})$/, (_, a, b) => `=${a === 'A' ? 'B' : 'A'}${b}`),
    ],
    ['the spare bits of the signature', (url) => url.replace(/.$/, nextLetter)],
    ['the signature, shorter', (url) => url.slice(0, -1)],
    ['the signature, longer', (url) => `${url}A`],
    ['the signature, removed', (url) => url.replace(/&signature=.*/, '')],
    ['the signature, twice', (url) => `${url}${url.slice(url.indexOf('&signature'))}`],
  ])('is refused if it was changed: %s', async (_what, change) => {
    const url = await signUrl('/download/7?a=b', [NEW], { maxAge: 60 });
    await expect(verify(change(url))).resolves.toBe(false);
  });

  it.each(['/download/7', '/download/7?page=2'])('expires: %s', async (path) => {
    const url = await signUrl(path, [NEW], { maxAge: 60 });
    vi.setSystemTime(1_059_999);
    await expect(verify(url)).resolves.toBe(true);
    vi.setSystemTime(1_060_000);
    await expect(verify(url)).resolves.toBe(false);
  });

  it.each(KEYS)('is verified by any of the keys: %s', async (_what, keys, isVerified) => {
    await expect(verify(await signUrl('/a', [OLD, NEW]), keys)).resolves.toBe(isVerified);
  });

  it('is not signed by the signature of a cookie', async () => {
    const context = httpContext();
    await signedCookies(context, [NEW]).set('/a?x', '7');
    const [signature] = /[\w-]{43}/.exec(String(context.headers.get('set-cookie'))) ?? [];
    await expect(verify(`/a?x=.7&signature=${signature}`)).resolves.toBe(false);
  });

  it.each([
    ['another site', 'https://example.com/a', 'url is not a path'],
    ['another host', '//example.com/a', 'url is not a path'],
    ['another host behind a tab', '/\t/example.com', 'url is not a path'],
    ['a backslash', '/\\example.com', 'url is not a path'],
    ['another host behind a dot', '/.//example.com', 'url is not a path'],
    ['another host behind two dots', '/a/%2e.//example.com', 'url is not a path'],
    ['a relative path', 'a', 'url is not a path'],
    ['a fragment', '/a#b', 'url has a fragment'],
    ['an expiry', '/a?expires=1', 'url has a parameter expires already'],
    ['a signature', '/a?%73ignature=1', 'url has a parameter signature already'],
    ['no string', undefined, 'url is undefined'],
  ])('is refused before signing: %s', async (_what, url, problem) => {
    const error = await rejection(signUrl(url as string, [NEW])); // the cast: for JavaScript
    const message = expect.stringContaining(problem);
    expect(error).toMatchObject({ name: 'WaymarkError', where: 'signUrl', message });
  });

  it.each([
    ['no key', [], {}],
    ['a short key', ['short'], {}],
    ['a negative age', [NEW], { maxAge: -1 }],
    ['a fraction', [NEW], { maxAge: 0.5 }],
    ['another option', [NEW], { expires: 7 }],
  ])('needs keys and a whole age: %s', async (_what, keys, options) => {
    const error = await rejection(signUrl('/a', keys, options as object));
    expect(error).toMatchObject({ name: 'WaymarkError', where: 'signUrl' });
  });

  it.each([
    ['a base', '/shop', ''],
    ['a base that the server cuts, as Express does', '/shop', '/shop'],
  ])('leads to its route, below %s', async (_what, base, cut) => {
    const routes = Route.collect(() => {
      Route.get('link', (context) =>
        signUrl(context.url('download', ['7']), [NEW], { maxAge: 60 }),
      );
      const download: Handler = async (context) => {
        if (!(await verifyUrl(context, [NEW]))) throw new HttpError(403);
        return 'the file';
      };
      Route.get('download/(:num)', { as: 'download' }, download);
      // Below a mount, its requests look like those of the other route in front of it.
      Route.get('shop/download/(:num)', download);
    });
    const fetch = createFetchHandler({ routes, base });
    const incoming = { baseUrl: cut };
    const ask = (path: string) => fetch(requestTo(path.slice(cut.length)), { incoming });
    const link = await (await ask('/shop/link')).text();
    expect(link).toMatch(/^\/shop\/download\/7\?expires=1060&signature=/);
    expect(await (await ask(link)).text()).toBe('the file');
    expect((await ask(link.replace('/7', '/8'))).status).toBe(403);
    expect((await ask(link.replace('/shop', '/shop/shop'))).status).not.toBe(200);
    expect((await ask('/shop/download/7')).status).toBe(403);
  });

  it.each([
    '/invoices/9/../../join/7',
    '/invoices/9\\..\\..\\join\\7',
    '/x/../join/7',
    '/./join/7',
    '//join/7',
    '/join\\7',
    '/join/7#',
    '/join/7#/invoices',
    'http://elsewhere.test/join/7',
  ])('verifies no other path, if the server leaves it as sent: %s', async (path) => {
    const link = await signUrl('/join/7', [NEW]);
    const request = new Request('http://localhost/');
    // Deno and the fast requests of srvx don't resolve the path.
    Object.defineProperty(request, 'url', {
      value: `http://localhost${link.replace('/join/7', path)}`,
    });
    await expect(verifyUrl({ request }, [NEW])).resolves.toBe(false);
  });

  it('is verified as a browser sends it, and as signed', async () => {
    const link = await signUrl("/a b/é?q='ü", [NEW]);
    expect(new URL(link, 'http://localhost').href).toBe(`http://localhost${link}`);
    await expect(verify(link)).resolves.toBe(true);
  });
});

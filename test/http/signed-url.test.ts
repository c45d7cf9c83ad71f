/** URLs that only the application can make. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { HttpError, signedCookies, signUrl, verifyUrl } from '../../src/http.ts';
import { type Handler, Route } from '../../src/index.ts';
import { httpContext } from '../support/http-context.ts';
import { nextLetter } from '../support/next-letter.ts';
import { rejection } from '../support/rejection.ts';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);

beforeEach(() => vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

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
    const text = 'waymark url /download/7?a=b&expires=1060';
    const signature = createHmac('sha256', NEW).update(text).digest('base64url');
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

  it('expires', async () => {
    const url = await signUrl('/download/7', [NEW], { maxAge: 60 });
    vi.setSystemTime(1_059_999);
    await expect(verify(url)).resolves.toBe(true);
    vi.setSystemTime(1_060_000);
    await expect(verify(url)).resolves.toBe(false);
  });

  it.each<[string, string[], boolean]>([
    ['the key that signed it', [OLD], true],
    ['that key after a new one', [NEW, OLD], true],
    ['another key', [NEW], false],
  ])('is verified by any of the keys: %s', async (_what, keys, accepted) => {
    await expect(verify(await signUrl('/a', [OLD, NEW]), keys)).resolves.toBe(accepted);
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
      Route.get('link', (_match, context) =>
        signUrl(context.url('download', ['7']), [NEW], { maxAge: 60 }),
      );
      const download: Handler = async (_match, context) => {
        if (!(await verifyUrl(context, [NEW]))) throw new HttpError(403);
        return 'the file';
      };
      Route.get('download/(:num)', { as: 'download' }, download);
      // Below a mount, its requests look like those of the other route in front of it.
      Route.get('shop/download/(:num)', download);
    });
    const fetch = createFetchHandler({ routes, base });
    const incoming = { baseUrl: cut };
    const ask = (path: string) =>
      fetch(new Request(`http://localhost${path.slice(cut.length)}`), { incoming });
    const link = await (await ask('/shop/link')).text();
    expect(link).toMatch(/^\/shop\/download\/7\?expires=1060&signature=/);
    expect(await (await ask(link)).text()).toBe('the file');
    expect((await ask(link.replace('/7', '/8'))).status).toBe(403);
    expect((await ask(link.replace('/shop', '/shop/shop'))).status).not.toBe(200);
    expect((await ask('/shop/download/7')).status).toBe(403);
  });
});

/** Cookies in, cookies out. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CookieOptions, type Cookies, cookies, type HttpContext } from '../../src/http.ts';
import { httpContext } from '../support/http-context.ts';

const sent = (cookie: string, given: Partial<HttpContext> = {}) =>
  httpContext({ init: { headers: { cookie } }, ...given });

describe('get', () => {
  it.each([
    ['a=1; b=2', 'b', '2'],
    ['a=1; a=2', 'a', '1'],
    ['a=1', 'A', undefined],
    ['a=%C3%A4%20%3B', 'a', 'ä ;'],
    ['a=%', 'a', '%'],
    ['a=', 'a', ''],
    ['a', 'a', undefined],
    ['', 'a', undefined],
    ['__proto__=1', '__proto__', '1'],
    ['__proto__=1', 'toString', undefined],
    ['a=1', '__proto__', undefined],
    ['a=1', 'constructor', undefined],
    ['constructor=1', 'constructor', '1'],
  ])('reads the cookies of the request: %j has %s', (header, name, value) => {
    expect(cookies(sent(header)).get(name)).toBe(value);
  });

  it('reads none if there is no header', () => {
    expect(cookies(httpContext()).get('a')).toBeUndefined();
  });

  it.each<[string, (jar: Cookies) => unknown, string | undefined]>([
    ['set', (jar) => jar.set('a', 'ä;'), 'ä;'],
    ['set twice', (jar) => void ['2', '3'].map((value) => jar.set('a', value)), '3'],
    ['set for paths', (jar) => void ['/x', '/y'].map((path) => jar.set('a', path, { path })), '/y'],
    ['set for another path', (jar) => jar.set('a', '2', { path: '/x' }), '2'],
    ['set with a future', (jar) => jar.set('a', '2', { expires: new Date(2 ** 42) }), '2'],
    ['set with a past', (jar) => jar.set('a', '2', { expires: new Date(0) }), undefined],
    ['set for no time', (jar) => jar.set('a', '2', { maxAge: 0 }), undefined],
    ['maxAge goes first', (jar) => jar.set('a', '2', { maxAge: 9, expires: new Date(0) }), '2'],
    ['deleted', (jar) => jar.delete('a'), undefined],
    ['set, then deleted', (jar) => [jar.set('a', '2'), jar.delete('a')], undefined],
    ['deleted, then set', (jar) => [jar.delete('a'), jar.set('a', '2')], '2'],
    ['another is set', (jar) => jar.set('b', '2'), '1'],
  ])('sees what the same request has done before: %s', (_what, change, value) => {
    const context = sent('a=1');
    change(cookies(context));
    // A new jar, as in a controller after a guard.
    expect(cookies(context).get('a')).toBe(value);
  });
});

function lineOf(
  given: Partial<HttpContext> & { readonly at?: string },
  options?: CookieOptions,
  defaults?: CookieOptions,
) {
  const context = httpContext(given);
  cookies(context, defaults).set('a', '1', options);
  return context.headers.getSetCookie();
}

describe('set', () => {
  it.each<[Parameters<typeof lineOf>[0], CookieOptions | undefined, string]>([
    [{}, undefined, 'a=1; Path=/; HttpOnly; SameSite=Lax'],
    [{ base: '/help' }, undefined, 'a=1; Path=/help; HttpOnly; SameSite=Lax'],
    [{ at: 'https://localhost/' }, undefined, 'a=1; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [{ secure: true }, undefined, 'a=1; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [{ at: 'https://localhost/', secure: false }, undefined, 'a=1; Path=/; HttpOnly; SameSite=Lax'],
    [{}, { secure: true }, 'a=1; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [{ secure: true }, { secure: false }, 'a=1; Path=/; HttpOnly; SameSite=Lax'],
    [{ base: '/help' }, { path: '/' }, 'a=1; Path=/; HttpOnly; SameSite=Lax'],
    [{ base: '/help' }, { path: undefined }, 'a=1; Path=/help; HttpOnly; SameSite=Lax'],
    [{}, { httpOnly: false, sameSite: 'strict' }, 'a=1; Path=/; SameSite=Strict'],
    [
      {},
      { maxAge: 60, domain: 'a.test' },
      'a=1; Max-Age=60; Domain=a.test; Path=/; HttpOnly; SameSite=Lax',
    ],
    [
      {},
      { expires: new Date(0) },
      'a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ],
    [
      { secure: true },
      { sameSite: 'none', partitioned: true },
      'a=1; Path=/; HttpOnly; Secure; Partitioned; SameSite=None',
    ],
  ])('adds a cookie to the headers: %j, %j', (given, options, line) => {
    expect(lineOf(given, options)).toEqual([line]);
  });

  it('applies the attributes of a jar to all its cookies, which may override them', () => {
    const defaults = { maxAge: 60, sameSite: 'strict' } as const;
    expect(lineOf({}, { sameSite: 'lax' }, defaults)).toEqual([
      'a=1; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  it('leaves other headers and other cookies alone', () => {
    const context = httpContext();
    context.headers.append('set-cookie', 'own=1');
    context.headers.append('x-a', 'b');
    const jar = cookies(context);
    jar.set('a', '1');
    jar.set('b', '1');
    jar.set('a', '2', { path: '/x' });
    jar.set('a', '4', { domain: 'a.test' });
    jar.set('a', '3');
    const lines = context.headers.getSetCookie().map((line) => line.replace(/; HttpOnly.*/, ''));
    expect(lines).toEqual([
      'own=1',
      'b=1; Path=/',
      'a=2; Path=/x',
      'a=4; Domain=a.test; Path=/',
      'a=3; Path=/',
    ]);
    expect(context.headers.get('x-a')).toBe('b');
  });

  it('adds a partitioned cookie next to the deletion of an ordinary one with the same name', () => {
    const context = httpContext();
    const jar = cookies(context, { secure: true, sameSite: 'none' });
    jar.delete('a');
    jar.set('a', '1', { partitioned: true });
    jar.set('a', '2', { partitioned: true });
    const lines = context.headers.getSetCookie().map((line) => line.replace(/; Path.*Secure/, ''));
    expect(lines).toEqual(
      ['a=; Max-Age=0', 'a=2; Partitioned; SameSite=None'].map(
        (line) => expect.stringContaining(line) as string,
      ),
    );
    expect(jar.get('a')).toBe('2');
  });

  it.each(['__proto__', 'constructor', 'a.b', '$a', 'A-1'])(
    'takes any word as a name: %s',
    (name) => {
      const context = httpContext();
      cookies(context).set(name, '1');
      expect(cookies(context).get(name)).toBe('1');
    },
  );

  it.each<[string, unknown, CookieOptions, string]>([
    ['a b', '1', {}, 'name is invalid'],
    ['', '1', {}, 'name is invalid'],
    ['a;b', '1', {}, 'name is invalid'],
    ['a\r\n', '1', {}, 'name is invalid'],
    ['a', 7, {}, 'value is 7. Expected a string'],
    ['a', undefined, {}, 'value is undefined'],
    ['a', '\ud800', {}, 'not well-formed'],
    ['a', '1', { maxAge: 0.5 }, 'maxAge is invalid'],
    ['a', '1', { path: '/;x' }, 'path is invalid'],
    ['a', '1', { path: 'shop' }, "Write path: '/shop'"],
    ['a', '1', { domain: 'a b' }, 'domain is invalid'],
    ['a', '1', { expires: new Date(Number.NaN) }, 'expires is invalid'],
    ['a', '1', { maxage: 7 } as object, 'Write maxAge'],
    ['a', '1', { sameSite: 'none' }, "sameSite is 'none'"],
    ['a', '1', { partitioned: true }, 'it is partitioned'],
    ['__Secure-a', '1', {}, 'the name starts with __secure-'],
    ['__Host-a', '1', {}, 'the name starts with __host-'],
    ['__Host-a', '1', { secure: true, path: '/x' }, '__Host- cookie with another path'],
    ['__Host-a', '1', { secure: true, domain: 'a.test' }, '__Host- cookie with another path'],
    ['__Http-a', '1', {}, 'the name starts with __http-'],
    ['__Http-a', '1', { secure: true, httpOnly: false }, 'and httpOnly is not true'],
    ['__Host-Http-a', '1', { secure: true, httpOnly: false }, 'and httpOnly is not true'],
    ['__Host-Http-a', '1', { secure: true, path: '/x' }, '__Host- cookie with another path'],
    ['a', 'x'.repeat(4096), {}, 'name and value have 4097 bytes'],
    ['a', 'ä'.repeat(1000), {}, 'name and value have 6001 bytes'],
  ])('refuses what browsers would ignore: %s=%s %j', (name, value, options, message) => {
    const context = httpContext();
    expect(() => cookies(context).set(name, value as string, options)).toThrow(message);
    expect(context.headers.getSetCookie()).toEqual([]);
  });

  it.each<[string, string, CookieOptions]>([
    ['a', 'x'.repeat(4095), {}],
    ['__Host-a', '1', { secure: true }],
    ['__Secure-a', '1', { secure: true, path: '/x' }],
    ['__Http-a', '1', { secure: true, path: '/x' }],
    ['__Host-Http-a', '1', { secure: true }],
    ['__Secure-a', '1', { secure: true, httpOnly: false }],
    ['__Hosta', '1', {}],
    ['x__Host-a', '1', {}],
  ])('accepts what browsers accept: %s', (name, value, options) => {
    const context = httpContext();
    cookies(context).set(name, value, options);
    expect(cookies(context).get(name)).toBe(value);
  });

  it('shows no value in an error', () => {
    const set = () => cookies(httpContext()).set('a', 'secret', { path: ';' });
    expect(set).toThrow('path is invalid');
    expect(set).not.toThrow('secret');
  });
});

describe('delete', () => {
  it('has the browser forget a cookie of a partition, and no other', () => {
    const context = sent('a=1', { secure: true });
    const options = { partitioned: true, sameSite: 'none' } as const;
    cookies(context).delete('a', options);
    expect(context.headers.getSetCookie()[0]).toMatch(/Secure; Partitioned; SameSite=None$/);
  });

  it.each<[Partial<HttpContext>, CookieOptions | undefined, string]>([
    [{}, undefined, 'Path=/'],
    [{ base: '/help' }, undefined, 'Path=/help'],
    [{ base: '/help' }, { path: '/', domain: 'a.test' }, 'Domain=a.test; Path=/'],
    [{}, { maxAge: 60, expires: new Date() }, 'Path=/'],
  ])('has the browser forget the cookie: %j, %j', (given, options, place) => {
    const context = sent('a=1', given);
    cookies(context, { maxAge: 60 }).delete('a', options);
    const expires = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';
    expect(context.headers.getSetCookie()).toEqual([
      `a=; Max-Age=0; ${place}; ${expires}; HttpOnly; SameSite=Lax`,
    ]);
  });
});

describe('cookies', () => {
  beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it('keep a cookie that expires later in this very request', () => {
    const context = httpContext();
    cookies(context).set('a', '1', { expires: new Date(1000) });
    expect(cookies(context).get('a')).toBe('1');
    vi.setSystemTime(1000);
    expect(cookies(context).get('a')).toBeUndefined();
  });

  it('refuse an unknown default', () => {
    expect(() => cookies(httpContext(), { samesite: 'lax' } as object)).toThrow('Write sameSite');
  });
});

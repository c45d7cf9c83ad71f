/** Targets that `redirect` sends clients to, and those that it refuses. */
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { redirect } from '../../src/http.ts';
import { Route } from '../../src/index.ts';
import { requestTo } from '../support/handlers.ts';
import { httpContext } from '../support/http-context.ts';

const locationOf = (response: Response) => response.headers.get('location');

describe('redirect to a named route', () => {
  const routes = Route.collect(() => {
    Route.get('old/(.+)', (context) => redirect(context, { name: 'new', params: context.params }));
    Route.get('new/(.+)', { as: 'new' }, ({ params }) => params[0]);
    Route.get('moved/{slug}', (context) =>
      redirect(context, { name: 'article', params: context.params }),
    );
    Route.get('articles/{slug}', { as: 'article' }, ({ params }) => params.slug);
  });
  const handle = createFetchHandler({ routes });
  const ask = (path: string) => handle(requestTo(path));

  it.each(['100%', 'a?b', 'a#b', 'a/b', 'a b', '%3F', '%25', 'ä', '..x', 'a+b'])(
    'keeps a decoded param as it is: %s',
    async (param) => {
      const location = locationOf(await ask(`/old/${encodeURIComponent(param)}`));
      expect(await (await ask(String(location))).text()).toBe(param);
    },
  );

  it('takes params by the names of their groups', async () => {
    expect(locationOf(await ask('/moved/a%2Fb'))).toBe('/articles/a%2Fb');
    expect(await (await ask('/articles/a%2Fb')).text()).toBe('a/b');
  });
});

describe('redirect to a string', () => {
  it.each([
    ['/login', '/login'],
    ['/login?next=%2F#top', '/login?next=%2F#top'],
    ['?page=2', '?page=2'],
    ['edit', 'edit'],
    ['../..', '../..'],
    ['#top', '#top'],
    ['/a//b', '/a//b'],
    ['/a:b', '/a:b'],
    ['/a\\b', '/a\\b'],
    ['http://localhost/login', 'http://localhost/login'],
    ['//localhost/login', '//localhost/login'],
    ['/Gäste/🎉', '/G%C3%A4ste/%F0%9F%8E%89'],
    ['/a b', '/a%20b'],
    ['/100%', '/100%25'],
    ['/%2f%zz?%', '/%2f%25zz?%25'],
    ['/%4?%4g', '/%254?%254g'],
    ['/\ud800', '/%EF%BF%BD'],
    // The browser receives a path.
    [' //evil.test', '%20//evil.test'],
  ])('sends it, without the base: %s', (to, location) => {
    expect(locationOf(redirect(httpContext({ base: '/help' }), to))).toBe(location);
  });

  const context = httpContext();
  const BEHIND_TLS = { secure: true };

  it.each<[string, Parameters<typeof httpContext>[0]?]>([
    ['//evil.test'],
    ['/\\evil.test'],
    ['\\\\evil.test'],
    ['\\/evil.test'],
    ['///evil.test'],
    ['https://evil.test'],
    ['HTTPS:evil.test'],
    ['http:evil.test'],
    ['http:/evil.test'],
    ['https:evil.test'],
    ['http://localhost:81/'],
    ['http://localhost@evil.test/'],
    ['http://user@evil.test/'],
    ['https://localhost/'],
    ['//localhost.evil.test'],
    ['ftp://localhost/'],
    ['app://callback'],
    ['http:evil.test', { at: 'https://localhost/' }],
    ['https:evil.test', { at: 'https://localhost/' }],
    ['/\\evil.test', { at: 'https://localhost:8080/a/b' }],
    // The browser's own URL may lack the port if a proxy ends TLS.
    ['https://localhost/', { at: 'http://localhost:3000/' }],
    ['https://evil.test/', BEHIND_TLS],
    ['http:evil.test', BEHIND_TLS],
    ['https:evil.test', BEHIND_TLS],
    ['https://localhost:81/', BEHIND_TLS],
  ])('refuses another origin, with or without TLS in front: %s %j', (to, given = {}) => {
    const { origin } = new URL(given.at ?? 'http://localhost');
    const message = `leads from ${origin} to another origin`;
    expect(() => redirect(httpContext(given), to)).toThrow(message);
  });

  it.each(['https://localhost/tickets', 'http://localhost/tickets', '/tickets'])(
    'allows its own origin to an application that says it is secure: %s',
    (to) => expect(locationOf(redirect(httpContext(BEHIND_TLS), to))).toBe(to),
  );

  it.each([
    // Characters that browsers ignore.
    ['\t//evil.test', 'the URL has control characters'],
    ['/\t/evil.test', 'the URL has control characters'],
    ['/\n/evil.test', 'the URL has control characters'],
    ['\r\nset-cookie: a=b', 'the URL has control characters'],
    ['/a\0', 'the URL has control characters'],
    ['/a\x7f', 'the URL has control characters'],
    ['javascript:alert(1)', 'browsers follow no redirect'],
    ['JavaScript:alert(1)', 'browsers follow no redirect'],
    ['data:text/html,x', 'browsers follow no redirect'],
    ['vbscript:x', 'browsers follow no redirect'],
    ['blob:x', 'browsers follow no redirect'],
    ['file:///etc/passwd', 'browsers follow no redirect'],
    ['http://', 'is not a URL'],
    ['https://a b/', 'is not a URL'],
    ['//[', 'is not a URL'],
    ['http://a:99999/', 'is not a URL'],
  ])('refuses what no browser should get, even if it may be external: %j', (to, message) => {
    expect(() => redirect(context, to)).toThrow(message);
    expect(() => redirect(context, to, 303, { external: true })).toThrow(message);
  });

  it.each(['https://evil.test/', '//evil.test', 'app://callback'])(
    'allows another origin with { external: true }: %s',
    (to) => expect(locationOf(redirect(httpContext(), to, 302, { external: true }))).toBe(to),
  );
});

describe('redirect to a name', () => {
  it.each([
    [{ name: 'login' }, '/help/login'],
    [{ name: 'tickets', params: [7] }, '/help/tickets/7'],
    [{ name: 'tickets', params: [7], query: { tab: 'files' } }, '/help/tickets/7?tab=files'],
    [{ name: 'tickets', query: new URLSearchParams('a=b&a=c') }, '/help/tickets?a=b&a=c'],
  ])('adds the base: %j', (to, location) => {
    expect(locationOf(redirect(httpContext({ base: '/help' }), to))).toBe(location);
  });

  it('passes the error of an unknown name through', () => {
    const url = () => {
      throw new Error('no route has this name');
    };
    expect(() => redirect(httpContext({ url }), { name: 'x' })).toThrow('no route has this name');
  });
});

describe('the response of redirect', () => {
  it.each([301, 302, 303, 307, 308] as const)('has the status %d', (status) => {
    const response = redirect(httpContext(), '/', status);
    expect([response.status, response.body]).toEqual([status, null]);
  });

  it('has the status 303 by default, and headers that can be changed', () => {
    const response = redirect(httpContext(), '/');
    response.headers.append('set-cookie', 'a=b');
    expect(response.status).toBe(303);
  });

  it.each([200, 300, 304, 305, 306, 404, '303', null])('can have no other status: %s', (status) => {
    expect(() => redirect(httpContext(), '/', status as 303)).toThrow('Expected one of 301');
  });
});

describe('redirect refuses', () => {
  it.each([
    ['the URL in place of the context', ['/login'], "redirect: context is '/login'"],
    ['the match', [{ params: [] }, '/login'], 'redirect: context is '],
    ['the status before the URL', [httpContext(), 301, '/login'], 'redirect(301): to is 301'],
  ])('%s', (_what, args, message) => {
    // The cast: JavaScript has no compiler to refuse it.
    expect(() => Reflect.apply(redirect, null, args as never)).toThrow(message);
  });

  it.each<[unknown, string]>([
    ['', 'to is an empty string'],
    [undefined, 'to is undefined'],
    [null, 'to is null'],
    [7, 'to is 7'],
    [new URL('http://localhost/'), 'options is a URL'],
    [{ name: 'a', parms: [] }, "'parms' is not an option of this call"],
  ])('a value that is neither a string nor a name: %s', (to, message) => {
    expect(() => redirect(httpContext(), to as string)).toThrow(message);
  });

  it('an unknown option', () => {
    const options = { extrenal: true } as object;
    expect(() => redirect(httpContext(), '/', 303, options)).toThrow('Write external');
  });
});

/**
 * The fetch handler over HTTP, served by srvx. Uses raw sockets, since a client library would
 * resolve dot segments, encode characters, and refuse to send the rest.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { serve } from 'srvx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Files } from '../../src/hmvc.ts';
import { createControllers } from '../../src/hmvc.ts';
import { readText } from '../../src/http.ts';
import { Route } from '../../src/index.ts';
import { type ExampleServer, startExample } from '../support/example-server.ts';
import { createFetchHandler, describeBoth } from '../support/handlers.ts';
import { type RawResponse, requestFor, sendRaw } from '../support/raw.ts';

/** A controller that returns its own name and its arguments. */
function place(name: string): Files[string] {
  const show = (action: string, args: string[]) => [name, action, ...args].join(' ');
  return async () => ({
    default: class {
      index(...args: string[]) {
        return show('index', args);
      }
      report(...args: string[]) {
        return show('report', args);
      }
      fail() {
        throw new Error('the secret is 42');
      }
    },
  });
}

const files: Files = Object.fromEntries(
  [
    'application/modules/gallery/controllers/admin/photos',
    'application/modules/gallery/controllers/developer',
    'application/controllers/Welcome',
    'application/controllers/shared',
    'framework/controllers/shared',
    'framework/controllers/errors',
    'framework/modules/gallery/controllers/stock_room',
  ].map((name) => [`${name}.ts`, place(name)]),
);

describeBoth('over HTTP, a destination', () => {
  Route.reset();
  Route.context('tools', 'developer');
  Route.get('at/(.+)', '$1');
  Route.block('blocked');
  Route.get('handled', 'x', {}, () => ({ handled: true }));
  Route.query('search', async (context) => ({ asked: await readText(context) }));
  const routes = Route.map({
    default_controller: 'welcome',
    '404_override': 'errors/report',
    translate_uri_dashes: true,
  });
  const fetch = createFetchHandler({
    routes,
    controllers: createControllers(files),
    onError: () => {},
  });
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true });

  beforeAll(async () => {
    await server.ready();
  });
  afterAll(() => server.close(true));

  const portOf = () => Number(new URL(server.url ?? '').port);
  const send = (method: string, target: string) => sendRaw(portOf(), requestFor(method, target));

  it.each([
    ['/at/gallery/admin/photos/report/1', 'modules/gallery/controllers/admin/photos report 1'],
    ['/at/gallery/nothing', null],
    ['/at/gallery/stock-room/report/a-b', 'modules/gallery/controllers/stock_room report a-b'],
    ['/at/shared', 'application/controllers/shared index'],
    ['/at/errors', 'framework/controllers/errors index'],
    ['/at/shared/report/a%2Fb/%2525', 'application/controllers/shared report a/b %25'],
    ['/tools/gallery/report', 'modules/gallery/controllers/developer report'],
    ['/', 'application/controllers/Welcome index'],
    ['/at/Welcome', null],
    ['/at/GALLERY', null],
    ['/at/gallery%2Fadmin', null],
    ['/at/__proto__/constructor', null],
    ['/at/shared/toString', null],
    ['/at/shared/constructor', null],
  ])('at %s leads to %j', async (target, text) => {
    const { status, body } = await send('GET', target);
    expect(status).toBe(text === null ? 404 : 200);
    expect(body).toContain(text ?? 'framework/controllers/errors report');
  });

  it('answers QUERY, which has a body, and says so to other methods', async () => {
    const head = ['QUERY /search HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: text/plain'];
    const lines = [...head, 'Content-Length: 3', 'Connection: close', '', 'red'];
    const { status, body } = await sendRaw(portOf(), lines.join('\r\n'));
    expect([status, body]).toEqual([200, '{"asked":"red"}']);
    const refused = await send('POST', '/search');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'QUERY']);
  });

  it.each([
    ['GET', '/handled', 200, '{"handled":true}'],
    ['GET', '/blocked', 404, 'framework/controllers/errors report'],
    ['GET', '/nothing', 404, 'framework/controllers/errors report'],
    ['POST', '/at/shared', 405, 'Method Not Allowed'],
    ['OPTIONS', '/at/shared', 204, ''],
    ['GET', '/at/%zz', 400, 'Bad Request: malformed percent sequence'],
    ['GET', '/at/shared/fail', 500, 'Internal Server Error'],
    ['HEAD', '/at/shared', 200, ''],
    ['HEAD', '/blocked', 404, ''],
    ['HEAD', '/at/%zz', 400, ''],
    ['HEAD', '/at/shared/fail', 500, ''],
  ])('%s %s is answered with %i', async (method, target, status, text) => {
    const response = await send(method, target);
    expect([response.status, response.body]).toEqual([status, text]);
    const allow = status === 405 || status === 204 ? 'GET, HEAD' : undefined;
    expect(response.headers.get('allow')).toBe(allow);
  });
});

describe('over HTTP, the example', () => {
  let server: ExampleServer;
  beforeAll(async () => {
    server = await startExample();
  }, 30_000);
  afterAll(() => server.stop());

  const send = (method: string, target: string, host?: string) =>
    sendRaw(server.port, requestFor(method, target, host));
  const title = ({ body }: RawResponse) => /<h1>(.*)<\/h1>/.exec(body)?.[1];

  it.each([
    ['/photos/12', 'Dunes'],
    ['//photos//12//', 'Dunes'],
    ['/./photos/./12/.', 'Dunes'],
    ['/photos/../photos/12', 'Dunes'],
    ['/../../photos/12', 'Dunes'],
    ['/nothing/%2e%2e/photos/12', 'Dunes'],
    ['/nothing/.%2E/photos/12', 'Dunes'],
    ['/%70hotos/%31%32', 'Dunes'],
    ['/photos/12?page=2', 'Dunes'],
    ['/photos/12?_method=DELETE', 'Dunes'],
    ['/photos/12?/../13', 'Dunes'],
    ['/photos/12#/13', 'Dunes'],
    ['/photos/12/?', 'Dunes'],
    // A Request's URL has no backslash in its path: the URL Standard makes it a slash.
    ['/photos\\12', 'Dunes'],
    ['http://127.0.0.1/photos/12', 'Dunes'],
    ['http://elsewhere.example/photos/12', 'Dunes'],
    ['HTTP://elsewhere.example//photos/../photos/12', 'Dunes'],
    ['http://elsewhere.example', 'Welcome'],
    ['/', 'Welcome'],
    ['//', 'Welcome'],
    ['/..', 'Welcome'],
    ['/?/photos/12', 'Welcome'],
  ])('answers GET %s with the page %s', async (target, expected) => {
    const response = await send('GET', target);
    expect([response.status, title(response)]).toEqual([200, expected]);
  });

  it.each([
    '/Photos/12',
    '/photos/12%2F',
    '/photos%2F12',
    '/photos%5C12',
    '/photos/%2531%2532',
    '/photos/12;v=1',
    '/photos/12%20',
    '/photos/12.',
    '/tools/photos/reset',
    '/tools/photos/%72eset',
    '/tools//photos//reset/',
    '/tools/x/../photos/reset',
    '/tools/photos/./%72eset/.',
    '/photos/12/picture%2Esvg/x',
    '/.../photos/12',
    '/%252e%252e/photos/12',
    '/..%2Fphotos/12',
    '//elsewhere.example/photos/12',
    '/http://elsewhere.example/photos/12',
    '/tools/__proto__/report',
    '/tools/photos/constructor',
    '/tools/photos/%63onstructor',
    '/tools/photos/_page',
    '/tools/photos/context',
    '/tools/..%2F..%2Fphotos/report',
    '/framework/controllers/errors',
  ])('answers GET %s with 404, through the 404_override', async (target) => {
    const response = await send('GET', target);
    expect([response.status, title(response)]).toEqual([404, 'Not found']);
  });

  it.each([
    ['/photos/%', 'malformed percent sequence'],
    ['/photos/%1', 'malformed percent sequence'],
    ['/photos/%zz', 'malformed percent sequence'],
    ['/photos/%u0031', 'malformed percent sequence'],
    ['/photos/12%00', 'control character'],
    ['/photos/12%0d%0aSet-Cookie:%20a=b', 'control character'],
    ['/photos/12%7f', 'control character'],
    ['/photos/%c0%ae%c0%ae/', 'invalid UTF-8'],
    ['/photos/%ff', 'invalid UTF-8'],
    ['/photos/%ed%a0%80', 'invalid UTF-8'],
    [`/${'1'.repeat(2048)}`, 'too long'],
  ])('answers GET %s with the page for 400, for it is %s', async (target) => {
    const response = await send('GET', target);
    expect([response.status, title(response)]).toEqual([400, 'Bad request']);
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it.each([
    ['a NUL', '/photos/12\0'],
    ['a line feed', '/photos/\n12'],
    ['a delete character', '/photos/12\x7f'],
    ['a space', '/photos /12'],
    ['no slash', 'photos/12'],
    ['a scheme of another kind', 'ftp://127.0.0.1/photos/12'],
    ['nothing', ''],
  ])('never sees a target with %s, which the server refuses', async (_what, target) => {
    const { status, body } = await send('GET', target);
    expect([status, body]).toEqual([400, '']);
  });

  it.each(['elsewhere.example', 'elsewhere.example:80', '[::1]:3000', ''])(
    'is asked for the same path if the header Host is %j',
    async (host) => {
      const response = await send('GET', '/photos/12', host);
      expect([response.status, title(response)]).toEqual([200, 'Dunes']);
    },
  );

  it.each([
    'elsewhere.example/photos/10',
    'elsewhere.example/tools/photos/reset?',
    '127.0.0.1:80/..',
    'a@b',
    '127.0.0.1#',
    '[::1',
  ])('answers 400 if the header Host is %j, which is not a host', async (host) => {
    const response = await send('GET', '/photos/12', host);
    expect([response.status, title(response)]).toEqual([400, 'Bad request']);
  });

  it.each([
    ['GET', '/photos/12', 200],
    ['HEAD', '/photos/12', 200],
    ['HEAD', '/tools/photos/reset', 404],
    ['HEAD', '/nothing', 404],
    ['HEAD', '/photos/%', 400],
    ['OPTIONS', '/photos/12', 204],
    ['OPTIONS', '/nothing', 404],
    ['OPTIONS', '*', 404],
    ['PATCH', '/photos/12', 405],
    ['POST', '/photos/12', 405],
    ['PROPFIND', '/photos/12', 405],
    ['TRACE', '/photos/12', 405],
    ['DELETE', '/photos/99', 404],
  ])('answers %s %s with %i', async (method, target, status) => {
    const { headers, ...response } = await send(method, target);
    expect(response.status).toBe(status);
    if (status === 405 || status === 204) {
      expect(headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
    }
    if (method === 'HEAD' || status === 204) expect(response.body).toBe('');
  });

  it('gives HEAD the headers of GET', async () => {
    const [get, head] = await Promise.all([send('GET', '/photos/12'), send('HEAD', '/photos/12')]);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.body)));
  });

  /** A POST with a body. */
  const post = (target: string, headers: readonly string[], body: string) =>
    sendRaw(
      server.port,
      [
        `POST ${target} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
        '',
        body,
      ].join('\r\n'),
    );

  it.each([
    [['X-HTTP-Method-Override: DELETE'], ''],
    [['X-Method-Override: DELETE', 'X-HTTP-Method: DELETE'], ''],
    [['Content-Type: text/plain'], '_method=DELETE'],
    [['Content-Type: application/x-www-form-urlencoded'], '_method=GET'],
    [['Content-Type: application/x-www-form-urlencoded'], '_method=%'],
    [['Content-Type: multipart/form-data'], '_method=DELETE'],
    [['Content-Type: multipart/form-data; boundary=x'], '--x\r\n'],
  ])('keeps the photo for a POST with %j and the body %j', async (headers, body) => {
    expect((await post('/photos/11', headers, body)).status).toBe(405);
    expect((await send('GET', '/photos/11')).status).toBe(200);
  });

  /** The first bytes of the answer to a request, whether or not the rest of it is sent. */
  const startOfAnswer = async (lines: readonly string[]) => {
    const socket = connect(server.port, '127.0.0.1');
    const answered = once(socket, 'data');
    socket.write(lines.join('\r\n'));
    const [first] = await answered;
    socket.destroy();
    return String(first);
  };

  const FORM = 'Content-Type: application/x-www-form-urlencoded';
  const CHUNK = `10000\r\n${'a'.repeat(0x10000)}\r\n`;

  it.each([
    ['more than 1 MiB', 'Content-Length: 1048577', 'a'.repeat(2 ** 20 + 1)],
    ['more than 1 MiB in chunks', 'Transfer-Encoding: chunked', `${CHUNK.repeat(17)}0\r\n\r\n`],
  ])('answers 413 to a form of %s', async (_what, length, body) => {
    const head = ['POST /photos/11 HTTP/1.1', 'Host: 127.0.0.1', length, FORM, ''];
    expect(await startOfAnswer([...head, body])).toMatch(/^HTTP\/1\.1 413 /);
    expect((await send('GET', '/photos/11')).status).toBe(200);
  });

  it('survives a form of unknown length that the action refuses', async () => {
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const head = ['POST /photos HTTP/1.1', 'Host: 127.0.0.1', 'Transfer-Encoding: chunked', FORM];
    expect(await startOfAnswer([...head, '', `${chunk.repeat(4)}0`, '', ''])).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect((await send('GET', '/photos/11')).status).toBe(200);
  });

  it('keeps the connection usable after a form of unknown length that is too long', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.setTimeout(5000, () => socket.destroy(new Error('the server did not answer')));
    socket.write(
      [
        ...['POST /photos/11 HTTP/1.1', 'Host: 127.0.0.1', 'Transfer-Encoding: chunked', FORM],
        ...['', `${CHUNK.repeat(80)}0`, '', ''],
        ...['GET /health HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close', '', ''],
      ].join('\r\n'),
    );
    const text = Buffer.concat(await socket.toArray()).toString('latin1');
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('deletes it for a form that asks for it', async () => {
    const form = ['Content-Type: application/x-www-form-urlencoded'];
    expect((await post('/photos/10', form, '_method=DELETE')).status).toBe(303);
    expect((await send('GET', '/photos/10')).status).toBe(404);
  });
});

/** The gateway with the example's pages, in front of a fake PHP server that each test controls. */
import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type RequestOptions,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { BlockList, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createShop } from '../../docs/example/gateway/app.ts';
import { createGateway, type GatewayOptions } from '../../src/gateway.ts';
import { createControllers } from '../../src/hmvc.ts';
import { ask, end, freePort, listen } from '../support/gateway.ts';
import { requestFor, sendRaw } from '../support/raw.ts';
import { SURVIVED, survive } from './malformed.ts';

const MIB = 2 ** 20;
const TIME_LIMIT = 600;

/** The behaviour of PHP, which answers with the request unless a test says otherwise. */
const php = vi.fn<RequestListener>();
const echo: RequestListener = async (asked, response) => {
  const { method, url, headers } = asked;
  response.end(JSON.stringify({ method, url, headers, body: await text(asked) }));
};
const silent: RequestListener = () => {};
const phpServer = createServer((asked, response) => php(asked, response));
const servers: Server[] = [phpServer];
const onFailure = vi.fn();
let phpOrigin = '';
/** The port of a gateway that trusts no proxy. */
let port = 0;
/** The port of a gateway behind proxies at 127.0.0.1 and 10.0.0.0/8. */
let portBehind = 0;
let portOfNobody = 0;

function gateway(options: Partial<GatewayOptions> = {}): Server {
  const { php = phpOrigin } = options;
  const server = createGateway({
    ...createShop(php),
    timeLimit: TIME_LIMIT,
    onFailure,
    ...options,
  });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  phpOrigin = `http://127.0.0.1:${await listen(phpServer)}`;
  port = await listen(gateway());
  const trusted = new BlockList();
  trusted.addAddress('127.0.0.1');
  trusted.addSubnet('10.0.0.0', 8);
  portBehind = await listen(gateway({ trusted }));
  portOfNobody = await listen(gateway({ php: `http://127.0.0.1:${await freePort()}` }));
});
afterAll(() => {
  for (const server of servers) end(server);
});
beforeEach(() => {
  php.mockReset().mockImplementation(echo);
  onFailure.mockReset();
});
afterEach(() => {
  phpServer.closeAllConnections();
});

/** Opens a request to the gateway. */
const open = (options: RequestOptions = {}): ClientRequest =>
  request({ host: '127.0.0.1', port, path: '/anything', agent: false, ...options });

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = await once(sent, 'response');
  return response;
}

/** The request that PHP has received, and PHP's response. */
async function received() {
  await vi.waitFor(() => expect(php).toHaveBeenCalled());
  const [[asked, response]] = php.mock.calls;
  return { asked, response };
}

/** The request as PHP received it. */
async function seen(headers: OutgoingHttpHeaders, at = port) {
  const { text } = await ask(at, '/anything', { headers });
  return JSON.parse(text) as { headers: Record<string, string>; body: string };
}

/** The lines of a request for another protocol. */
const upgradeTo = (protocol: string, target = '/socket', more = '') =>
  `GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

it.each(['GET', 'POST'])('passes on a %s that a skeleton answers with 501', async (method) => {
  const handlers = { old: () => new Response(null, { status: 501 }) };
  const at = await listen(gateway({ routes: { old: 'old/index' }, handlers }));
  const body = method === 'POST' ? 'a=b' : '';
  const answered = await ask(at, '/old?x', { method, body });
  expect(JSON.parse(answered.text)).toMatchObject({ method, url: '/old?x', body });
});

describe('a request to the gateway', () => {
  it.each([
    ['GET', '/products/7', '{"id":"7","by":"waymark"}'],
    ['POST', '/newsletter', 'Subscribed by waymark'],
  ])('is answered by waymark if its row was ported: %s %s', async (method, path, expected) => {
    const { status, text } = await ask(port, path, { method });
    expect([status, text]).toEqual([200, expected]);
  });

  it.each([
    ['OPTIONS', '/newsletter'],
    ['DELETE', '/anything'],
    ...[
      ...['/newsletter', '/contact', '/products/7/reviews', '/products/seven', '/login', '/'],
      ...['/anything/else?page=2&page=3', '/a%2Fb', '/a%20b%26%c3%a9', '/blog/'],
      ...['/index.php/contact', '/index.php?/contact?x=1', '/?x=%zz', '/?x=/../account'],
      ...['/Account', '/Install/now', '/users/Who'],
    ].map((path) => ['GET', path]),
  ])('reaches PHP as it was sent if it was not: %s %s', async (method, path) => {
    const { text } = await ask(port, path, { method });
    expect(JSON.parse(text)).toMatchObject({ method, url: path });
  });

  it.each([
    ['//example.com//x', '/example.com/x'],
    ['/%63onta%63t%2fx%2E', '/contact%2fx.'],
    ['/?//contact', '/?/contact'],
    ['http://example.com/x', '/x'],
    ['HTTP://example.com?x', '/?x'],
  ])('reaches PHP, and no other server, with its path normalised: %s', async (target, url) => {
    const { body } = await sendRaw(port, requestFor('GET', target, 'shop.test'));
    expect(JSON.parse(body)).toMatchObject({ url, headers: { host: 'shop.test' } });
  });

  it.each([
    ...['/products/7', '//%70roducts//7/', '/index.php/products/7', '/index.phpproducts/7'],
    ...['//index%2Ephp//products/7', '/?/products/7', '/index.php?/products/7?page=2'],
    'http://example.com/products/7?page=2',
    ...['/Products/show/7', '/products/SHOW/7', '/Products/Show/7?/X'],
  ])('is answered by waymark if PHP would take it for a ported page: %s', async (target) => {
    expect((await sendRaw(port, requestFor('GET', target))).body).toBe('{"id":"7","by":"waymark"}');
    expect(php).not.toHaveBeenCalled();
  });

  it.each([
    ['two Host lines', 'GET /contact HTTP/1.1\r\nHost: a\r\nhost: a\r\n'],
    ...[
      ...['/account/..', '/products/../7', '/products/%2e%2E/7', '/./contact', '/contact/.?x'],
      ...['/?/products/../7', '/index.php/../account', '/index.php..//../x', '/contact#x', '*'],
      ...['http://', 'http://?x', 'ftp://example.com/x'],
    ].map((target) => [target, `OPTIONS ${target} HTTP/1.1\r\nHost: a\r\n`]),
  ])('is refused by the gateway: %s', async (_what, lines) => {
    expect((await sendRaw(port, `${lines}Connection: close\r\n\r\n`)).status).toBe(400);
    expect(php).not.toHaveBeenCalled();
  });

  it.each([
    ['/install', 404, '<h1>Nothing is here</h1>'],
    ['/%69nstall//now', 404, '<h1>Nothing is here</h1>'],
    ['/index.php/install', 404, '<h1>Nothing is here</h1>'],
    ['/?/install', 404, '<h1>Nothing is here</h1>'],
    ['/products/%zz', 400, '<h1>This address makes no sense</h1>'],
    ['/products/../7', 400, '<h1>This address makes no sense</h1>'],
  ])('never reaches PHP if it is blocked or malformed: %s', async (path, status, page) => {
    const answered = await ask(port, path);
    expect([answered.status, answered.text]).toEqual([status, page]);
    expect(php).not.toHaveBeenCalled();
  });

  it('keeps its body', async () => {
    const options = { method: 'POST', body: 'title=Dunes' };
    expect(JSON.parse((await ask(port, '/anything', options)).text).body).toBe('title=Dunes');
  });

  it.each(['POST', 'GET'])('keeps a body of unknown length: %s', async (method) => {
    const headers = { 'transfer-encoding': 'chunked' };
    const body = 'GET /install HTTP/1.1\r\n\r\n';
    const { text } = await ask(port, '/anything', { method, headers, body });
    expect(JSON.parse(text)).toMatchObject({ body, headers: { 'transfer-encoding': 'chunked' } });
  });

  it('may wait for the permission to send its body', async () => {
    const head = 'POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n';
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.write(`${head}Content-Length: 5\r\n\r\n`);
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    socket.write('Dunes');
    expect(await text(socket)).toContain('"body":"Dunes"');
  });
});

describe('the headers that PHP receives', () => {
  it('have the host that the client asked for', async () => {
    expect((await seen({ host: 'shop.test:8443' })).headers).toMatchObject({
      host: 'shop.test:8443',
      'x-forwarded-host': 'shop.test:8443',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '127.0.0.1',
    });
  });

  it.each([
    ...['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Forwarded-Port'],
    ...['X-Forwarded', 'Forwarded', 'Forwarded-For', 'Front-End-Https', 'Client-IP'],
    ...['X-Client-IP', 'X-Cluster-Client-IP', 'X-Real-IP', 'X_Forwarded_For', 'Client_IP'],
    ...['X-Forwarded_For', 'X.Forwarded.For', 'Proxy', 'CF-Connecting-IP', 'True-Client-IP'],
    ...['CF-Connecting-IPv6', 'Fastly-Client-IP', 'X-Azure-ClientIP', 'X-AppEngine-User-IP'],
    ...['X-Remote-Addr', 'Remote-User', 'X-Scheme', 'X-URL-Scheme', 'X-Host', 'CF-Visitor'],
    ...['X-Original-URL', 'X-Original-URI', 'X-Rewrite-URL', 'X-HTTP-Host-Override'],
  ])('have no %s that the client made up', async (name) => {
    const { headers } = await seen({ [name]: '192.0.2.66' });
    expect(JSON.stringify(headers)).not.toContain('192.0.2.66');
  });

  it.each([
    ['one address', '192.0.2.1', '192.0.2.1, 127.0.0.1'],
    ['a proxy between', '192.0.2.1, 10.0.0.9', '192.0.2.1, 10.0.0.9, 127.0.0.1'],
    ['one before the client', '8.8.8.8, 192.0.2.1, 10.0.0.9', '192.0.2.1, 10.0.0.9, 127.0.0.1'],
    ['IPv6', '2001:db8::1', '2001:db8::1, 127.0.0.1'],
    ['IPv6 between', '8.8.8.8, 2001:db8::1', '2001:db8::1, 127.0.0.1'],
    ['a name', 'unknown', 'unknown, 127.0.0.1'],
    ['nothing', ' ,', '127.0.0.1'],
    ['only proxies', '10.0.0.1', '10.0.0.1, 127.0.0.1'],
  ])('begin with the client if a trusted proxy names %s', async (_what, given, chain) => {
    const { headers } = await seen({ 'x-forwarded-for': given }, portBehind);
    expect(headers['x-forwarded-for']).toBe(chain);
  });

  it.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Original-Host'])(
    'have no other path, not even from a trusted proxy: %s',
    async (name) => {
      const { headers } = await seen({ [name]: '/account' }, portBehind);
      expect(JSON.stringify(headers)).not.toContain('/account');
    },
  );

  it('have an empty host if the client names none', async () => {
    const { body } = await sendRaw(port, 'GET /x HTTP/1.0\r\n\r\n');
    expect(JSON.parse(body).headers).toMatchObject({ 'x-forwarded-host': '' });
  });

  it('have what a trusted proxy says about the client', async () => {
    const given = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.test' };
    expect((await seen(given, portBehind)).headers).toMatchObject(given);
  });

  it('have none that belong to the connection of the client', async () => {
    const lines = [
      'Connection: close, X-Hop',
      'X-Hop: 1',
      'Keep-Alive: timeout=5',
      'Proxy-Connection: keep-alive',
      'Proxy-Authorization: Basic eDp5',
      'TE: trailers',
      'Trailer: X-End',
      'Upgrade: h2c',
      'X-Other: 2',
    ];
    const sent = `GET /x HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\n\r\n`;
    const { headers } = JSON.parse((await sendRaw(port, sent)).body);
    expect(headers).toEqual({
      host: 'a',
      'x-other': '2',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'a',
      'x-forwarded-proto': 'http',
      connection: 'close',
    });
  });
});

describe('a request whose header Connection names another header', () => {
  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT'])(
    'is one request for PHP, with its body, if that is Content-Length: %s',
    async (method) => {
      const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.66\r\n\r\n';
      const length = `Content-Length: ${hidden.length}`;
      const head = `${method} /x HTTP/1.1\r\nHost: a\r\nConnection: close, Content-Length\r\n${length}`;
      const { status, body } = await sendRaw(port, `${head}\r\n\r\n${hidden}`);
      expect(status).toBe(200);
      if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ url: '/x', body: hidden });
      expect(php.mock.calls.map(([{ url }]) => url)).toEqual(['/x']);
    },
  );

  it.each(['Host', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded'])(
    'still has it, since clients may not remove it: %s',
    async (name) => {
      const given = { host: 'shop.test', connection: `close, ${name}`, [name]: 'for=shop.test' };
      expect((await seen(given, portBehind)).headers[name.toLowerCase()]).toContain('shop.test');
    },
  );
});

describe('a page that was ported', () => {
  const look = ({ url, headers }: Request) => ({ url, headers: Object.fromEntries(headers) });
  const pages = {
    routes: { look: 'look' },
    handlers: { look: ({ request }: { request: Request }) => look(request) },
  };
  const given = {
    host: 'shop.test',
    'x-forwarded-for': '192.0.2.66',
    'x-forwarded-proto': 'https',
    'x-real-ip': '192.0.2.66',
    'x-other': '2',
  };
  const all = new BlockList();
  all.addSubnet('127.0.0.0', 8);

  it.each([
    ['does not get what the client made up', new BlockList(), 'http', '127.0.0.1', undefined],
    ['gets what a trusted proxy says', all, 'https', '192.0.2.66, 127.0.0.1', '192.0.2.66'],
  ])('%s', async (_what, trusted, scheme, chain, real) => {
    const { text } = await ask(await listen(gateway({ ...pages, trusted })), '/look', {
      headers: given,
    });
    expect(JSON.parse(text)).toEqual({
      url: `${scheme}://shop.test/look`,
      headers: {
        host: 'shop.test',
        'x-forwarded-for': chain,
        'x-forwarded-host': 'shop.test',
        'x-forwarded-proto': scheme,
        'x-other': '2',
        ...(real && { 'x-real-ip': real }),
      },
    });
  });
});

describe('the answer of PHP', () => {
  it('keeps its status, its headers and several cookies', async () => {
    const sent = {
      'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'],
      location: 'http://shop.test/login',
      'content-disposition': Buffer.from('filename="Größe"').toString('latin1'),
    };
    php.mockImplementation((_asked, response) => response.writeHead(201, sent).end('made'));
    const { status, headers, text } = await ask(port, '/anything');
    expect({ status, text, ...headers }).toMatchObject({ status: 201, text: 'made', ...sent });
  });

  it('loses the headers that belong to the connection of PHP', async () => {
    php.mockImplementation((_asked, response) => {
      const hops = {
        connection: 'close, X-Hop',
        'x-hop': '1',
        'keep-alive': 'timeout=99',
        'proxy-authenticate': 'Basic',
        trailer: 'X-End',
        upgrade: 'h2c',
      };
      response.writeHead(200, { ...hops, 'x-other': '2' }).end();
    });
    const { headers } = await sendRaw(port, requestFor('GET', '/anything'));
    const own = ['date', 'content-length', 'transfer-encoding'];
    const names = [...headers.keys()].filter((name) => !own.includes(name)).sort();
    expect(names).toEqual(['connection', 'x-other']);
    expect(headers.get('connection')).toBe('close');
  });

  it.each(['Connection: close', 'Connection: keep-alive'])(
    'closes the connection of the client only if the client asks for it: %s',
    async (line) => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      socket.write(`GET /x HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`);
      const [first] = await once(socket, 'data');
      expect(String(first)).toContain(line.toLowerCase());
      socket.destroy();
    },
  );

  it('is one that HTTP/1.0 understands', async () => {
    const { status, headers, body } = await sendRaw(port, 'GET /x HTTP/1.0\r\nHost: a\r\n\r\n');
    expect([status, headers.has('transfer-encoding')]).toEqual([200, false]);
    expect(JSON.parse(body).url).toBe('/x');
  });

  it('has no body for HEAD, but its length', async () => {
    php.mockImplementation((asked, response) => {
      response.setHeader('content-length', 1234);
      response.end(asked.method === 'HEAD' ? undefined : 'x'.repeat(1234));
    });
    const { headers, text } = await ask(port, '/anything', { method: 'HEAD' });
    expect([headers['content-length'], text]).toEqual(['1234', '']);
  });

  it.each([204, 304])('may be a %i', async (status) => {
    php.mockImplementation((_asked, response) => response.writeHead(status, { etag: '"a"' }).end());
    const { headers, ...answered } = await ask(port, '/anything');
    expect([answered, headers.etag]).toEqual([{ status, text: '' }, '"a"']);
  });

  it('arrives while PHP is still sending it', async () => {
    php.mockImplementation((_asked, response) => response.write('first, '));
    const response = await responseTo(open().end());
    expect(await once(response.setEncoding('utf8'), 'data')).toEqual(['first, ']);
    (await received()).response.end('last');
    expect(await text(response)).toBe('last');
  });

  it('fails if PHP ends in the middle of it', async () => {
    php.mockImplementation((_asked, response) => {
      response.setHeader('content-length', 100);
      response.write('half', () => response.destroy());
    });
    await expect(ask(port, '/anything')).rejects.toThrow('aborted');
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('fails if PHP stops in the middle of it', async () => {
    php.mockImplementation((_asked, response) => response.write('half'));
    await expect(ask(port, '/anything')).rejects.toThrow('aborted');
  });

  it('waits for a client that reads slowly, longer than the time limit', async () => {
    const size = 32 * MIB;
    php.mockImplementation((_asked, response) => response.end(Buffer.alloc(size)));
    const response = await responseTo(open().end());
    await wait(2.5 * TIME_LIMIT);
    let read = 0;
    for await (const chunk of response) read += chunk.length;
    expect(read).toBe(size);
  });
});

describe('an upload', () => {
  it('reaches PHP while the client is still sending it, longer than the time limit', async () => {
    php.mockImplementation(silent);
    const sent = open({ method: 'POST' });
    sent.write('first, ');
    const { asked, response } = await received();
    expect(await once(asked.setEncoding('utf8'), 'data')).toEqual(['first, ']);
    await wait(2.5 * TIME_LIMIT);
    sent.end('last');
    response.end(await text(asked));
    expect(await text(await responseTo(sent))).toBe('last');
  });

  it('is not kept in memory if PHP does not read it', async () => {
    php.mockImplementation(silent);
    const sent = open({ method: 'POST' }).on('error', () => {});
    let taken = 0;
    const chunk = Buffer.alloc(MIB);
    const send = () => {
      taken += MIB;
      if (taken < 512 * MIB) sent.write(chunk, send);
    };
    sent.write(chunk, send);
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalled(), { timeout: 10_000 });
    // The buffers of four sockets.
    expect(taken).toBeLessThan(64 * MIB);
    sent.destroy();
  });

  it('may be answered before its end', async () => {
    // Continues reading after its answer, as nginx does. Node's own server would close the
    // connection.
    const refusing = createTcpServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.once('data', () => {
        socket.write('HTTP/1.1 413 No\r\nConnection: close\r\nContent-Length: 8\r\n\r\ntoo long');
      });
    });
    const at = await listen(gateway({ php: `http://127.0.0.1:${await listen(refusing)}` }));
    const agent = new Agent({ keepAlive: true });
    const options = { method: 'POST', body: Buffer.alloc(8 * MIB), agent };
    expect(await ask(at, '/anything', options)).toMatchObject({ status: 413, text: 'too long' });
    agent.destroy();
    refusing.close();
  });
});

describe('a PHP that does not answer', () => {
  const AGAIN = '<p>Please try again in a moment.</p>';
  const DOWN = { status: 502, text: `<h1>The site is unavailable</h1>${AGAIN}` };
  const SLOW = { status: 504, text: `<h1>This is taking too long</h1>${AGAIN}` };

  it.each<[string, RequestListener]>([
    ['closes the connection', (asked) => asked.socket.destroy()],
    ['sends no HTTP', (asked) => asked.socket.end('this is not HTTP\r\n\r\n')],
    ['lacks a length', (asked) => asked.socket.end('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n')],
    ['takes too long', silent],
  ])('gets the page of the application, and is reported, if it %s', async (what, listener) => {
    php.mockImplementation(listener);
    const [page, failure] = what === 'takes too long' ? [SLOW, 'slow'] : [DOWN, 'down'];
    expect(await ask(port, '/anything')).toMatchObject(page);
    const asked = expect.objectContaining({ url: '/anything' });
    expect(onFailure.mock.calls).toEqual([[failure, asked]]);
  });

  it.each([
    ['GET', DOWN],
    ['HEAD', { ...DOWN, text: '' }],
    ['POST', DOWN],
  ])('is a 502 that says when to try again if nothing listens: %s', async (method, page) => {
    const body = Buffer.alloc(method === 'POST' ? 8 * MIB : 0);
    const { headers, ...answered } = await ask(portOfNobody, '/anything', { method, body });
    expect([answered, headers['retry-after']]).toEqual([page, '10']);
    const asked = expect.objectContaining({ url: '/anything' });
    expect(onFailure.mock.calls).toEqual([['down', asked]]);
  });

  it('does not stop the ported routes from answering', async () => {
    expect((await ask(portOfNobody, '/products/7')).status).toBe(200);
  });
});

it('survives malformed answers of PHP, and reports them', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught);
  expect(await survive(createGateway)).toEqual(SURVIVED);
  expect(uncaught.mock.calls).toEqual([]);
  process.off('uncaughtException', uncaught).off('unhandledRejection', uncaught);
});

describe('many requests at once', () => {
  /** Sends requests ahead on one connection, and resolves to the responses' status lines. */
  async function pipeline(at: number, count: number): Promise<string[]> {
    const head = 'GET /ahead HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = connect(at, '127.0.0.1');
    socket.write(head.repeat(count - 1) + requestFor('GET', '/ahead'));
    return (await text(socket)).match(/HTTP\/1.1 \d+/g) ?? [];
  }

  it('reach PHP over as many connections as it may have', async () => {
    const held: ServerResponse[] = [];
    let most = 0;
    php.mockImplementation((_asked, response) => {
      most = Math.max(most, held.push(response));
      // Leaves time for a fourth.
      if (held.length === 3) {
        setTimeout(() => held.splice(0).forEach((one) => void one.end('done')), 5);
      }
    });
    const at = await listen(gateway({ connections: 3, timeLimit: 60_000 }));
    expect(await pipeline(at, 60)).toEqual(Array(60).fill('HTTP/1.1 200'));
    expect([most, onFailure.mock.calls]).toEqual([3, []]);
  });

  it('are answered with a 504 if PHP keeps them waiting', async () => {
    const waiting = new Set<ServerResponse>();
    php.mockImplementation((_asked, response) => {
      response.write('first');
      const busy = setInterval(() => response.write('.'), TIME_LIMIT / 10);
      response.on('close', () => clearInterval(busy));
      waiting.add(response);
    });
    const at = await listen(gateway({ connections: 1 }));
    const first = responseTo(open({ port: at }).end());
    await vi.waitFor(() => expect(waiting.size).toBe(1));
    expect((await ask(at, '/second')).status).toBe(504);
    expect(waiting.size).toBe(1);
    for (const response of waiting) response.end();
    (await first).resume();
    // The place is free again.
    php.mockImplementation(echo);
    expect((await ask(at, '/third')).status).toBe(200);
  });

  it('free their place if their client leaves, also those that wait', async () => {
    php.mockImplementation(silent);
    const at = await listen(gateway({ connections: 1, timeLimit: 60_000 }));
    const socket = connect(at, '127.0.0.1');
    socket.write('GET /ahead HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
    await received();
    socket.destroy();
    php.mockImplementation(echo);
    expect((await ask(at, '/after')).status).toBe(200);
    expect(php.mock.calls.map(([{ url }]) => url)).toEqual(['/ahead', '/after']);
  });
});

it('frees the places of requests whose answers wait for a client that has left', async () => {
  const at = await listen(gateway({ connections: 2, timeLimit: 60_000 }));
  for (let round = 0; round < 2; round++) {
    php.mockReset().mockImplementation(({ url }, response) => url === '/fast' && response.end());
    const socket = connect(at, '127.0.0.1');
    const heads = ['/slow', '/fast'].map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.write(heads.join(''));
    await vi.waitFor(() => expect(php).toHaveBeenCalledTimes(2));
    const [, fast] = php.mock.calls.map(([, response]) => response);
    await vi.waitFor(() => expect(fast.writableFinished).toBe(true));
    socket.destroy();
  }
  php.mockImplementation(echo);
  expect((await ask(at, '/after')).status).toBe(200);
});

it.each<[string, object, string]>([
  ['an origin with a path', { php: 'http://127.0.0.1:8080/shop' }, 'php is'],
  ['no origin', { php: undefined }, 'php is undefined'],
  ['a host', { php: '127.0.0.1:8080' }, 'php is'],
  ['an origin that is no URL', { php: 'http://a:99999' }, 'php is'],
  ['a list of proxies', { trusted: ['127.0.0.1'] }, 'trusted is an array'],
  ['no time', { timeLimit: 0 }, 'timeLimit is 0'],
  ['time without end', { timeLimit: 2 ** 31 }, 'timeLimit is 2147483648. Expected at most'],
  ['half a connection', { connections: 0.5 }, 'connections is 0.5'],
  ['another word', { webSockets: true }, 'webSockets is true'],
  ['a misspelled option', { websockets: 'http://127.0.0.1' }, 'webSockets'],
  ['methodOverride', { methodOverride: true }, 'is not an option'],
  ['no table', { routes: undefined }, 'routes'],
])('refuses %s at startup', (_what, wrong, told) => {
  const options = { routes: {}, php: 'http://127.0.0.1:8080', ...wrong };
  // The cast: the options are wrong on purpose.
  expect(() => createGateway(options as GatewayOptions)).toThrow(told);
});

it('closes the connection if the application can not be told of a failure', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  onFailure.mockImplementation(() => {
    throw new Error('no log');
  });
  await expect(ask(portOfNobody, '/anything')).rejects.toThrow('hang up');
  expect(log.mock.calls).toEqual([[new Error('no log')]]);
  log.mockRestore();
  expect((await ask(port, '/anything')).status).toBe(200);
});

it('logs failures of PHP if nobody else does', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const at = await listen(
    gateway({ php: `http://127.0.0.1:${await freePort()}`, onFailure: undefined }),
  );
  await ask(at, '/x');
  expect(log.mock.calls).toEqual([['waymark: the backend is %s: %s %s', 'down', 'GET', '/x']]);
  log.mockRestore();
});

describe('a client that goes away', () => {
  it.each([
    ['the request that PHP is working on', 'GET', ''],
    ['a download', 'GET', 'first'],
    ['an upload', 'POST', ''],
  ])('cancels %s', async (_what, method, written) => {
    php.mockImplementation((_asked, response) => written !== '' && response.write(written));
    const sent = open({ method }).on('error', () => {});
    sent.on('response', (response) => response.on('error', () => {}));
    if (method === 'POST') sent.write('first');
    else sent.end();
    await (written === '' ? received() : responseTo(sent));
    const { response } = await received();
    sent.destroy();
    await once(response, 'close');
    expect(onFailure).not.toHaveBeenCalled();
  });

  it.each(['while PHP works on the first', 'while PHP sends the second'])(
    'cancels the requests that it has sent ahead, %s',
    async (when) => {
      const closed = new Set<string>();
      php.mockImplementation(({ url = '' }, response) => {
        response.on('close', () => closed.add(url));
        if (url === '/big' && when.endsWith('second')) response.write(Buffer.alloc(8 * MIB));
      });
      const socket = connect(port, '127.0.0.1');
      socket.write(
        ['/slow', '/big'].map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
      );
      await vi.waitFor(() => expect(php).toHaveBeenCalledTimes(2));
      socket.destroy();
      await vi.waitFor(() => expect(closed.size).toBe(2), { timeout: 30_000, interval: 10 });
      // The time limit would end them too, and report it.
      expect(onFailure).not.toHaveBeenCalled();
    },
  );

  it('costs no listener for each request on its connection', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 12; count++) await ask(port, '/anything', { agent });
    const heads = 'GET /anything HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(12);
    await sendRaw(port, heads + requestFor('GET', '/anything'));
    expect(warned).not.toHaveBeenCalled();
    agent.destroy();
    warned.mockRestore();
  });
});

describe('an upgrade', () => {
  it.each(['websocket', 'h2c, WebSocket'])('to %s is refused', async (protocols) => {
    const { status, body } = await sendRaw(port, upgradeTo(protocols));
    expect([status, body]).toEqual([501, 'WebSockets are not supported']);
    expect(php).not.toHaveBeenCalled();
  });

  it('to HTTP/2 is ignored, as HTTP allows', async () => {
    const sent = 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n';
    const { status, body } = await sendRaw(port, sent);
    expect([status, JSON.parse(body).url]).toEqual([200, '/x']);
  });
});

describe('an action that PHP finds under another spelling', () => {
  const load = (actions: Record<string, (...args: string[]) => string>) => async () => {
    class Found {}
    for (const [name, action] of Object.entries(actions)) {
      Object.defineProperty(Found.prototype, name, { value: action });
    }
    return { default: Found };
  };
  const files = {
    'application/controllers/Users.ts': load({
      account: () => 'account',
      open: () => 'open',
      getAll: (...args: string[]) => ['getAll', ...args].join(' '),
    }),
    'application/controllers/News.ts': load({ index: () => 'news' }),
    'application/controllers/admin/staff.ts': load({ secret: () => 'secret' }),
    'application/controllers/Api.ts': load({ _remap: (name: string) => `remapped ${name}` }),
    'application/modules/shop/controllers/cart.ts': load({ show: () => 'cart' }),
    'application/modules/shop/controllers/skeleton.ts': async () => ({
      default: class {
        show() {
          return new Response(null, { status: 501 });
        }
      },
    }),
  };
  const routes = {
    news: 'news/index',
    account: 'users/account',
    'shout/([A-Z]+)': 'users/$1',
    'deep/(:any)/(:any)/(:any)/(:any)/(:any)/(:any)': 'users/$6',
    'closed(.*)': '',
    'users/open': '',
  };
  let spelled = 0;
  beforeAll(async () => {
    spelled = await listen(
      gateway({ routes, controllers: createControllers(files), errorPages: {} }),
    );
  });

  it.each([
    ['/users./account', 'account'],
    ['/us.ers/account', 'account'],
    ['/.users/account', 'account'],
    ['/Us.ers/Account', 'account'],
    ['/?/users./account', 'account'],
    ['/index.php/.users/account', 'account'],
    ['/admin/st.aff/secret', 'secret'],
    ['/admin/Staff/SECRET', 'secret'],
    ['/ad.min/staff/secret', 'secret'],
    ['/shop/ca.rt/show', 'cart'],
    ['/users/getall/A/b.c', 'getAll A b.c'],
    ['/users/GETALL', 'getAll'],
    ['/shout/ACCOUNT', 'account'],
    ['/deep/a/b/c/d/e/ACCOUNT', 'account'],
    ['/News', 'news'],
    ['/n.ews', 'news'],
    ['/a.pi/LIST.all', 'remapped LIST.all'],
    // A block matches one spelling, as in PHP.
    ['/users/open', 'Not Found'],
    ['/Users/OPEN', 'open'],
  ])('is answered by waymark: %s', async (target, expected) => {
    // Twice, since the class is imported at its first use.
    for (let count = 0; count < 2; count++) {
      expect((await sendRaw(spelled, requestFor('GET', target))).body).toBe(expected);
    }
    expect(php).not.toHaveBeenCalled();
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
  ])('is answered if an option without a value is %s', async (_value, none) => {
    const options = { autoRoute: none, trusted: none, webSockets: none, errorPages: none };
    // The cast: the types know no null.
    const unset = options as Partial<GatewayOptions>;
    const at = await listen(gateway({ routes, controllers: createControllers(files), ...unset }));
    expect((await sendRaw(at, requestFor('GET', '/users/account'))).body).toBe('account');
  });

  it.each(['/Account', '/users/acc.ount', '/.../account', '/sh.op/skel.eton/show', '/Closed'])(
    'is not what PHP answers with: %s',
    async (target) => {
      expect(JSON.parse((await sendRaw(spelled, requestFor('GET', target))).body).url).toBe(target);
    },
  );
});

describe('a WebSocket that is passed on', () => {
  const uncaught = vi.fn();
  const sockets = new Set<Socket>();
  const keep = (socket: Duplex) => {
    socket.on('error', () => {}).on('end', () => socket.end());
    sockets.add(socket as Socket); // the cast: over TCP, node:http passes one
  };
  const backend = createServer((_asked, response) => response.writeHead(403).end('no'));
  let received: IncomingMessage | undefined;
  let at = 0;
  let atNobody = 0;

  const passingTo = (backendPort: number): Promise<number> =>
    listen(gateway({ webSockets: `http://127.0.0.1:${backendPort}` }));

  /** Replaces what the server does with a request for a WebSocket. */
  function accept(listener: (asked: IncomingMessage, socket: Duplex) => void): void {
    backend.removeAllListeners('upgrade').on('upgrade', (asked, socket) => {
      keep(socket);
      listener(asked, socket);
    });
  }

  beforeAll(async () => {
    process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught);
    at = await passingTo(await listen(backend));
    atNobody = await passingTo(await freePort());
  });
  beforeEach(() => {
    received = undefined;
    accept((asked, socket) => {
      received = asked;
      socket.write('HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.on('data', (chunk: Buffer) => socket.write(`echo ${chunk}`));
    });
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    expect(uncaught).not.toHaveBeenCalled();
  });
  afterAll(() => {
    process.off('uncaughtException', uncaught).off('unhandledRejection', uncaught);
    end(backend);
  });

  const failures = () => onFailure.mock.calls.map(([failure]) => failure);

  /** Opens a WebSocket. */
  function open(port: number, ...upgrade: Parameters<typeof upgradeTo>): Socket {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.on('error', () => {});
    socket.write(upgradeTo(...upgrade));
    return socket;
  }

  it('reaches the server, and its messages go both ways', async () => {
    const socket = open(at, 'websocket', '//%73ocket?x', 'X-Forwarded-For: 192.0.2.66\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 101 /);
    socket.write('Ada');
    expect(String(await once(socket, 'data'))).toBe('echo Ada');
    expect(received?.url).toBe('/socket?x');
    expect(received?.headers).toEqual({
      connection: 'Upgrade',
      host: 'shop.test',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      upgrade: 'websocket',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'shop.test',
      'x-forwarded-proto': 'http',
    });
    const [other] = sockets;
    socket.destroy();
    await once(other, 'close');
  });

  it('may be one of the protocols that the client offers', async () => {
    const socket = open(at, 'h2c, WebSocket');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 101 /);
    expect(received?.headers.upgrade).toBe('websocket');
    socket.destroy();
  });

  it('ends for the client once the server ends it', async () => {
    const socket = open(at, 'websocket');
    await once(socket, 'data');
    for (const other of sockets) other.end('bye');
    expect(await text(socket)).toBe('bye');
  });

  it.each(['the server', 'the client'])('may be reset by %s', async (who) => {
    const socket = open(at, 'websocket');
    await once(socket, 'data');
    const [other] = sockets;
    const [left, right] = who === 'the server' ? [other, socket] : [socket, other];
    const closed = once(right.resume(), 'close');
    left.resetAndDestroy();
    await closed;
  });

  it('is closed while the server is down', async () => {
    expect(await text(open(atNobody, 'websocket'))).toBe('');
    await vi.waitFor(() => expect(failures()).toEqual(['down']));
  });

  it('is closed if the server does not answer', async () => {
    accept(() => {});
    expect(await text(open(at, 'websocket'))).toBe('');
    expect(failures()).toEqual(['slow']);
  });

  it('gets the refusal of the server', async () => {
    backend.removeAllListeners('upgrade');
    expect(await text(open(at, 'websocket'))).toMatch(/^HTTP\/1.1 403 /);
  });

  it('may be reset before the server has answered', async () => {
    accept((asked) => {
      received = asked;
    });
    const socket = open(at, 'websocket');
    await vi.waitFor(() => expect(received).toBeDefined());
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(failures()).toEqual(['down']));
  });

  it('may be reset while it is refused', async () => {
    const server = gateway({ webSockets: phpOrigin });
    const reset = new Duplex({ write: (_chunk, _encoding, fail) => fail(new Error('reset')) });
    const asked = { headers: { upgrade: 'h2c' }, rawHeaders: [], url: '/socket' };
    server.emit('upgrade', asked, reset, Buffer.alloc(0));
    await vi.waitFor(() => expect(reset.closed).toBe(true));
  });

  it.each([
    ['another protocol', '501', '/socket', 'h2c', ''],
    ['a protocol with a similar name', '501', '/socket', 'x-websocket', ''],
    ['dot segments', '400', '/x/../socket', 'websocket', ''],
    ['two Host lines', '400', '/socket', 'websocket', 'Host: a\r\n'],
  ])('is refused for %s', async (_what, status, target, upgrade, lines) => {
    expect(await text(open(at, upgrade, target, lines))).toContain(`HTTP/1.1 ${status} `);
    expect(received).toBeUndefined();
  });
});

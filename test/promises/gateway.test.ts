/** The examples' gateway, in front of a fake PHP server that each test controls. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { BlockList, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchMiddleware } from 'waymark/fetch';
import { createShop, failed } from '../../docs/example/gateway/app.ts';
import { createGateway } from '../../docs/example/gateway/gateway.ts';
import { ask, end, listen } from '../support/gateway.ts';
import { blocksOf, pageOf, root } from '../support/pages.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

const MIB = 2 ** 20;
const TIME_LIMIT = 600;

const php = createServer();
const gateways: Server[] = [];
const onFailure = vi.fn();
let phpPort = 0;
/** The port of a gateway that trusts no proxy. */
let port = 0;
/** The port of a gateway behind proxies at 127.0.0.1 and 10.0.0.0/8. */
let portBehind = 0;
let portOfNobody = 0;

async function gatewayTo(origin: string, list = new BlockList()): Promise<number> {
  const answer = createShop(origin);
  const options = { answer, failed, php: origin, timeLimit: TIME_LIMIT, trusted: list, onFailure };
  const server = createGateway(options);
  gateways.push(server);
  return listen(server);
}

beforeAll(async () => {
  phpPort = await listen(php);
  port = await gatewayTo(`http://127.0.0.1:${phpPort}`);
  const behind = new BlockList();
  behind.addAddress('127.0.0.1');
  behind.addSubnet('10.0.0.0', 8);
  portBehind = await gatewayTo(`http://127.0.0.1:${phpPort}`, behind);
  const closed = createServer();
  const closedPort = await listen(closed);
  end(closed);
  portOfNobody = await gatewayTo(`http://127.0.0.1:${closedPort}`);
});
afterAll(() => {
  for (const server of [php, ...gateways]) end(server);
});

it.each(['GET', 'POST'])('passes on a %s that a skeleton answers with 501', async (method) => {
  phpDoes(async (request, response) => {
    response.end(`PHP: ${request.method} ${request.url} ${await text(request)}`);
  });
  const handlers = { old: () => new Response(null, { status: 501 }) };
  const answer = createFetchMiddleware({ routes: { old: 'old/index' }, handlers });
  const server = createGateway({ answer, failed, php: `http://127.0.0.1:${phpPort}` });
  gateways.push(server);
  const body = method === 'POST' ? 'a=b' : '';
  const answered = await ask(await listen(server), '/old?x', { method, body });
  expect(answered).toMatchObject({ status: 200, text: `PHP: ${method} /old?x ${body}` });
});

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Sets the behaviour of PHP. */
function phpDoes(listener: RequestListener): void {
  php.removeAllListeners('request');
  php.on('request', listener);
}

const echo: RequestListener = async (asked, response) => {
  const { method, url, headers } = asked;
  response.end(JSON.stringify({ method, url, headers, body: await text(asked) }));
};

beforeEach(() => {
  phpDoes(echo);
  onFailure.mockReset();
});
afterEach(() => {
  php.closeAllConnections();
});

/** The request as PHP received it. */
async function seen(headers: OutgoingHttpHeaders, at = port) {
  const { text } = await ask(at, '/anything', { headers });
  return JSON.parse(text) as { headers: Record<string, string>; body: string };
}

describe('the page about the gateway', () => {
  const blocks = blocksOf(pageOf('docs/gateway.md')).filter(({ file }) => file !== undefined);

  it.each(blocks.map(({ file, code }) => [file, code]))(
    'has the code of the example: %s',
    (file, code) => {
      const path = `docs/example/gateway/${file}`;
      expect(code).toBe(`// ${file}\n${readFileSync(join(root, path), 'utf8')}`);
    },
  );
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
    ['GET', '/newsletter'],
    ['OPTIONS', '/newsletter'],
    ['GET', '/contact'],
    ['GET', '/products/7/reviews'],
    ['GET', '/products/seven'],
    ['GET', '/login'],
    ['GET', '/'],
    ['GET', '/anything/else?page=2&page=3'],
    ['DELETE', '/anything'],
    ['GET', '//example.com/x'],
    ['GET', '/a%2Fb'],
    ['GET', '/a%20b'],
    ['GET', '/?x=%zz'],
  ])('reaches PHP as it was sent if it was not: %s %s', async (method, path) => {
    const { text } = await ask(port, path, { method });
    expect(JSON.parse(text)).toMatchObject({ method, url: path });
  });

  it('reaches no other server, whatever target it names', async () => {
    const { body } = await sendRaw(port, requestFor('GET', 'http://example.com/x', 'shop.test'));
    expect(JSON.parse(body)).toMatchObject({ headers: { host: 'shop.test' } });
  });

  it.each([
    ['/install', 404, '<h1>Nothing is here</h1>'],
    ['/%69nstall/./now', 404, '<h1>Nothing is here</h1>'],
    ['/products/%zz', 400, '<h1>This address makes no sense</h1>'],
  ])('never reaches PHP if it is blocked or malformed: %s', async (path, status, page) => {
    const asked = vi.fn(echo);
    phpDoes(asked);
    const answered = await ask(port, path);
    expect([answered.status, answered.text]).toEqual([status, page]);
    expect(asked).not.toHaveBeenCalled();
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
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Forwarded-Port',
    'Forwarded',
    'Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'X-Real-IP',
    'X_Forwarded_For',
    'Client_IP',
    'X-Forwarded_For',
    'X.Forwarded.For',
    'Proxy',
  ])('have no %s that the client made up', async (name) => {
    const { headers } = await seen({ [name]: '192.0.2.66' });
    expect(JSON.stringify(headers)).not.toContain('192.0.2.66');
  });

  it.each([
    ['one address', '192.0.2.1', '192.0.2.1, 127.0.0.1'],
    ['a proxy between', '192.0.2.1, 10.0.0.9', '192.0.2.1, 10.0.0.9, 127.0.0.1'],
    [
      'an address before the client',
      '8.8.8.8, 192.0.2.1, 10.0.0.9',
      '192.0.2.1, 10.0.0.9, 127.0.0.1',
    ],
    ['IPv6', '2001:db8::1', '2001:db8::1, 127.0.0.1'],
    ['a name', 'unknown', 'unknown, 127.0.0.1'],
    ['nothing', ' ,', '127.0.0.1'],
    ['only proxies', '10.0.0.1', '10.0.0.1, 127.0.0.1'],
  ])('begin with the client if a trusted proxy names %s', async (_what, given, chain) => {
    const { headers } = await seen({ 'x-forwarded-for': given }, portBehind);
    expect(headers['x-forwarded-for']).toBe(chain);
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
      const urls: unknown[] = [];
      const bodies: string[] = [];
      phpDoes(async (asked, response) => {
        urls.push(asked.url);
        bodies.push(await text(asked));
        response.end();
      });
      const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.66\r\n\r\n';
      const length = `Content-Length: ${hidden.length}`;
      const head = `${method} /x HTTP/1.1\r\nHost: a\r\nConnection: close, Content-Length\r\n${length}`;
      await sendRaw(port, `${head}\r\n\r\n${hidden}`);
      expect([urls, bodies]).toEqual([['/x'], [hidden]]);
    },
  );

  it.each(['Host', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded'])(
    'still has it, since clients may not remove it: %s',
    async (name) => {
      const given = { host: 'shop.test', connection: `close, ${name}`, [name]: 'for=shop.test' };
      const { headers } = await seen(given, portBehind);
      expect(headers[name.toLowerCase()]).toContain('shop.test');
    },
  );
});

describe('a page that was ported', () => {
  const look = ({ url, headers }: Request) => ({ url, headers: Object.fromEntries(headers) });
  const ported = createFetchMiddleware({
    routes: { look: 'look' },
    handlers: { look: (_match, { request }) => look(request) },
  });
  const gateway = (list: BlockList) =>
    createGateway({ answer: ported, failed, php: 'http://127.0.0.1:9', trusted: list });
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
  ])('%s', async (_what, list, scheme, chain, real) => {
    const server = gateway(list);
    const { text } = await ask(await listen(server), '/look', { headers: given });
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
    end(server);
  });
});

describe('the answer of PHP', () => {
  it('keeps its status, its headers and several cookies', async () => {
    phpDoes((_asked, response) => {
      response.writeHead(
        201,
        'Made',
        [
          ['Set-Cookie', 'a=1; Path=/'],
          ['Set-Cookie', 'b=2; HttpOnly'],
          ['Location', 'http://shop.test/login'],
          ['Content-Disposition', Buffer.from('filename="Größe"').toString('latin1')],
        ].flat(),
      );
      response.end('made');
    });
    const { status, headers, text } = await ask(port, '/anything');
    expect({ status, text, ...headers }).toMatchObject({
      status: 201,
      text: 'made',
      'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'],
      location: 'http://shop.test/login',
      'content-disposition': Buffer.from('filename="Größe"').toString('latin1'),
    });
  });

  it('loses the headers that belong to the connection of PHP', async () => {
    phpDoes((_asked, response) => {
      response.writeHead(200, {
        connection: 'close, X-Hop',
        'x-hop': '1',
        'keep-alive': 'timeout=99',
        'proxy-authenticate': 'Basic',
        trailer: 'X-End',
        upgrade: 'h2c',
        'x-other': '2',
      });
      response.end();
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
    phpDoes((asked, response) => {
      response.setHeader('content-length', 1234);
      response.end(asked.method === 'HEAD' ? undefined : 'x'.repeat(1234));
    });
    const { headers, text } = await ask(port, '/anything', { method: 'HEAD' });
    expect([headers['content-length'], text]).toEqual(['1234', '']);
  });

  it.each([204, 304])('may be a %i', async (status) => {
    phpDoes((_asked, response) => {
      response.writeHead(status, { etag: '"a"' }).end();
    });
    const answered = await ask(port, '/anything');
    expect([answered.status, answered.headers.etag, answered.text]).toEqual([status, '"a"', '']);
  });

  it('arrives while PHP is still sending it', async () => {
    const { promise: arrived, resolve: arrive } = withResolvers<void>();
    phpDoes(async (_asked, response) => {
      response.write('first, ');
      await arrived;
      response.end('last');
    });
    const sent = request({ host: '127.0.0.1', port, path: '/anything', agent: false }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const [first] = await once(response.setEncoding('utf8'), 'data');
    expect(first).toBe('first, ');
    arrive();
    expect(await text(response)).toBe('last');
  });

  it('fails if PHP ends in the middle of it', async () => {
    phpDoes((_asked, response) => {
      response.setHeader('content-length', 100);
      response.write('half', () => response.destroy());
    });
    await expect(ask(port, '/anything')).rejects.toThrow('aborted');
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('fails if PHP stops in the middle of it', async () => {
    phpDoes((_asked, response) => {
      response.write('half');
    });
    await expect(ask(port, '/anything')).rejects.toThrow('aborted');
  });

  it('waits for a client that reads slowly, longer than the time limit', async () => {
    const size = 32 * MIB;
    phpDoes((_asked, response) => {
      response.end(Buffer.alloc(size));
    });
    const sent = request({ host: '127.0.0.1', port, path: '/anything', agent: false }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    await wait(2.5 * TIME_LIMIT);
    let read = 0;
    for await (const chunk of response) read += chunk.length;
    expect(read).toBe(size);
  });
});

describe('an upload', () => {
  it('reaches PHP while the client is still sending it, longer than the time limit', async () => {
    const { promise: arrived, resolve: arrive } = withResolvers<string>();
    phpDoes(async (asked, response) => {
      const [first] = await once(asked.setEncoding('utf8'), 'data');
      arrive(first);
      response.end(first + (await text(asked)));
    });
    const options = { host: '127.0.0.1', port, path: '/anything', method: 'POST', agent: false };
    const sent = request(options);
    sent.write('first, ');
    expect(await arrived).toBe('first, ');
    await wait(2.5 * TIME_LIMIT);
    sent.end('last');
    const [response]: IncomingMessage[] = await once(sent, 'response');
    expect(await text(response)).toBe('first, last');
  });

  it('is not kept in memory if PHP does not read it', async () => {
    phpDoes(() => {});
    const options = { host: '127.0.0.1', port, path: '/anything', method: 'POST', agent: false };
    const sent = request(options).on('error', () => {});
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
    const at = await gatewayTo(`http://127.0.0.1:${await listen(refusing)}`);
    const agent = new Agent({ keepAlive: true });
    const options = { method: 'POST', body: Buffer.alloc(8 * MIB), agent };
    const { status, text } = await ask(at, '/anything', options);
    expect([status, text]).toEqual([413, 'too long']);
    agent.destroy();
    refusing.close();
  });
});

describe('a PHP that does not answer', () => {
  const DOWN = '<h1>The site is unavailable</h1><p>Please try again in a moment.</p>';
  const SLOW = '<h1>This is taking too long</h1><p>Please try again in a moment.</p>';

  it('is a 502 if nothing listens, with the page of the application', async () => {
    const { status, headers, text } = await ask(portOfNobody, '/anything');
    expect([status, headers['retry-after'], text]).toEqual([502, '10', DOWN]);
    expect(onFailure.mock.calls).toEqual([['down', expect.objectContaining({ url: '/anything' })]]);
  });

  it('is a 502 if it closes the connection', async () => {
    phpDoes((asked) => asked.socket.destroy());
    expect(await ask(port, '/anything')).toMatchObject({ status: 502, text: DOWN });
  });

  it.each(['this is not HTTP\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'])(
    'is a 502 if it answers %j',
    async (bytes) => {
      phpDoes((asked) => asked.socket.end(bytes));
      expect(await ask(port, '/anything')).toMatchObject({ status: 502, text: DOWN });
    },
  );

  it('is a 504 if it takes too long', async () => {
    phpDoes(() => {});
    expect(await ask(port, '/anything')).toMatchObject({ status: 504, text: SLOW });
    expect(onFailure.mock.calls).toEqual([['slow', expect.objectContaining({ url: '/anything' })]]);
  });

  it('is a 502 without a body for HEAD', async () => {
    const answered = await ask(portOfNobody, '/anything', { method: 'HEAD' });
    expect([answered.status, answered.text]).toEqual([502, '']);
  });

  it('is a 502 for an upload too', async () => {
    const options = { method: 'POST', body: Buffer.alloc(8 * MIB) };
    expect(await ask(portOfNobody, '/anything', options)).toMatchObject({
      status: 502,
      text: DOWN,
    });
  });

  it('does not stop the ported routes from answering', async () => {
    expect((await ask(portOfNobody, '/products/7')).status).toBe(200);
  });
});

describe('a client that goes away', () => {
  const options = () => ({ host: '127.0.0.1', port, path: '/anything', agent: false });

  it('cancels the request that PHP is working on', async () => {
    const { promise: closed, resolve } = withResolvers<void>();
    const { promise: asked, resolve: ask } = withResolvers<void>();
    phpDoes((_asked, response) => {
      response.on('close', () => resolve());
      ask();
    });
    const sent = request(options()).on('error', () => {});
    sent.end();
    await asked;
    sent.destroy();
    await closed;
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('cancels a download', async () => {
    const { promise: closed, resolve } = withResolvers<void>();
    phpDoes((_asked, response) => {
      response.on('close', () => resolve());
      response.write('first');
    });
    const sent = request(options()).on('error', () => {});
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    response.on('error', () => {});
    sent.destroy();
    await closed;
  });

  it('cancels an upload', async () => {
    const { promise: failure, resolve } = withResolvers<Error>();
    phpDoes((asked) => {
      asked.on('error', resolve);
      asked.once('data', () => sent.destroy());
    });
    const sent = request({ ...options(), method: 'POST' }).on('error', () => {});
    sent.write('first');
    expect(await failure).toMatchObject({ code: 'ECONNRESET' });
    expect(onFailure).not.toHaveBeenCalled();
  });
});

describe('an upgrade', () => {
  it('to a WebSocket is refused', async () => {
    const asked = vi.fn(echo);
    phpDoes(asked);
    const sent =
      'GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    const { status, body } = await sendRaw(port, sent);
    expect([status, body]).toEqual([501, 'WebSockets are not supported']);
    expect(asked).not.toHaveBeenCalled();
  });

  it('to HTTP/2 is ignored, as HTTP allows', async () => {
    const sent = 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n';
    const { status, body } = await sendRaw(port, sent);
    expect([status, JSON.parse(body).url]).toEqual([200, '/x']);
  });
});

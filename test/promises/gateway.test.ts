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
import { BlockList, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchMiddleware } from 'waymark/fetch';
import { createShop, failed, spellings } from '../../docs/example/gateway/app.ts';
import { createGateway } from '../../docs/example/gateway/gateway.ts';
import { createSpellings } from '../../docs/example/gateway/spellings.ts';
import { passWebSockets } from '../../docs/example/gateway/websocket.ts';
import { createProgram } from '../support/compiler.ts';
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
  const limits = { timeLimit: TIME_LIMIT, trusted: list };
  const server = createGateway({ answer, failed, spellings, php: origin, ...limits, onFailure });
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

it('has an example that needs nothing newer than ES2022', { timeout: 60_000 }, () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const given = { ...config.compilerOptions, target: 'ES2022', lib: ['ES2022'] };
  const { options } = ts.convertCompilerOptionsFromJson(given, root);
  const names = ['forwarded', 'hop-by-hop', 'spellings', 'target'];
  const files = names.map((name) => join(root, `docs/example/gateway/${name}.ts`));
  const program = createProgram(files, options);
  const told = files.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)));
  expect(told.map(({ messageText }) => messageText)).toEqual([]);
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
    ['GET', '/a%2Fb'],
    ['GET', '/a%20b%26%c3%a9'],
    ['GET', '/blog/'],
    ['GET', '/index.php/contact'],
    ['GET', '/index.php?/contact?x=1'],
    ['GET', '/?x=%zz'],
    ['GET', '/?x=/../account'],
    ['GET', '/Account'],
    ['GET', '/Install/now'],
    ['GET', '/users/Who'],
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
    '/products/7',
    '//%70roducts//7/',
    '/index.php/products/7',
    '/index.phpproducts/7',
    '//index%2Ephp//products/7',
    '/?/products/7',
    '/index.php?/products/7?page=2',
    'http://example.com/products/7?page=2',
    '/Products/show/7',
    '/products/SHOW/7',
    '/Products/Show/7?/X',
  ])('is answered by waymark if PHP would take it for a ported page: %s', async (target) => {
    const asked = vi.fn(echo);
    phpDoes(asked);
    const { body } = await sendRaw(port, requestFor('GET', target));
    expect(body).toBe('{"id":"7","by":"waymark"}');
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['two Host lines', 'GET /contact HTTP/1.1\r\nHost: a\r\nhost: a\r\n'],
    ...[
      '/account/..',
      '/products/../7',
      '/products/%2e%2E/7',
      '/./contact',
      '/contact/.?x',
      '/?/products/../7',
      '/index.php/../account',
      '/index.php..//../x',
      '/contact#x',
      '*',
      'http://',
      'http://?x',
      'ftp://example.com/x',
    ].map((target) => [target, `OPTIONS ${target} HTTP/1.1\r\nHost: a\r\n`]),
  ])('is refused by the gateway: %s', async (_what, lines) => {
    const asked = vi.fn(echo);
    phpDoes(asked);
    const { status } = await sendRaw(port, `${lines}Connection: close\r\n\r\n`);
    expect([status, asked.mock.calls.length]).toEqual([400, 0]);
  });

  it.each([
    ['/install', 404, '<h1>Nothing is here</h1>'],
    ['/%69nstall//now', 404, '<h1>Nothing is here</h1>'],
    ['/index.php/install', 404, '<h1>Nothing is here</h1>'],
    ['/?/install', 404, '<h1>Nothing is here</h1>'],
    ['/products/%zz', 400, '<h1>This address makes no sense</h1>'],
    ['/products/../7', 400, '<h1>This address makes no sense</h1>'],
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
    'X-Forwarded',
    'Forwarded',
    'Forwarded-For',
    'Front-End-Https',
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

  it.each(['while PHP works on the first', 'while PHP sends the second'])(
    'cancels the requests that it has sent ahead, %s',
    async (when) => {
      const opened = new Set<string>();
      const closed = new Set<string>();
      phpDoes(({ url = '' }, response) => {
        opened.add(url);
        response.on('close', () => closed.add(url));
        if (url === '/big' && when.endsWith('second')) response.write(Buffer.alloc(8 * MIB));
      });
      const socket = connect(port, '127.0.0.1');
      socket.write(
        ['/slow', '/big'].map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
      );
      await vi.waitFor(() => expect(opened.size).toBe(2));
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

describe('another spelling of a path', () => {
  const routes = {
    'products/(:any)/(:any)': 'products/$2/$1',
    'Shop/(:any)': 'users/$1',
    account: 'users/account',
    'install(.*)': '',
  };
  it.each([
    ['/users/account', []],
    ['/Account', []],
    ['/Install/now', []],
    ['/Users/account', ['/users/account']],
    ['/shop/Users/SHOW?A', ['/shop/users/SHOW?A', '/shop/Users/show?A', '/shop/users/show?A']],
    ['/Shop/ACCOUNT', ['/Shop/account']],
    ['/products/aB/SHOW', ['/products/ab/SHOW', '/products/aB/show', '/products/ab/show']],
    ['/%zzA', []],
    [`/${'A/'.repeat(100)}`, expect.toSatisfy((all: string[]) => all.length < 12)],
  ])('is listed if PHP finds the same action: %s', (path, expected) => {
    const listed = createSpellings(routes);
    for (const method of ['GET', 'HEAD']) expect(listed(method, path)).toEqual(expected);
  });
});

describe('a WebSocket that is passed on', () => {
  const failures: unknown[] = [];
  const uncaught = vi.fn();
  const sockets = new Set<Socket>();
  const keep = (socket: Duplex) => {
    socket.on('error', () => {}).on('end', () => socket.end());
    sockets.add(socket as Socket); // the cast: over TCP, node:http passes one
  };
  const backend = createServer((_asked, response) => response.writeHead(403).end('no'));
  let received: IncomingMessage | undefined;
  let toBackend = 0;
  let at = 0;
  let atNobody = 0;

  async function passingTo(backendPort: number, trusted = new BlockList()): Promise<number> {
    const origin = `http://127.0.0.1:${backendPort}`;
    const server = createGateway({ answer: createShop(origin), failed, php: origin });
    const onFailure = (error: unknown) => failures.push(error);
    passWebSockets(server, { origin, trusted, timeLimit: TIME_LIMIT, onFailure });
    gateways.push(server);
    return listen(server);
  }

  beforeAll(async () => {
    process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught);
    toBackend = await listen(backend);
    at = await passingTo(toBackend);
    const closed = createServer();
    atNobody = await passingTo(await listen(closed));
    end(closed);
  });
  beforeEach(() => {
    failures.length = 0;
    received = undefined;
    backend.removeAllListeners('upgrade').on('upgrade', (asked, socket) => {
      received = asked;
      keep(socket);
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

  /** Opens a WebSocket, and resolves to its socket. */
  function open(port: number, lines = '', target = '/socket', upgrade = 'websocket'): Socket {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.on('error', () => {});
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${lines}\r\n`,
    );
    return socket;
  }

  it('reaches the server, and its messages go both ways', async () => {
    const socket = open(at, 'X-Forwarded-For: 192.0.2.66\r\n', '//%73ocket?x');
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

  it('ends for the client once the server ends it', async () => {
    const socket = open(at);
    await once(socket, 'data');
    for (const other of sockets) other.end('bye');
    expect(await text(socket)).toBe('bye');
  });

  it.each(['the server', 'the client'])('may be reset by %s', async (who) => {
    const socket = open(at);
    await once(socket, 'data');
    const [other] = sockets;
    const [left, right] = who === 'the server' ? [other, socket] : [socket, other];
    const closed = once(right.resume(), 'close');
    left.resetAndDestroy();
    await closed;
  });

  it('is closed while the server is down', async () => {
    expect(await text(open(atNobody))).toBe('');
    await vi.waitFor(() => expect(failures).toMatchObject([{ code: 'ECONNREFUSED' }]));
  });

  it('is closed if the server does not answer', async () => {
    backend.removeAllListeners('upgrade').on('upgrade', (_asked, socket) => {
      keep(socket);
    });
    expect(await text(open(at))).toBe('');
    expect(failures).toMatchObject([{ code: 'ERR_UPSTREAM_UPGRADE_TIMEOUT' }]);
  });

  it('gets the refusal of the server', async () => {
    backend.removeAllListeners('upgrade');
    expect(await text(open(at))).toMatch(/^HTTP\/1.1 403 /);
  });

  it('may be reset before the server has answered', async () => {
    const asked = withResolvers<void>();
    backend.removeAllListeners('upgrade').on('upgrade', (_asked, socket) => {
      keep(socket);
      asked.resolve();
    });
    const socket = open(at);
    await asked.promise;
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(failures).toHaveLength(1));
  });

  it('may be reset while it is refused', async () => {
    const server = createServer();
    passWebSockets(server, {
      origin: 'http://127.0.0.1:9',
      trusted: new BlockList(),
      timeLimit: 9,
    });
    const reset = new Duplex({ write: (_chunk, _encoding, fail) => fail(new Error('reset')) });
    const asked = { headers: { upgrade: 'h2c' }, rawHeaders: [], url: '/socket' };
    server.emit('upgrade', asked, reset, Buffer.alloc(0));
    await vi.waitFor(() => expect(reset.closed).toBe(true));
  });

  it.each([
    ['another protocol', '501', '/socket', 'h2c', ''],
    ['dot segments', '400', '/x/../socket', 'websocket', ''],
    ['two Host lines', '400', '/socket', 'websocket', 'Host: a\r\n'],
  ])('is refused for %s', async (_what, status, target, upgrade, lines) => {
    expect(await text(open(at, lines, target, upgrade))).toContain(`HTTP/1.1 ${status} `);
    expect(received).toBeUndefined();
  });
});

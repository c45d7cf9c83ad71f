/** The examples' gateway, in front of a CodeIgniter-style application on real PHP. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request, type Server } from 'node:http';
import { BlockList } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGateway } from 'waymark/gateway';
import { importRoutes } from 'waymark-tools/import';
import { createShop } from '../../docs/example/gateway/app.ts';
import { type Answer, ask, end, listen } from '../support/gateway.ts';
import { requestFor, sendRaw } from '../support/raw.ts';
import { type PhpServer, startPhp } from './php.ts';

const TIME_LIMIT = 2000;
const MIB = 2 ** 20;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

let php: PhpServer;
let port = 0;
/** The port of a gateway behind a proxy at 127.0.0.1 that ends TLS. */
let portBehind = 0;
const gateways: Server[] = [];

async function start(trusted?: BlockList): Promise<number> {
  const server = createGateway({
    ...createShop(php.origin),
    timeLimit: TIME_LIMIT,
    ...(trusted && { trusted }),
  });
  gateways.push(server);
  return listen(server);
}

beforeAll(async () => {
  php = await startPhp();
  port = await start();
  const trusted = new BlockList();
  trusted.addAddress('127.0.0.1');
  portBehind = await start(trusted);
});
afterAll(async () => {
  for (const server of gateways) end(server);
  await php.stop();
});

/** The name and value of each cookie in a response. */
const cookiesOf = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);

const logIn = (options: { password?: string; from?: string; headers?: object } = {}) =>
  ask(port, '/login', {
    method: 'POST',
    headers: { ...FORM, host: 'shop.test', ...options.headers },
    body: `name=Ada&password=${options.password ?? 'dunes'}`,
    localAddress: options.from ?? '127.0.0.1',
  });

/** The request as PHP saw it. */
async function seen(headers: Record<string, string> = {}, at = port) {
  const { text } = await ask(at, '/welcome/request', { headers });
  return JSON.parse(text) as { ip: string; base_url: string; headers: Record<string, string> };
}

it('has the table imported from routes.php', () => {
  const { code, warnings } = importRoutes(read('application/config/routes.php'));
  expect(warnings).toEqual([]);
  expect(code).toBe(read('../../docs/example/gateway/routes.ts'));
});

describe('a page', () => {
  it.each([
    ['that was ported', 'GET', '/products/7', 200, '{"id":"7","by":"waymark"}'],
    ['whose action is not ported', 'GET', '/products/7/reviews', 200, /"by":"PHP"/],
    ['of which only POST was ported', 'GET', '/newsletter', 200, 'The PHP newsletter'],
    ['of which POST was ported', 'POST', '/newsletter', 200, 'Subscribed by waymark'],
    ['whose rows for GET and POST differ', 'GET', '/contact', 200, 'The PHP form'],
    ['that CodeIgniter finds without a row', 'GET', '/users/form', 200, /<form/],
    ['that is nowhere', 'GET', '/nowhere', 404, 'PHP has no page at /nowhere'],
    ['that is blocked', 'GET', '/install/now', 404, '<h1>Nothing is here</h1>'],
    ['that is blocked below index.php', 'GET', '/index.php/install', 404, /Nothing is here/],
    ['that the query names', 'GET', '/?/contact', 200, 'The PHP form'],
    ['whose controller has a capital', 'GET', '/Newsletter', 200, 'The PHP newsletter'],
    ['that is malformed', 'GET', '/products/%zz', 400, '<h1>This address makes no sense</h1>'],
  ])('%s is answered: %s %s', async (_what, method, path, status, expected) => {
    const answered = await ask(port, path, { method });
    expect(answered.status).toBe(status);
    expect(answered.text).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  it.each(['/install/now', '/%69nstall/now', '/products/%zz'])(
    'never reaches PHP if it is blocked or malformed: %s',
    async (path) => {
      await ask(port, path);
      await ask(port, '/welcome/request');
      await vi.waitFor(() => expect(php.log()).toContain('GET /welcome/request'));
      expect(php.log()).not.toContain(`GET ${path}`);
    },
  );
});

describe('a ported action, which PHP still has', () => {
  const spelled: [target: string, status: number][] = [
    ['/account', 200],
    ['/users/account', 200],
    ['/Users/account', 200],
    ['/users/ACCOUNT', 200],
    ['/account/..', 400],
    ['/x/../account', 400],
    ['/users/%2e%2e/account', 400],
    ['/index.php/account', 200],
    ['/index.phpaccount', 200],
    ['/?/account', 200],
    ['/index.php?/Users/Account', 200],
    ['http://127.0.0.1/Users/account', 200],
  ];
  const get = (target: string, cookie: string, at: number) =>
    sendRaw(at, requestFor('GET', target).replace('Connection', `Cookie: ${cookie}\r\nConnection`));

  it.each(spelled)('is not reached by another spelling: %s', async (target, expected) => {
    const cookie = cookiesOf(await logIn()).join('; ');
    const { status, body } = await get(target, cookie, port);
    const text = expected === 200 ? '{"welcome":"Ada"}' : '<h1>This address makes no sense</h1>';
    expect([status, body]).toEqual([expected, text]);
  });

  it.each(['/Users/account', '/users/ACCOUNT', '/account/..', '/index.phpaccount', '/?/account'])(
    'would answer %s, if PHP got it',
    async (target) => {
      const cookie = cookiesOf(await logIn()).join('; ');
      const { body } = await get(target, cookie, Number(new URL(php.origin).port));
      expect(body).toBe('Welcome, Ada');
    },
  );
});

describe('a visitor', () => {
  it("keeps PHP's session, and stays on the site after redirects", async () => {
    const headers = { host: 'shop.test' };
    const guest = await ask(port, '/users/account', { headers });
    expect([guest.status, guest.headers.location]).toEqual([303, '/login']);

    const login = await logIn();
    expect([login.status, login.headers.location]).toEqual([303, 'http://shop.test/account']);
    const cookie = cookiesOf(login).join('; ');
    expect(cookie).toContain('ci_session=');

    const account = await ask(port, '/account', { headers: { ...headers, cookie } });
    expect([account.status, account.text]).toEqual([200, '{"welcome":"Ada"}']);
    const logout = await ask(port, '/logout', { headers: { ...headers, cookie } });
    expect([logout.status, logout.headers.location]).toEqual([302, 'http://shop.test/']);
    expect((await ask(port, '/account', { headers: { ...headers, cookie } })).status).toBe(303);
  });

  it.each(['/users/who', '/index.php/users/who', '//users//who'])(
    "cannot request the gateway's own page from PHP: %s",
    async (path) => {
      const cookie = cookiesOf(await logIn()).join('; ');
      const { status, text } = await ask(port, path, { headers: { cookie } });
      expect([status, text.includes('Ada')]).toEqual([404, false]);
    },
  );

  it('receives and sends several cookies, from PHP and from waymark', async () => {
    const first = await ask(port, '/welcome/cookies');
    const cookies = cookiesOf(first);
    expect(cookies).toEqual([expect.stringMatching(/^ci_session=/), 'basket=3', 'language=de']);
    const again = await ask(port, '/welcome/cookies', { headers: { cookie: cookies.join('; ') } });
    expect(JSON.parse(again.text)).toMatchObject({ basket: '3', language: 'de' });

    const sent = await ask(port, '/contact', { method: 'POST', headers: FORM, body: 'name=Ada' });
    expect([sent.status, sent.headers.location]).toEqual([303, '/contact']);
    expect(cookiesOf(sent)).toEqual(['name=Ada', 'sent=yes']);
  });

  it('locks nobody else out by failing to log in, and cannot pretend to be another', async () => {
    const from = '127.0.0.2';
    for (let attempt = 1; attempt <= 3; attempt++) {
      const headers = { 'x-forwarded-for': `192.0.2.${attempt}` };
      expect((await logIn({ from, password: 'wrong', headers })).status).toBe(403);
    }
    for (const headers of [
      {},
      { 'x-forwarded-for': '192.0.2.9' },
      { x_forwarded_for: '192.0.2.9' },
      { 'client-ip': '192.0.2.9' },
    ]) {
      const { status, text } = await logIn({ from, headers });
      expect([status, text]).toEqual([429, 'Locked out: 127.0.0.2']);
    }
    expect((await logIn({ from: '127.0.0.3' })).status).toBe(303);
  });
});

describe('a request as PHP sees it', () => {
  it('has the client, the host and the scheme', async () => {
    const headers = { host: 'shop.test:8443', 'x-forwarded-proto': 'https', proxy: 'http://x' };
    const { ip, base_url, headers: got } = await seen(headers);
    expect({ ip, base_url }).toEqual({ ip: '127.0.0.1', base_url: 'http://shop.test:8443/' });
    expect(got).toMatchObject({
      HTTP_HOST: 'shop.test:8443',
      HTTP_X_FORWARDED_FOR: '127.0.0.1',
      HTTP_X_FORWARDED_HOST: 'shop.test:8443',
      HTTP_X_FORWARDED_PROTO: 'http',
    });
    expect(got).not.toHaveProperty('HTTP_PROXY');
  });

  it('has the values of a trusted proxy', async () => {
    const headers = {
      host: 'shop.test',
      'x-forwarded-proto': 'https',
      // The client's own header, extended by the proxy in front.
      'x-forwarded-for': '8.8.8.8, 192.0.2.1',
    };
    const { ip, base_url } = await seen(headers, portBehind);
    expect({ ip, base_url }).toEqual({ ip: '192.0.2.1', base_url: 'https://shop.test/' });
  });

  it.each([
    ['a body', { body: 'title=Dunes' }],
    ['a body of unknown length', { body: 'Dunes', headers: { 'transfer-encoding': 'chunked' } }],
    ['a method', { method: 'DELETE' }],
    ['a query', {}, '?page=2&page=%ff'],
  ])('has %s', async (_what, options, query = '') => {
    const { method = 'POST', body = '' } = options as { method?: string; body?: string };
    const { text } = await ask(port, `/welcome/request${query}`, { method, ...options });
    expect(JSON.parse(text)).toMatchObject({ method, body, uri: `/welcome/request${query}` });
  });

  it("has no headers of the client's own connection", async () => {
    const lines = 'Connection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nTE: trailers';
    const { body } = await sendRaw(
      port,
      `GET /welcome/request HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n`,
    );
    expect(Object.keys(JSON.parse(body).headers).sort()).toEqual([
      'HTTP_CONNECTION',
      'HTTP_HOST',
      'HTTP_X_FORWARDED_FOR',
      'HTTP_X_FORWARDED_HOST',
      'HTTP_X_FORWARDED_PROTO',
    ]);
  });
});

describe('HEAD', () => {
  it.each(['/newsletter', '/downloads/3', '/products/7'])('has no body: %s', async (path) => {
    const [head, get] = [await ask(port, path, { method: 'HEAD' }), await ask(port, path)];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.headers['x-powered-by']).toBe(get.headers['x-powered-by']);
  });
});

describe('an upload', () => {
  it('reaches PHP complete, and is not buffered in memory', async () => {
    const size = 96 * MIB;
    const boundary = 'b0undary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nDunes\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="dunes.bin"\r\n\r\n`;
    const tail = `\r\n--${boundary}--\r\n`;
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/upload',
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + size + tail.length,
      },
    });
    const md5 = createHash('md5');
    const chunk = Buffer.alloc(MIB, 'dunes');
    let highest = 0;
    const before = process.memoryUsage().arrayBuffers;
    sent.write(head);
    for (let at = 0; at < size; at += MIB) {
      md5.update(chunk);
      if (!sent.write(chunk)) await once(sent, 'drain');
      highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
    }
    sent.end(tail);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const [text] = await response.setEncoding('utf8').toArray();
    expect(JSON.parse(text)).toEqual({
      name: 'dunes.bin',
      size,
      md5: md5.digest('hex'),
      title: 'Dunes',
    });
    // Sent buffers stay until garbage collection.
    expect(highest).toBeLessThan(size / 2);
  });
});

describe('a download', () => {
  it('arrives complete, with its file name', async () => {
    const { headers, text } = await ask(port, '/downloads/300');
    expect(text.length).toBe(300 * 1024);
    expect(headers['content-length']).toBe(String(300 * 1024));
    expect(headers['content-disposition']).toBe(
      Buffer.from('attachment; filename="300-Größe.bin"').toString('latin1'),
    );
  });

  it('starts to arrive before PHP has finished', async () => {
    const path = '/downloads/64?pause=1';
    const sent = request({ host: '127.0.0.1', port, path, agent: false }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const times: number[] = [];
    response.on('data', () => times.push(performance.now()));
    await once(response, 'end');
    expect(times[times.length - 1] - times[0]).toBeGreaterThan(700);
  });
});

describe('a failing PHP', () => {
  it('causes a 504 if a page exceeds the time limit, while other pages are answered', async () => {
    const slow = ask(port, '/welcome/slow/30');
    // The worker with the slow page accepts no other request from now on.
    await vi.waitFor(() => expect(php.log()).toContain('GET /welcome/slow/30'));
    expect((await ask(port, '/contact')).status).toBe(200);
    const { status, text } = await slow;
    expect([status, text]).toEqual([504, expect.stringContaining('This is taking too long')]);
  });

  it('gets its full time limit', async () => {
    const { status, text } = await ask(port, '/welcome/slow/1');
    expect([status, text]).toEqual([200, 'at last']);
  });

  it('causes a 502 while it is down, and is used again once it is back', async () => {
    await php.stop();
    const { status, text } = await ask(port, '/contact');
    expect([status, text]).toEqual([502, expect.stringContaining('The site is unavailable')]);
    expect((await ask(port, '/products/7')).status).toBe(200);
    php = await startPhp(php.origin);
    expect((await ask(port, '/contact')).status).toBe(200);
  });

  it('causes a truncated response if it ends in the middle of a page', async () => {
    const own = await startPhp();
    const server = createGateway(createShop(own.origin));
    try {
      const cut = ask(await listen(server), '/welcome/dies');
      await expect(cut).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    } finally {
      end(server);
      await own.stop();
    }
  });
});

describe('a disconnecting client', () => {
  it('cancels its request to PHP', async () => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/downloads/9000?pause=1',
      agent: false,
    });
    sent.on('error', () => {}).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    response.on('error', () => {});
    sent.destroy();
    await wait(100);
    // All workers are free again.
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(port, '/contact')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

it('refuses a WebSocket', async () => {
  const sent =
    'GET /contact HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  expect((await sendRaw(port, sent)).status).toBe(501);
});

/** Bodies over HTTP on Node, as seen by clients and by servers in front of the application. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { readForm, readJson, readText } from '../../src/http.ts';
import { Route } from '../../src/index.ts';
import { end, listen } from '../support/gateway.ts';

const errors: unknown[] = [];
/** The number of chunks requested from an endless stream. */
const running = { count: 0 };
const fetchHandler = createFetchHandler({
  routes: Route.collect(() => {
    Route.post('json', 'json', {}, async (context) => Response.json(await readJson(context)));
    Route.post('text', 'text', {}, (context) => readText(context));
    Route.get('endless', 'endless', {}, async function* () {
      for (;;) {
        running.count++;
        yield 'tick ';
        await pause(10);
      }
    });
    Route.post('form', 'form', {}, async (context) => [...(await readForm(context)).keys()]);
  }),
  onError: (error) => void errors.push(error),
});

const viaSrvx = async (req: IncomingMessage, res: ServerResponse) =>
  sendNodeResponse(res, await fetchHandler(new NodeRequest({ req, res })));

/** Mounts an application in Express as documented. */
async function viaExpress(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const response = await fetchHandler(new NodeRequest({ req, res }));
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  if (response.body === null) res.end();
  else await pipeline(response.body, res).catch(() => res.destroy());
}

/** Serves while a function runs, which gets the port. */
async function served<T>(
  listener: (req: IncomingMessage, res: ServerResponse) => unknown,
  use: (port: number) => Promise<T>,
): Promise<T> {
  // Node closes the connection of a body that it doesn't read after this time, 5 s by default.
  const server = createServer({ keepAliveTimeout: 500 }, listener);
  const port = await listen(server);
  try {
    return await use(port);
  } finally {
    end(server);
  }
}

interface Sent {
  readonly path: string;
  readonly type: string;
  readonly chunks: Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts chunks until the answer comes. */
async function post(port: number, { path, type, chunks, headers }: Sent): Promise<string> {
  const sending = request({
    ...{ port, path, method: 'POST', agent: false },
    headers: { 'content-type': type, ...headers },
  });
  // The server may close the connection after its answer.
  sending.on('error', () => undefined);
  const answered = once(sending, 'response');
  let done = false;
  for (const chunk of chunks) {
    if (done || sending.destroyed) break;
    if (!sending.write(chunk)) {
      await Promise.race([once(sending, 'drain'), answered.then(() => (done = true))]);
    }
  }
  if (!done) sending.end();
  const [response] = await answered;
  const body = await text(response);
  sending.destroy();
  return `${response.statusCode} ${body}`;
}

function* repeated(chunk: string, times: number) {
  for (let nth = 0; nth < times; nth++) yield chunk;
}

/** Sends texts over one connection, each after the previous answer. */
async function converse(port: number, ...requests: readonly [string, RegExp][]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const answers: string[] = [];
  for (const [request, answer] of requests) {
    received = '';
    socket.write(request, 'latin1');
    await expect.poll(() => received, { timeout: 10_000 }).toMatch(answer);
    answers.push(received);
  }
  socket.destroy();
  return answers;
}

const viaHono = getRequestListener(fetchHandler, { overrideGlobalObjects: false });

describe('a connection', () => {
  const MORE = 'POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n';
  const chunked = `${MORE}Transfer-Encoding: chunked\r\n\r\n${'10000\r\n'}${'1'.repeat(65_536)}\r\n`;
  const long = chunked + `10000\r\n${'1'.repeat(65_536)}\r\n`.repeat(20);

  const next = [`${MORE}Content-Length: 2\r\n\r\nab`, /^HTTP\/1\.1 200 .*ab/s] as const;

  it('serves the next request after a body that was too long', async () => {
    const refused = [`${long}0\r\n\r\n`, /^HTTP\/1\.1 413 /] as const;
    const answers = served(viaSrvx, (port) => converse(port, [...refused], [...next]));
    await expect(answers).resolves.toHaveLength(2);
  });

  it.each([
    ['srvx', viaSrvx],
    ['@hono/node-server', viaHono],
    ['the recipe for Express', viaExpress],
  ])('serves the next request after a HEAD of a stream that never ends: %s', async (_, adapter) => {
    running.count = 0;
    const head = [
      'HEAD /endless HTTP/1.1\r\nHost: a\r\n\r\n',
      /^HTTP\/1\.1 200 .*\r\n\r\n/s,
    ] as const;
    const [answer] = await served(adapter, (port) => converse(port, [...head], [...next]));
    expect(answer.toLowerCase()).not.toContain('content-length');
    expect(running.count).toBe(0);
  });
});

describe('a body over HTTP', () => {
  it.each([
    ['/json', 'application/json', ['{"a":', '1}'], '200 {"a":1}'],
    ['/text', 'text/plain', ['a', 'b'], '200 ab'],
    ['/form', 'application/x-www-form-urlencoded', ['a=1', '&b=2'], '200 ["a","b"]'],
  ])('is read from its chunks: %s', async (path, type, chunks, answer) => {
    expect(await served(viaSrvx, (port) => post(port, { path, type, chunks }))).toBe(answer);
  });

  it.each([
    ['/json', 'application/json'],
    ['/text', 'text/plain'],
    ['/form', 'application/x-www-form-urlencoded'],
  ])('that is too long is answered while it is sent: %s', async (path, type) => {
    let sent = 0;
    const chunk = '1'.repeat(65_536);
    const chunks = (function* () {
      for (const one of repeated(chunk, 8192)) {
        sent++;
        yield one;
      }
    })();
    expect(await served(viaSrvx, (port) => post(port, { path, type, chunks }))).toMatch(/^413 /);
    // Half a gigabyte would take 8192.
    expect(sent).toBeLessThan(4096);
  });

  it.each([
    ['srvx', viaSrvx],
    ['@hono/node-server', viaHono],
  ])('that announces 4 GB is refused, and the connection closed: %s', async (_name, adapter) => {
    const { sent, answer } = await served(adapter, async (port) => {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      let written = 0;
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined); // the server may reset it
      socket.on('data', (bytes) => (received += bytes));
      socket.write(
        'POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 4294967296\r\n\r\n',
      );
      const chunk = Buffer.alloc(2 ** 20, 'x');
      while (!socket.destroyed && written < 2 ** 28) {
        written += chunk.length;
        if (!socket.write(chunk))
          await Promise.race([once(socket, 'drain').catch(() => 0), closed]);
      }
      socket.destroy();
      return { sent: written, answer: received };
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(2 ** 26);
  });

  it.each([
    ['srvx', viaSrvx],
    ['@hono/node-server', viaHono],
  ])('is named if Express has read it: %s', async (_name, adapter) => {
    const app = express();
    app.use(express.json());
    app.use(adapter);
    errors.length = 0;
    const sent = { path: '/json', type: 'application/json', chunks: ['{"a":1}'] };
    const headers = { 'content-length': '7' };
    expect(await served(app, (port) => post(port, { ...sent, headers }))).toMatch(/^500 /);
    expect(String(errors[0])).toContain('the body was read already. Mount the application before');
  });
});

/** Bodies over HTTP, on Node: what a client sees, and what is in front of the application. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { readForm, readJson, readText } from '../../src/http.ts';
import { Route } from '../../src/index.ts';

const errors: unknown[] = [];
const fetchHandler = createFetchHandler({
  routes: Route.collect(() => {
    Route.post('json', 'json', {}, (_match, context) => readJson(context));
    Route.post('text', 'text', {}, (_match, context) => readText(context));
    Route.post('form', 'form', {}, async (_match, context) => [
      ...(await readForm(context)).keys(),
    ]);
  }),
  onError: (error) => void errors.push(error),
});

const listener = async (req: IncomingMessage, res: ServerResponse) =>
  sendNodeResponse(res, await fetchHandler(new NodeRequest({ req, res })));

/** Serves while a function runs, which gets the port. */
async function served<T>(
  listen: (req: IncomingMessage, res: ServerResponse) => unknown,
  use: (port: number) => Promise<T>,
): Promise<T> {
  const server = createServer(listen).listen(0);
  await once(server, 'listening');
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

interface Sent {
  readonly path: string;
  readonly type: string;
  readonly chunks: Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts chunk after chunk, until there is an answer. */
async function post(port: number, { path, type, chunks, headers }: Sent): Promise<string> {
  const sending = request({
    ...{ port, path, method: 'POST', agent: false },
    headers: { 'content-type': type, ...headers },
  });
  // The server may close the connection once it has answered.
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

describe('a body over HTTP', () => {
  it.each([
    ['/json', 'application/json', ['{"a":', '1}'], '200 {"a":1}'],
    ['/text', 'text/plain', ['a', 'b'], '200 ab'],
    ['/form', 'application/x-www-form-urlencoded', ['a=1', '&b=2'], '200 ["a","b"]'],
  ])('is read from its chunks: %s', async (path, type, chunks, answer) => {
    const got = await served(listener, (port) => post(port, { path, type, chunks }));
    expect(got).toBe(answer);
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
    const got = await served(listener, (port) => post(port, { path, type, chunks }));
    expect(got).toMatch(/^413 /);
    // Half a gigabyte would be 8192.
    expect(sent).toBeLessThan(4096);
  });

  it.each([
    ['srvx', listener],
    ['@hono/node-server', getRequestListener(fetchHandler, { overrideGlobalObjects: false })],
  ])('is named if Express has read it: %s', async (_name, listen) => {
    const app = express();
    app.use(express.json());
    app.use(listen);
    errors.length = 0;
    const sent = { path: '/json', type: 'application/json', chunks: ['{"a":1}'] };
    const headers = { 'content-length': '7' };
    expect(await served(app, (port) => post(port, { ...sent, headers }))).toMatch(/^500 /);
    expect(String(errors[0])).toContain('the body was read already. Mount the application before');
  });
});

/** The application of docs/streams.md, over sockets, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../support/gateway.ts';
import { applicationFolder, RUN_TYPESCRIPT } from '../support/installed.ts';
import { blocksOf, pageOf, root } from '../support/pages.ts';

const { folder, write, remove } = applicationFolder('streams');
const LIMIT = 50_000_000;
const UPLOADS = join(folder, 'uploads');
let port: number;
let server: ChildProcess;
/** What the server prints as errors and warnings. */
let printed = '';

beforeAll(async () => {
  port = await freePort();
  for (const { file, code } of blocksOf(pageOf('docs/streams.md'))) {
    const own = code
      .replace('port: 3000', `port: ${port}`)
      .replace('{ signal: stopping.signal }', '{ signal: stopping.signal, heartbeat: 50 }')
      .replace('gracefulTimeout: 10', 'gracefulTimeout: 60');
    if (file !== undefined) write(file, own);
  }
  server = spawn(process.execPath, [...RUN_TYPESCRIPT, join(folder, 'server.ts')], { cwd: root });
  server.stderr?.on('data', (bytes) => (printed += bytes));
  await eventually(() => ask('POST', '/news'));
});

afterAll(() => {
  server.kill('SIGKILL');
  remove();
});

/** Waits for a test to pass, however slow the machine is. */
const eventually = (test: () => unknown) => vi.waitFor(test, { timeout: 20_000 });

const send = (method: string, path: string, body?: string | Buffer): ClientRequest => {
  const sent = request({ port, method, path, agent: false });
  sent.end(body);
  return sent;
};
const answerOf = async (sent: ClientRequest): Promise<IncomingMessage> => {
  const [response] = await once(sent, 'response');
  return response;
};
const ask = async (method: string, path: string, body?: string | Buffer) => {
  const response = await answerOf(send(method, path, body));
  return { status: response.statusCode, text: await text(response) };
};
/** How many clients read the news, once it is as expected. */
const readers = (count: number) =>
  eventually(async () => {
    expect((await ask('POST', '/news', 'counted')).text).toBe(`{"readers":${count}}`);
  });

it('sends events in frames, with comments in between, until the client leaves', async () => {
  const response = await answerOf(send('GET', '/news'));
  expect(response.headers['content-type']).toBe('text/event-stream');
  let received = '';
  response.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  await readers(1);
  await ask('POST', '/news', 'two\r\nlines');
  await eventually(() => {
    expect(received).toContain('data: two\ndata: lines\n\n');
    expect(received.match(/^:\n\n/gm)?.length).toBeGreaterThan(1);
  });
  response.destroy();
  await readers(0);
});

it('sends events to many clients, without a warning', async () => {
  const all = await Promise.all(Array.from({ length: 15 }, () => answerOf(send('GET', '/news'))));
  await readers(15);
  for (const response of all) response.destroy();
  await readers(0);
  expect(printed).toBe('');
});

it('gives up a client that reads no events', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause().write('GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await readers(1);
  // More than the buffers of both sockets hold.
  for (let sent = 0; sent < 100; sent++) await ask('POST', '/news', 'x'.repeat(200_000));
  await readers(0);
  socket.destroy();
});

const saved = () => (existsSync(UPLOADS) ? readdirSync(UPLOADS) : []);

it('saves a body of any type as it arrives', async () => {
  const whole = Buffer.alloc(LIMIT, 'x');
  const { status, text: answer } = await ask('PUT', '/files', whole);
  expect(status).toBe(200);
  const { id, size } = JSON.parse(answer);
  expect(size).toBe(LIMIT);
  expect(readFileSync(join(UPLOADS, id)).equals(whole)).toBe(true);
  rmSync(join(UPLOADS, id));
});

/** Sends a body without waiting for the answer, as clients do, until the server closes. */
async function upload(headers: string, chunks: Iterable<Buffer>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  let received = '';
  socket.on('error', () => undefined).on('data', (bytes) => (received += bytes));
  socket.write(`PUT /files HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`);
  for (const chunk of chunks) {
    if (socket.destroyed) break;
    if (!socket.write(chunk))
      await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  socket.end();
  await closed;
  return received;
}

function* times(count: number, chunk: string) {
  const bytes = Buffer.from(chunk);
  for (let nth = 0; nth < count; nth++) yield bytes;
}
const PART = 'x'.repeat(100_000);

it.each([
  ['in chunks', 'Transfer-Encoding: chunked', times(1000, `186a0\r\n${PART}\r\n`)],
  ['announced', 'Content-Length: 100000000', times(1000, PART)],
])('refuses and forgets a body of 100 MB, and goes on: %s', async (_, headers, chunks) => {
  expect(await upload(headers, chunks)).toMatch(/^HTTP\/1\.1 413 /);
  await eventually(() => expect(saved()).toEqual([]));
  await readers(0);
});

it('forgets a body whose client disconnects', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`PUT /files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n${PART}`);
  await eventually(() => expect(saved()).toHaveLength(1));
  socket.destroy();
  await eventually(() => expect(saved()).toEqual([]));
});

it('finishes what is running at SIGTERM, ends the streams, and exits', async () => {
  const events = await answerOf(send('GET', '/news'));
  await readers(1);
  const slow = answerOf(send('GET', '/slow'));
  // The server has the request once it has answered a later one.
  await ask('POST', '/news', 'last');
  server.kill('SIGTERM');
  expect(await text(events)).toContain('data: last\n\n');
  const done = await slow;
  expect([done.statusCode, await text(done)]).toEqual([200, 'Done']);
  const [code, signal] = server.exitCode === null ? await once(server, 'exit') : [server.exitCode];
  expect([code, signal ?? null]).toEqual([0, null]);
});

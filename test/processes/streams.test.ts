/** The application of docs/streams.md, over sockets, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { applicationFolder, RUN_TYPESCRIPT } from '../support/installed.ts';
import { blocksOf, pageOf, root } from '../support/pages.ts';

const { folder, write, remove } = applicationFolder('streams');
const LIMIT = 1_000_000;
let port: number;
let server: ChildProcess;

beforeAll(async () => {
  port = await freePort();
  for (const { file, code } of blocksOf(pageOf('docs/streams.md'))) {
    const own = code
      .replace('port: 3000', `port: ${port}`)
      .replace('50_000_000', String(LIMIT))
      .replace('beat = 15_000', 'beat = 50')
      .replace('gracefulTimeout: 10', 'gracefulTimeout: 60');
    if (file !== undefined) write(file, own);
  }
  server = spawn(process.execPath, [...RUN_TYPESCRIPT, join(folder, 'server.ts')], { cwd: root });
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

it('saves a body as it arrives, and refuses and forgets one beyond the limit', async () => {
  const whole = Buffer.alloc(LIMIT - 1, 'x');
  const { status, text: answer } = await ask('PUT', '/files', whole);
  expect(status).toBe(200);
  const { id, size } = JSON.parse(answer);
  expect(size).toBe(whole.length);
  expect(readFileSync(join(folder, 'uploads', id)).equals(whole)).toBe(true);

  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'data');
  socket.write(
    `PUT /files HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${LIMIT + 1}\r\n\r\n${'x'.repeat(LIMIT + 1)}`,
  );
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  await eventually(() => expect(readdirSync(join(folder, 'uploads'))).toEqual([id]));
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

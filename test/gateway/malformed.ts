/** Malformed answers of a backend, and what a client of the gateway gets for them. */
import { createServer as createTcpServer } from 'node:net';
import type { createGateway } from '../../src/gateway.ts';
import { end, listen } from '../support/gateway.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const EMPTY = 'Content-Length: 0\r\n\r\n';

/**
 * Answers as bytes, one for each character, after which the backend closes the connection, and the
 * status that the client gets: 502, or that of the answer if HTTP allows it.
 */
export const MALFORMED: readonly (readonly [status: number, what: string, bytes: string])[] = [
  [502, 'nothing', ''],
  [502, 'a line', '\r\n'],
  [502, 'text', 'this is not HTTP\r\n\r\n'],
  [502, 'HTML', '<h1>Fatal error</h1>'],
  [502, 'TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  [502, 'NUL', '\0\0\0\0\r\n\r\n'],
  [502, 'HTTP/0.9', 'GET / HTTP/0.9\r\n\r\n'],
  [502, 'HTTP/2', `HTTP/2 200 OK\r\n${EMPTY}`],
  [502, 'a request', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  [502, 'half a status line', 'HTTP/1.1 2'],
  [502, 'half a header', `${OK}Content-Le`],
  [502, 'no end of the headers', `${OK}Content-Length: 0\r\n`],
  [502, 'no status', 'HTTP/1.1 \r\n\r\n'],
  [502, 'a word as status', `HTTP/1.1 abc OK\r\n${EMPTY}`],
  [502, 'a negative status', `HTTP/1.1 -12 OK\r\n${EMPTY}`],
  [502, 'status 0', `HTTP/1.1 0 No\r\n${EMPTY}`],
  [502, 'status 000', `HTTP/1.1 000 No\r\n${EMPTY}`],
  [502, 'status 1', `HTTP/1.1 1 No\r\n${EMPTY}`],
  [502, 'status 42', `HTTP/1.1 42 No\r\n${EMPTY}`],
  [502, 'status 099', `HTTP/1.1 099 No\r\n${EMPTY}`],
  [502, 'status 099 with a body', 'HTTP/1.1 099 No\r\nContent-Length: 1000\r\n\r\nhalf'],
  [502, 'status 1000', `HTTP/1.1 1000 No\r\n${EMPTY}`],
  [999, 'status 999', `HTTP/1.1 999 No\r\n${EMPTY}`],
  [502, 'status 101, unasked', 'HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  [502, 'status 101 without headers', 'HTTP/1.1 101 Go\r\n\r\n'],
  [502, 'status 100 alone', 'HTTP/1.1 100 Continue\r\n\r\n'],
  [502, 'status 103 alone', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  [502, 'status 199', `HTTP/1.1 199 No\r\n${EMPTY}`],
  [502, 'many of status 103', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500)],
  [404, 'a control character as status text', `HTTP/1.1 404 No page \x01\r\n${EMPTY}`],
  [404, 'NUL in the status text', `HTTP/1.1 404 No\0page\r\n${EMPTY}`],
  [404, 'DEL in the status text', `HTTP/1.1 404 No\x7fpage\r\n${EMPTY}`],
  [404, 'an escape in the status text', `HTTP/1.1 404 \x1b[31mNo\x1b[0m\r\n${EMPTY}`],
  [404, 'bytes above ASCII as status text', `HTTP/1.1 404 \xff\xfe\xc3\xa9\r\n${EMPTY}`],
  [502, 'a carriage return in the status text', `HTTP/1.1 404 No\rX-A: 1\r\n${EMPTY}`],
  [404, 'a long status text', `HTTP/1.1 404 ${'x'.repeat(12_000)}\r\n${EMPTY}`],
  [502, 'a header without a colon', `${OK}Nonsense\r\n${EMPTY}`],
  [502, 'a header without a name', `${OK}: a\r\n${EMPTY}`],
  [502, 'a header with a space in its name', `${OK}X A: 1\r\n${EMPTY}`],
  [502, 'a control character in a header', `${OK}X-A: a\x01b\r\n${EMPTY}`],
  [502, 'NUL in a header', `${OK}X-A: a\0b\r\n${EMPTY}`],
  [502, 'a folded header', `${OK}X-A: 1\r\n 2\r\n${EMPTY}`],
  [502, 'headers that are too long', `${OK}X-A: ${'x'.repeat(100_000)}\r\n${EMPTY}`],
  [502, 'too many headers', `${OK}${'X-A: 1\r\n'.repeat(5000)}${EMPTY}`],
  [200, 'a header named __proto__', `${OK}__proto__: 1\r\nconstructor: 2\r\n${EMPTY}`],
  [502, 'a negative length', `${OK}Content-Length: -1\r\n\r\n`],
  [502, 'a word as length', `${OK}Content-Length: x\r\n\r\n`],
  [502, 'two lengths', `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  [
    502,
    'a length and chunks',
    `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [200, 'a body that is too short', `${OK}Content-Length: 100\r\n\r\nhalf`],
  [200, 'a body that is too long', `${OK}Content-Length: 1\r\n\r\nabc`],
  [502, 'a chunk without a length', `${OK}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
  [200, 'no last chunk', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`],
  [200, 'an unknown coding', `${OK}Transfer-Encoding: x\r\n\r\nab`],
  [204, 'a body for 204', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nab'],
  [
    304,
    'chunks for 304',
    'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
  ],
  [200, 'two answers', `${OK}${EMPTY}${OK}${EMPTY}`],
];

/**
 * Sends each answer through a gateway, to a request and to a request for a WebSocket.
 * @returns by the kind of answer, the status that the client got for the request
 */
export async function survive(create: typeof createGateway): Promise<Record<string, number>> {
  const backend = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (data) => {
        const [, at = ''] = /^GET \/(\d+)/.exec(data.toString('latin1')) ?? [];
        socket.end(MALFORMED[Number(at)]?.[2], 'latin1');
      });
  });
  const php = `http://127.0.0.1:${await listen(backend)}`;
  const gateway = create({
    routes: {},
    php,
    timeLimit: 2000,
    webSockets: php,
    onFailure: () => {},
  });
  const port = await listen(gateway);
  const statuses: [string, number][] = [];
  for (const [at, [, what]] of MALFORMED.entries()) {
    statuses.push([what, (await sendRaw(port, requestFor('GET', `/${at}`))).status]);
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    await sendRaw(port, `GET /${at} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`);
  }
  end(gateway);
  backend.close();
  return Object.fromEntries(statuses);
}

/** The statuses that `survive` should return. */
export const SURVIVED = Object.fromEntries(MALFORMED.map(([status, what]) => [what, status]));

/** HTTP exactly as written, which a client library would tidy. */
import { connect, type Socket } from 'node:net';

/** A response as read from the socket. */
export interface RawResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body, its chunks joined. */
  readonly body: string;
}

/**
 * Sends a request to a server on 127.0.0.1, and reads until the connection closes.
 *
 * @param port the server's port
 * @param request the whole request, one byte per character; it should ask for `Connection: close`
 */
export async function sendRaw(port: number, request: string): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(5000, () => socket.destroy(new Error('the server did not answer')));
  socket.write(request, 'latin1');
  const received = Buffer.concat(await read(socket));
  const end = received.indexOf('\r\n\r\n');
  const [first, ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name, ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')] as const;
    }),
  );
  const rest = received.subarray(end + '\r\n\r\n'.length);
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest;
  return { status: Number(first.split(' ')[1]), headers, body: body.toString() };
}

/** Reads to the end. A server may close a connection before it has read the whole request. */
async function read(socket: Socket): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) chunks.push(chunk);
  } catch (error) {
    if (chunks.length === 0) throw error;
  }
  return chunks;
}

/** Joins chunks: a length in hexadecimal, then that many bytes (RFC 9112, section 7.1). */
function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = bytes.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(bytes.toString('latin1', at, start), 16);
    chunks.push(bytes.subarray(start, start + length));
    at = start + length + 2;
  }
  return Buffer.concat(chunks);
}

/**
 * A request for one target, sent as is.
 *
 * @param target the request target, neither encoded nor resolved
 * @param host the header `Host`
 */
export function requestFor(method: string, target: string, host = '127.0.0.1'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
}

/** Servers on free ports, and requests to them. */
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request, type Server } from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Listens on a free port of 127.0.0.1. */
export async function listen(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // the cast: it listens on a port
}

/** A port that no other process uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

/** Stops a server, along with the requests still under way. */
export function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends a request on its own connection, and reads the response. */
export async function ask(
  port: number,
  target: string,
  { body, ...options }: RequestOptions & { readonly body?: string | Buffer } = {},
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path: target, agent: false, ...options });
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: await text(response.setEncoding('latin1')),
  };
}

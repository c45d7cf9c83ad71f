/** Passes WebSockets on to a server behind the gateway. */
import type { IncomingMessage, Server } from 'node:http';
import type { BlockList } from 'node:net';
import { proxyUpgrade } from 'httpxy';
import { forwardedHeaders } from './forwarded.ts';
import { readTarget } from './target.ts';

export interface WebSockets {
  /** The origin of the WebSocket server, such as `http://127.0.0.1:8081`. */
  readonly origin: string;
  /** The proxies that the gateway trusts. */
  readonly trusted: BlockList;
  /** Milliseconds that the WebSocket server may take to accept a connection. */
  readonly timeLimit: number;
  /** Called if a WebSocket can't be passed on. The client's connection is closed by then. */
  readonly onFailure?: (error: unknown, request: IncomingMessage) => void;
}

/** Passes on the WebSockets of a server. Other upgrades are refused with a 501. */
export function passWebSockets(server: Server, options: WebSockets): void {
  const { origin, trusted, timeLimit, onFailure } = options;
  server.on('upgrade', async (request, socket, head) => {
    // An error without a listener would end the process.
    socket.on('error', () => socket.destroy());
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const target = readTarget(request);
    if (!isWebSocket) return refuse(socket, '501 Not Implemented');
    if (target === null) return refuse(socket, '400 Bad Request');
    const headers = forwardedHeaders(request, trusted);
    request.url = target.forPhp;
    request.headers = { ...headers, connection: 'Upgrade', upgrade: 'websocket' };
    try {
      const limits = { xfwd: false, upgradeTimeout: timeLimit };
      const backend = await proxyUpgrade(origin, request, socket, head, limits);
      backend.on('error', () => backend.destroy());
      socket.once('close', () => backend.destroy());
      if (socket.destroyed) backend.destroy();
    } catch (error) {
      socket.end();
      onFailure?.(error, request);
    }
  });
}

/** Answers on the socket, since an upgrade has no `ServerResponse`. */
function refuse(socket: { end(text: string): unknown }, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

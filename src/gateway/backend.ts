/** Passes requests and WebSockets on to the servers behind the gateway. */
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, finished } from 'node:stream';
import { createProxyServer, proxyUpgrade } from 'httpxy';
import { dropHopByHop } from './forwarded.ts';

/** The reason for no answer: the backend took too long, or is unreachable or broken. */
export type BackendFailure = 'slow' | 'down';

/**
 * Creates a function that passes a request on and the answer back. Bodies are streamed in both
 * directions.
 * @param php the origin of PHP
 * @param timeLimit milliseconds that it may neither send nor read, and that a request may wait
 * @param connections the most requests that it gets at once
 * @returns resolves to `null` after the answer, or to the reason for no answer
 */
export function createPass(php: string, timeLimit: number, connections: number) {
  // PHP may close an idle connection just as a request is sent on it, which would be a 502.
  const agent = new Agent({ keepAlive: false });
  const queue = new Queue(connections);

  function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const proxy = createProxyServer({ target: php, agent });
      proxy.on('proxyReq', (sent) => {
        // httpxy only follows `response`, which may never be closed if its client leaves.
        sent.once('error', reject).once('close', resolve);
        sent.once('upgrade', (_answer, socket) => {
          socket.destroy();
          reject(new Error('The backend switched protocols unasked'));
        });
        refuseStatus(sent);
        limitSilence(sent, request, response, timeLimit);
        endWithClient(sent, request);
      });
      proxy.on('proxyRes', (answer) => {
        answer.headers = dropHopByHop(answer.headers);
        // This is about the client's connection, which the client may have asked to close.
        answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
        // Node reads control characters in this text, but doesn't send them.
        answer.statusMessage = answer.statusMessage?.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
        // The answer ended in the middle: it must not look complete.
        answer.once('error', () => response.destroy());
      });
      proxy.web(request, response).then(resolve, reject);
    });
  }

  return async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<BackendFailure | null> => {
    if (!(await queue.enter(timeLimit))) return 'slow';
    try {
      await send(request, response);
      return null;
    } catch (error) {
      if (response.headersSent) response.destroy();
      if (response.destroyed || request.socket.destroyed) return null;
      return error instanceof TimeLimit ? 'slow' : 'down';
    } finally {
      queue.leave();
    }
  };
}

class TimeLimit extends Error {}

/** Lets a number of requests in at once. The others wait, first come, first served. */
class Queue {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves to `true` once there is a place, or to `false` after the time limit. */
  async enter(timeLimit: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        resolve(false);
      }, timeLimit);
      this.#waiting.add(enter);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

/** Refuses an answer whose status Node's parser accepts, but Node's server throws for. */
function refuseStatus(sent: ClientRequest): void {
  const listeners = sent.listeners('response');
  sent.removeAllListeners('response').once('response', (answer) => {
    if (Number(answer.statusCode) < 200) {
      sent.destroy(new Error(`The backend sent the status ${answer.statusCode}`));
    } else for (const listener of listeners) listener.call(sent, answer);
  });
}

/**
 * Ends a request to the backend once its client leaves. Only the socket tells: a client may send
 * the next request before it has read an answer, and Node emits no `close` for an answer that
 * waits.
 */
function endWithClient(sent: ClientRequest, { socket }: IncomingMessage): void {
  const leave = () => {
    sent.destroy(new Error('The client left'));
  };
  if (socket.destroyed) return leave();
  // One listener for each request that the client has sent ahead.
  socket.setMaxListeners(0).once('close', leave);
  sent.once('close', () => socket.off('close', leave));
}

/**
 * Ends a request if the backend does nothing for too long, even while connecting. A client that
 * sends or reads slowly is not at fault; Node's `requestTimeout` limits its upload.
 */
function limitSilence(
  sent: ClientRequest,
  request: IncomingMessage,
  response: ServerResponse,
  timeLimit: number,
): void {
  const socket = sent.socket as Socket; // the cast: this is called once there is one
  const silent = () => {
    const { bytesRead } = socket;
    // If this process was busy, bytes may have arrived but not been read yet.
    setImmediate(() => {
      const sends = !request.complete && !sent.writableNeedDrain;
      const isSilent = bytesRead === socket.bytesRead && !sends && !response.writableNeedDrain;
      if (isSilent) sent.destroy(new TimeLimit(`The backend did nothing for ${timeLimit} ms`));
      else socket.setTimeout(timeLimit, silent);
    });
  };
  socket.setTimeout(timeLimit, silent);
}

/** Whether a request asks for a WebSocket, perhaps among other protocols (RFC 6455, section 4.2.1). */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headers.upgrade ?? '');
}

/**
 * Passes on the WebSockets of a server. Other upgrades are refused with a 501.
 * @param origin the origin of the WebSocket server
 * @param timeLimit milliseconds that it may take to accept a connection
 * @param read reads the target and the headers for it; `null` refuses the request
 * @param onFailure called if a WebSocket can't be passed on, after the client's connection is closed
 */
export function passWebSockets(
  server: Server,
  origin: string,
  timeLimit: number,
  read: (request: IncomingMessage) => { url: string; headers: IncomingHttpHeaders } | null,
  onFailure: (failure: BackendFailure, request: IncomingMessage) => void,
): void {
  server.on('upgrade', async (request, socket, head) => {
    // An error without a listener would end the process.
    socket.on('error', () => socket.destroy());
    if (!isWebSocket(request)) return refuse(socket, '501 Not Implemented');
    const given = read(request);
    if (given === null) return refuse(socket, '400 Bad Request');
    request.url = given.url;
    request.headers = { ...given.headers, connection: 'Upgrade', upgrade: 'websocket' };
    try {
      const limits = { xfwd: false, upgradeTimeout: timeLimit };
      const backend = await proxyUpgrade(origin, request, socket, head, limits);
      backend.on('error', () => backend.destroy());
      finished(socket, () => backend.destroy());
    } catch (error) {
      socket.end();
      const { code }: { readonly code?: unknown } = Object(error);
      onFailure(code === 'ERR_UPSTREAM_UPGRADE_TIMEOUT' ? 'slow' : 'down', request);
    }
  });
}

/** Answers on the socket, since an upgrade has no `ServerResponse`. */
function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

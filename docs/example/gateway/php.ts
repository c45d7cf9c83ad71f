/** Passes requests on to PHP. */
import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { dropHopByHop } from './hop-by-hop.ts';

/** The reason for no answer: PHP took too long, or is unreachable. */
export type Failure = 'slow' | 'down';

/** The PHP server. */
export interface Php {
  /** The origin that PHP listens on, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Milliseconds that PHP may neither send nor read. */
  readonly timeLimit: number;
}

/**
 * Creates a function that passes a request on to PHP and its answer back. Bodies are streamed in
 * both directions.
 * @returns resolves to `null` after PHP's answer, or to the reason for no answer
 */
export function createPass({ origin, timeLimit }: Php) {
  const proxy = createProxyServer({
    target: origin,
    // PHP may close an idle connection just as a request is sent on it, which would be a 502.
    agent: new Agent({ keepAlive: false }),
  });
  proxy.on('proxyReq', (toPhp, request, response) => {
    limitSilence(toPhp, request, response, timeLimit);
    endWithClient(toPhp, request);
  });
  proxy.on('proxyRes', (fromPhp, _request, response) => {
    fromPhp.headers = dropHopByHop(fromPhp.headers);
    // This is about the client's connection, which the client may have asked to close.
    fromPhp.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
    // PHP ended in the middle: a truncated answer must not look complete.
    fromPhp.once('error', () => response.destroy());
  });
  return async (request: IncomingMessage, response: ServerResponse): Promise<Failure | null> => {
    try {
      await proxy.web(request, response);
      return null;
    } catch (error) {
      if (response.headersSent) response.destroy();
      if (response.destroyed || request.socket.destroyed) return null;
      return error instanceof TimeLimit ? 'slow' : 'down';
    }
  };
}

class TimeLimit extends Error {}

/**
 * Ends a request to PHP once its client leaves. Only the socket tells: a client may send the next
 * request before it has read an answer, and Node emits no `close` for an answer that waits.
 */
function endWithClient(toPhp: ClientRequest, { socket }: IncomingMessage): void {
  const leave = () => {
    toPhp.destroy(new Error('The client left'));
  };
  if (socket.destroyed) return leave();
  // One listener for each request that the client has sent ahead.
  socket.setMaxListeners(0).once('close', leave);
  toPhp.once('close', () => socket.off('close', leave));
}

/**
 * Ends a request if PHP does nothing for too long, even while connecting. A client that sends or
 * reads slowly is not PHP's fault; Node's `requestTimeout` limits its upload.
 */
function limitSilence(
  toPhp: ClientRequest,
  request: IncomingMessage,
  response: ServerResponse,
  timeLimit: number,
): void {
  const { socket } = toPhp;
  if (socket === null) return;
  const silent = () => {
    const { bytesRead } = socket;
    // If this process was busy, PHP's bytes may have arrived but not been read yet.
    setImmediate(() => {
      const sends = !request.complete && !toPhp.writableNeedDrain;
      const isPhp = bytesRead === socket.bytesRead && !sends && !response.writableNeedDrain;
      if (isPhp) toPhp.destroy(new TimeLimit(`PHP did nothing for ${timeLimit} ms`));
      else socket.setTimeout(timeLimit, silent);
    });
  };
  socket.setTimeout(timeLimit, silent);
}

/** Passes requests on to PHP. */
import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { dropHopByHop } from './hop-by-hop.ts';

/** Why PHP gave no answer: it took too long, or it can't be reached. */
export type Failure = 'slow' | 'down';

/** PHP, as the gateway sees it. */
export interface Php {
  /** The origin that PHP listens on, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** How many milliseconds PHP may send nothing and read nothing. */
  readonly timeLimit: number;
}

/**
 * Makes a function that passes a request on, and answers with what PHP answers. Bodies are streamed
 * in both directions.
 * @returns resolves to `null` after PHP's answer, or to why there is none
 */
export function createPass({ origin, timeLimit }: Php) {
  const proxy = createProxyServer({
    target: origin,
    // PHP may close a kept connection just as a request is sent on it, which would be a 502.
    agent: new Agent({ keepAlive: false }),
  });
  proxy.on('proxyReq', (toPhp, request, response) => {
    limitSilence(toPhp, request, response, timeLimit);
  });
  proxy.on('proxyRes', (fromPhp, _request, response) => {
    fromPhp.headers = dropHopByHop(fromPhp.headers);
    // Of the connection to the client, which may have asked to close it.
    fromPhp.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
    // PHP ended in the middle: an answer that is cut must not look whole.
    fromPhp.once('error', () => response.destroy());
  });
  return async (request: IncomingMessage, response: ServerResponse): Promise<Failure | null> => {
    try {
      await proxy.web(request, response);
      return null;
    } catch (error) {
      if (response.headersSent) response.destroy();
      if (response.destroyed) return null;
      return error instanceof TimeLimit ? 'slow' : 'down';
    }
  };
}

class TimeLimit extends Error {}

/**
 * Ends a request while PHP does nothing for too long, also while it is connected to. A client that
 * sends or reads slowly is not PHP's fault; Node's `requestTimeout` limits its upload.
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
    // After a busy moment of this process, PHP's bytes may have arrived without having been read.
    setImmediate(() => {
      const sends = !request.complete && !toPhp.writableNeedDrain;
      const isPhp = bytesRead === socket.bytesRead && !sends && !response.writableNeedDrain;
      if (isPhp) toPhp.destroy(new TimeLimit(`PHP did nothing for ${timeLimit} ms`));
      else socket.setTimeout(timeLimit, silent);
    });
  };
  socket.setTimeout(timeLimit, silent);
}

/** A server in front of a PHP application: waymark answers the ported pages, and PHP the rest. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BlockList } from 'node:net';
import { finished } from 'node:stream/promises';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import type { FetchHandler, FetchMiddleware } from 'waymark/fetch';
import { forwardedHeaders } from './forwarded.ts';
import { createPass, type Failure } from './php.ts';
import type { Spellings } from './spellings.ts';
import { readTarget } from './target.ts';

export interface GatewayOptions {
  /** Answers the ported pages; `null` passes a request on to PHP. */
  readonly answer: FetchMiddleware;
  /**
   * Sends an error page: `/down` if PHP is unreachable, `/slow` after the time limit, and
   * `/malformed` if the request makes no sense.
   */
  readonly failed: FetchHandler;
  /** Other spellings of a target that PHP takes for the same page; none by default. */
  readonly spellings?: Spellings;
  /** The origin that PHP listens on. Visitors must not reach it. */
  readonly php: string;
  /** Milliseconds that PHP may do nothing; 30,000 by default. */
  readonly timeLimit?: number;
  /** Proxies in front, whose `X-Forwarded` headers are trusted; none by default. */
  readonly trusted?: BlockList;
  /** Called if PHP doesn't answer. */
  readonly onFailure?: (failure: Failure, request: IncomingMessage) => void;
}

/**
 * Creates the server.
 * @example
 * const server = createGateway({ answer, failed, php: 'http://127.0.0.1:8080' });
 */
export function createGateway(options: GatewayOptions): Server {
  const { answer, failed, php, timeLimit = 30_000, trusted = new BlockList() } = options;
  const { spellings = () => [] } = options;
  const pass = createPass({ origin: php, timeLimit });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) return refuseWebSocket(response);
    const target = readTarget(request);
    if (target === null) return sendPage('malformed', request, response);
    request.headers = forwardedHeaders(request, trusted);
    request.rawHeaders = Object.entries(request.headers).flatMap(([name, value]) => [
      name,
      `${value}`,
    ]);
    // Untrusted X-Forwarded headers are gone by now.
    const context = { req: request, res: response, trustProxy: true };
    for (const url of [target.url, ...spellings(request.method ?? '', target.url)]) {
      request.url = url;
      const answered = await answer(new NodeRequest(context));
      // An imported skeleton answers 501 until you write it.
      const isPorted = answered !== null && answered.status !== 501;
      if (isPorted) return sendNodeResponse(response, answered);
    }
    request.url = target.forPhp;
    const failure = await pass(request, response);
    if (failure === null) return;
    options.onFailure?.(failure, request);
    await sendPage(failure, request, response);
  }

  async function sendPage(name: string, request: IncomingMessage, response: ServerResponse) {
    await readRest(request);
    const page = new Request(`http://gateway/${name}`, {
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: { cookie: request.headers.cookie ?? '' },
    });
    await sendNodeResponse(response, await failed(page));
  }

  return createServer((request, response) => {
    respond(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
}

/** Reads the rest of an upload: closing its connection early could lose the answer. */
async function readRest(request: IncomingMessage): Promise<void> {
  request.unpipe().resume();
  // A client that disconnects needs no answer.
  if (!request.complete) await finished(request).catch(() => {});
}

/** Refuses WebSockets: neither side has them. Other upgrades, such as `h2c`, can be ignored. */
function refuseWebSocket(response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  response.writeHead(501, headers).end('WebSockets are not supported');
}

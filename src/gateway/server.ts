/** A server in front of a PHP application: waymark answers the ported pages, and PHP the rest. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BlockList } from 'node:net';
import { finished } from 'node:stream/promises';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import {
  badArgument,
  readCallback,
  readDelay,
  readOptions,
  readWhole,
} from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import { serve } from '../fetch/answer.ts';
import { compileApplication } from '../fetch/create.ts';
import { failAlone } from '../fetch/error-response.ts';
import { type FetchOptions, OPTION_NAMES } from '../fetch/options.ts';
import { readHandlerOptions } from '../fetch/read-options.ts';
import type { AddedContext } from '../table/request-context.ts';
import { type BackendFailure, createPass, isWebSocket, passWebSockets } from './backend.ts';
import { forwardedHeaders, readRequestTarget } from './forwarded.ts';
import { spelledAsInPhp } from './spelling.ts';

/** The options of the server itself. */
interface ServerOptions {
  /** The origin that PHP listens on, such as `http://127.0.0.1:8080`. Visitors must not reach it. */
  readonly php: string;
  /**
   * Milliseconds that PHP may neither send nor read, and that a request may wait for its turn;
   * 30,000 by default, 2^30 at most. Then the answer is a 504.
   */
  readonly timeLimit?: number | undefined;
  /** The most requests that PHP gets at once; 128 by default. The others wait. */
  readonly connections?: number | undefined;
  /** Proxies in front, whose headers about the client are trusted; none by default. */
  readonly trusted?: BlockList | undefined;
  /** The origin of a WebSocket server. Without it, WebSockets are refused with a 501. */
  readonly webSockets?: string | undefined;
  /**
   * Called if a server behind the gateway doesn't answer: the client got a 502 or a 504, or its
   * WebSocket was closed. By default, `console.error` gets the method and the URL.
   */
  readonly onFailure?: ((failure: BackendFailure, request: IncomingMessage) => void) | undefined;
}

/**
 * The options of {@link createGateway}: those of the server, and those of `createFetchHandler` for
 * the ported pages. `errorPages` may have pages for 400, 502 and 504, which get the context without
 * the members that the application adds.
 */
export type GatewayOptions<Added extends AddedContext = AddedContext> = ServerOptions &
  Omit<FetchOptions<Added>, 'methodOverride'>;

/**
 * Creates a server in front of a PHP application. It answers with the application's actions, and
 * passes every other request on to PHP: those without an action, and those that an imported
 * skeleton answers with a 501. It finds an action under every spelling that CodeIgniter 3 accepts
 * by default, so that no spelling reaches the same action in PHP. Blocked and malformed requests
 * are never passed on.
 *
 * The option `autoRoute` is on, as in CodeIgniter. `methodOverride` is not an option, since it would
 * read forms that PHP needs.
 * @param options see {@link GatewayOptions}
 * @returns a server that doesn't listen yet
 * @throws {WaymarkError} if the table or an option is wrong
 * @example
 * const controllers = createControllers(await findFiles('.'));
 * const server = createGateway({ routes: Route.map(), controllers, php: 'http://127.0.0.1:8080' });
 * // server.listen(3000)
 */
export function createGateway<Added extends AddedContext = AddedContext>(
  options: GatewayOptions<Added>,
): Server {
  return fromCaller(createGateway, create, options);
}

const WHERE = 'createGateway';

/** @param options with any `Added`, which only the application knows */
function create(options: object): Server {
  const read = readAll(options);
  const { application, php, timeLimit, connections, trusted, webSockets, onFailure } = read;
  const pass = createPass(php, timeLimit, connections);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isWebSocket(request)) return refuseWebSocket(response);
    const target = readRequestTarget(request);
    if (target === null) return sendPage(400, request, response);
    request.headers = forwardedHeaders(request, trusted);
    request.rawHeaders = Object.entries(request.headers).flatMap(([name, value]) => [
      name,
      `${value}`,
    ]);
    request.url = target.url;
    // Untrusted X-Forwarded headers are gone by now.
    const context = { req: request, res: response, trustProxy: true };
    const answered = await serve(application, new NodeRequest(context), []);
    // An imported skeleton answers 501 until you write it.
    const isPorted = answered !== null && answered.status !== 501;
    if (isPorted) return sendNodeResponse(response, answered);
    request.url = target.forPhp;
    const failure = await pass(request, response);
    if (failure === null) return;
    onFailure(failure, request);
    await sendPage(failure === 'slow' ? 504 : 502, request, response);
  }

  async function sendPage(status: number, request: IncomingMessage, response: ServerResponse) {
    await readUpload(request);
    const { cookie = '', accept = '*/*' } = request.headers;
    const asked = new Request('http://gateway/', {
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: { cookie, accept },
    });
    await sendNodeResponse(response, await failAlone(application, asked, status));
  }

  const created = createServer((request, response) => {
    respond(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  if (webSockets !== undefined) {
    const readSocket = (request: IncomingMessage) => {
      const target = readRequestTarget(request);
      return target && { url: target.forPhp, headers: forwardedHeaders(request, trusted) };
    };
    passWebSockets(created, webSockets, timeLimit, readSocket, onFailure);
  }
  return created;
}

function readAll(options: object) {
  const unread: Partial<GatewayOptions> = options;
  const given = readOptions(WHERE, unread, [
    'php',
    'timeLimit',
    'connections',
    'trusted',
    'webSockets',
    'onFailure',
    ...OPTION_NAMES.filter((name) => name !== 'methodOverride'),
  ]);
  const { php, timeLimit, connections, trusted, webSockets, onFailure, ...others } = given;
  if (!(trusted instanceof BlockList || trusted === undefined)) {
    throw badArgument(WHERE, 'trusted', 'a BlockList of node:net', trusted);
  }
  const all = readHandlerOptions(WHERE, { ...others, autoRoute: others.autoRoute ?? true }, 'pass');
  const application = compileApplication(all);
  const { runner } = application;
  return {
    application: { ...application, runner: all.controllers ? spelledAsInPhp(runner) : runner },
    php: readServerOrigin('php', php),
    timeLimit: readDelay(WHERE, 'timeLimit', timeLimit) ?? 30_000,
    connections: readWhole(WHERE, 'connections', connections, 1) ?? 128,
    trusted: trusted ?? new BlockList(),
    webSockets: webSockets === undefined ? undefined : readServerOrigin('webSockets', webSockets),
    onFailure: readCallback(WHERE, 'onFailure', onFailure) ?? logBackendFailure,
  };
}

/** Reads the origin of a server. A path in it would be put before that of each request. */
function readServerOrigin(name: string, given: unknown): string {
  const isOrigin =
    typeof given === 'string' && /^https?:\/\/[^/?#]+\/?$/.test(given) && URL.canParse(given);
  if (isOrigin) return given;
  throw badArgument(WHERE, name, "an origin such as 'http://127.0.0.1:8080'", given);
}

function logBackendFailure(failure: BackendFailure, { method, url }: IncomingMessage): void {
  console.error('waymark: the backend is %s: %s %s', failure, method, url);
}

/** Reads the rest of an upload: closing its connection early could lose the answer. */
async function readUpload(request: IncomingMessage): Promise<void> {
  request.unpipe().resume();
  // A client that disconnects needs no answer.
  if (!request.complete) await finished(request).catch(() => {});
}

/** Refuses WebSockets: neither side has them. Other upgrades, such as `h2c`, can be ignored. */
function refuseWebSocket(response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  response.writeHead(501, headers).end('WebSockets are not supported');
}

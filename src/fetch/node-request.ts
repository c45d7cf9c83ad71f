/**
 * Recognises the arguments of a listener of node:http, which no handler of fetch can answer by
 * itself.
 */
import { WaymarkError } from '../errors/error.ts';

/** The members of `ServerResponse` that end a request. */
export interface NodeResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(text: string): unknown;
}

/**
 * The second argument of a listener, if a server of node:http called a handler. Its request has no
 * `headers.get`.
 */
export function nodeResponseOf(
  request: { readonly headers: { readonly get?: unknown } },
  [response]: readonly unknown[],
): NodeResponse | null {
  if (typeof request.headers.get === 'function') return null;
  // The cast names what may be there; what is called is checked.
  const given = response as Partial<NodeResponse> | null | undefined;
  const isNode = typeof given?.writeHead === 'function' && typeof given.end === 'function';
  return isNode ? (given as NodeResponse) : null;
}

/** The error for a handler that was given to `http.createServer`, to Express or to Connect. */
export function calledByNode(where: string): WaymarkError {
  const problem = 'it was called with a request of node:http, not with a Request';
  const advice =
    "serve it with srvx, serve({ fetch: handler }), or with createServer(getRequestListener(handler)) of '@hono/node-server'";
  return new WaymarkError('bad-argument', where, problem, advice);
}

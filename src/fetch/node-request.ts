/**
 * Recognises the arguments of a node:http listener. A fetch handler can't answer such a request by
 * itself.
 */
import { WaymarkError } from '../errors/error.ts';

/** The members of `ServerResponse` that end a request. */
export interface NodeResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(text: string): unknown;
}

/**
 * Returns the second argument of a listener if a node:http server called the handler. Its request
 * has no `headers.get`.
 */
export function nodeResponseOf(
  request: { readonly headers: { readonly get?: unknown } },
  [response]: readonly unknown[],
): NodeResponse | null {
  if (typeof request.headers.get === 'function') return null;
  // The cast names possible members; they are checked before they are called.
  const given = response as Partial<NodeResponse> | null | undefined;
  const isNode = typeof given?.writeHead === 'function' && typeof given.end === 'function';
  return isNode ? (given as NodeResponse) : null;
}

/** The error for a handler that was passed to `http.createServer`, Express or Connect. */
export function calledByNode(where: string): WaymarkError {
  const problem = 'it was called with a request of node:http, not with a Request';
  const advice =
    "serve it with srvx, serve({ fetch: handler }), or with createServer(getRequestListener(handler)) of '@hono/node-server'";
  return new WaymarkError('bad-argument', where, problem, advice);
}

/** Finds the request of a context, and the path at which a framework has mounted its handler. */
import { badArgument } from '../errors/argument.ts';
import type { RequestContext } from '../table/request-context.ts';

/**
 * The context members that the functions of `waymark/http` use. The context of controllers and
 * handlers has them all.
 * @example
 * const flash = (context: HttpContext, text: string) => cookies(context).set('flash', text);
 */
export interface HttpContext extends Pick<RequestContext, 'request' | 'base' | 'headers' | 'url'> {
  /**
   * Whether the visitor's connection is encrypted, if the request's URL doesn't show it, as behind
   * a proxy that ends TLS. Add it through the option `context`.
   */
  readonly secure?: boolean | undefined;
}

/**
 * Returns the request of a context.
 * @throws {WaymarkError} if the argument is something else, such as the request itself
 */
export function requestOf(context: Pick<HttpContext, 'request'>, where: string): Request {
  const request: Request | undefined = Object(context).request;
  if (typeof request?.url === 'string') return request;
  throw badArgument(where, 'context', 'the context of the action or the handler', context);
}

/**
 * The path at which Express has mounted a handler; `''` for none. Express cuts it from the URL, so
 * the `Request` that an adapter makes lacks it.
 * @param request srvx has the node:http request in `request.runtime`
 * @param platform @hono/node-server passes it as `incoming`
 */
export function mountPath(request: Request, [first]: readonly unknown[]): string {
  // The casts name possible members; they are checked when used.
  const { runtime } = request as { runtime?: { node?: { req?: { baseUrl?: unknown } } } };
  const bindings = first as { incoming?: { baseUrl?: unknown } } | null | undefined;
  const path = (runtime?.node?.req ?? bindings?.incoming)?.baseUrl;
  return typeof path === 'string' ? path : '';
}

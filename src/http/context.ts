import { badArgument } from '../errors/argument.ts';
import type { BuildUrl } from '../table/handler.ts';

/**
 * The members of a context that the functions of `waymark/http` use. The context of controllers and
 * handlers has them all.
 * @example
 * const flash = (context: HttpContext, text: string) => cookies(context).set('flash', text);
 */
export interface HttpContext {
  /** The request as it came. */
  readonly request: Request;
  /** The path that the application is mounted below; `''` for none. */
  readonly base: string;
  /** The headers that every response to the request gets. */
  readonly headers: Headers;
  /**
   * Whether the visitor's connection is encrypted, if the request's URL does not say: behind a proxy
   * that ends TLS. Add it through the option `context`.
   */
  readonly secure?: boolean | undefined;
  /** Builds the URL of a named route, with the base. */
  readonly url: BuildUrl;
}

/**
 * The request of a context.
 * @throws {WaymarkError} if something else was passed, such as the request itself or the match
 */
export function requestOf(context: Pick<HttpContext, 'request'>, where: string): Request {
  const request: Request | undefined = Object(context).request;
  if (typeof request?.url === 'string') return request;
  throw badArgument(where, 'context', 'the context of the action or the handler', context);
}

/** Where Express has mounted the application. */

/** The node:http request behind a `Request`, as Express extends it. */
interface NodeRequest {
  readonly baseUrl?: unknown;
}

/**
 * The path at which Express has mounted a handler; `''` for none. Express cuts it from the URL, so
 * the `Request` that an adapter makes lacks it.
 * @param request srvx has the node:http request in `request.runtime`
 * @param platform @hono/node-server passes it as `incoming`
 */
export function mountPath(request: Request, [first]: readonly unknown[]): string {
  // The casts name possible members; they are checked when used.
  const { runtime } = request as { readonly runtime?: { readonly node?: { req?: NodeRequest } } };
  const bindings = first as { readonly incoming?: NodeRequest } | null | undefined;
  const path = (runtime?.node?.req ?? bindings?.incoming)?.baseUrl;
  return typeof path === 'string' ? path : '';
}

/** Responses that exist already: recognises and copies them, and adds the headers of the context. */

/**
 * Whether a value is a response, of the runtime's class or of another package's. A value that
 * throws when checked, such as a revoked proxy, is not one.
 */
export function isResponse(value: unknown): value is Response {
  try {
    return (
      value instanceof Response || Object.prototype.toString.call(value) === '[object Response]'
    );
  } catch {
    return false;
  }
}

/** Statuses for which `Response` refuses a body, even an empty one. */
const BODILESS = [101, 103, 204, 205, 304];

/**
 * Copies a response into the global class, with its status, headers and body. A copy with another
 * status has the standard name of that status.
 * @param changes the members of the copy that differ
 */
export function copyOf(
  response: Response,
  changes: { readonly body?: ReadableStream | null; readonly status?: number } = {},
): Response {
  const { body = response.body, status = response.status } = changes;
  const statusText = status === response.status ? response.statusText : '';
  // A class that keeps the headers it is given, as @hono/node-server's does, must not get those of
  // the original: changing the copy would change them.
  const headers = new Headers(response.headers);
  return new Response(BODILESS.includes(status) ? null : body, { status, statusText, headers });
}

/**
 * Adds headers to a response that an application made, and lets `onResponse` set more. The response's
 * own take precedence, but cookies are appended. A response that switches protocols stays as it is.
 * @returns the response itself, or a copy if it is immutable or might be sent again
 */
export function addMissing(response: Response, added = new Headers()): Response {
  if (changesProtocol(response)) return response;
  return setHeaders(isLasting(response) ? copyOf(response) : response, added);
}

/**
 * Whether the headers of a response must not be set: they are immutable, like those of fetch() and
 * redirect(), or the response has no body and can answer many requests. Changing that one would send
 * one client's cookies to the next.
 */
function isLasting({ body, headers }: Response): boolean {
  if (body === null) return true;
  try {
    headers.delete('waymark-probe'); // throws if they are immutable, even without this header
    return false;
  } catch {
    return true;
  }
}

/**
 * Removes the headers that describe the response of an action that failed. The error response may
 * be cached only if its page says so.
 */
export function dropDescriptions(added: Headers): void {
  for (const name of [...added.keys()]) if (DESCRIPTIONS.test(name)) added.delete(name);
  if (added.has(CACHE)) added.set(CACHE, 'no-store');
}

const COOKIE = 'set-cookie';
const CACHE = 'cache-control';

/** Headers about a representation (RFC 9110, section 8) and its freshness. */
const DESCRIPTIONS =
  /^(?:content-(?!security-policy)|(?:accept-ranges|etag|expires|last-modified)$)/;

/**
 * Sets headers of a response, in place; cookies are appended.
 * @param replaces whether they replace headers of the same name, as for a value's response
 * @returns the response
 */
export function setHeaders(response: Response, added: Headers, replaces = false): Response {
  const { headers } = response;
  for (const [name, value] of added) {
    if (name === COOKIE) headers.append(name, value);
    else if (replaces || !headers.has(name)) headers.set(name, value);
  }
  return response;
}

/**
 * Whether a response switches protocols. A copy of Cloudflare's WebSocket response would lose a
 * member.
 */
function changesProtocol(response: Response): boolean {
  return response.status === 101 || ('webSocket' in response && Boolean(response.webSocket));
}

export function isEmpty(headers: Headers): boolean {
  return headers.keys().next().done === true;
}

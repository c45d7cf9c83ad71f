/** Makes a response of what an action returned. */
import { badArgument } from '../errors/argument.ts';

/**
 * Makes a response: a `Response` stays what it is, a string is HTML, an object, an array, a number
 * or a boolean is JSON, and nothing (`undefined`, `null`) is 204.
 *
 * @param value what the action or the handler returned, awaited
 * @param where whose value it is, for errors
 * @throws {WaymarkError} where nothing can be made of it: a function, a symbol, a bigint
 *
 * @example
 * toResponse({ id: 7 }, 'photos/show').headers.get('content-type'); // 'application/json'
 */
export function toResponse(value: unknown, where: string): Response {
  if (value instanceof Response) return value;
  if (value === undefined || value === null) return new Response(null, { status: 204 });
  if (typeof value === 'string') {
    return new Response(value, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
  if (typeof value === 'object' || typeof value === 'number' || typeof value === 'boolean') {
    return Response.json(value);
  }
  const wanted = 'a Response, a string, something for JSON, or nothing';
  throw badArgument(where, 'what it returned', wanted, value);
}

/**
 * A plain-text response with nothing in it but its status.
 *
 * @param status the status code
 * @param text its name
 * @param headers further headers
 *
 * @example
 * plainResponse(404, 'Not Found').status; // 404
 */
export function plainResponse(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const type = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response(text, { status, headers: { ...type, ...headers } });
}

/**
 * A response of the same headers and body with another status.
 *
 * @example
 * withStatus(new Response('Gone astray'), 404).status; // 404
 */
export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers });
}

/**
 * A response without its body, as HEAD has it (RFC 9110, section 9.3.2).
 *
 * @example
 * withoutBody(new Response('text')).body; // null
 */
export function withoutBody(response: Response): Response {
  const { status, statusText, headers } = response;
  response.body?.cancel().catch(() => undefined);
  return new Response(null, { status, statusText, headers });
}

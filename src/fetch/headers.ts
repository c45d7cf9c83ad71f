/** Adds the headers of `context.headers` to a response. */
import { copyOf } from './copy.ts';

/**
 * Adds headers to a response that an application made. The response's own take precedence, but
 * cookies are appended. A response that switches protocols stays as it is.
 * @param head whether the request is HEAD
 * @returns the response itself, or a copy if it is immutable or might be sent again
 */
export function addMissing(response: Response, added: Headers, head: boolean): Response {
  if (changesProtocol(response) || isEmpty(added)) return response;
  // A response without a body can answer many requests. Changing it would send one client's cookies
  // to the next.
  if (head || response.body === null) return merged(copyOf(response), added);
  try {
    return merged(response, added);
  } catch {
    // The first change throws if the headers are immutable, like those of fetch() and redirect().
    return merged(copyOf(response), added);
  }
}

/** Adds headers to a response that was made for a value. They replace headers of the same name. */
export function addAll(response: Response, added: Headers): Response {
  for (const [name, value] of added) {
    if (name === COOKIE) response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
}

/**
 * Removes the headers that describe the response of an action that failed. The error response may
 * be cached only if its page says so.
 */
export function keepForError(added: Headers): void {
  for (const name of [...added.keys()]) if (DESCRIPTIONS.test(name)) added.delete(name);
  if (added.has(CACHE)) added.set(CACHE, 'no-store');
}

const COOKIE = 'set-cookie';
const CACHE = 'cache-control';

/** Headers about a representation (RFC 9110, section 8) and its freshness. */
const DESCRIPTIONS =
  /^(?:content-(?!security-policy)|(?:accept-ranges|etag|expires|last-modified)$)/;

function merged(response: Response, added: Headers): Response {
  const { headers } = response;
  for (const [name, value] of added) {
    if (name === COOKIE) headers.append(name, value);
    else if (!headers.has(name)) headers.set(name, value);
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

function isEmpty(headers: Headers): boolean {
  return headers.keys().next().done === true;
}

/** Adds the headers of `context.headers` to a response. */
import { copyOf } from './copy.ts';

/**
 * Adds headers to a response that an application made. The response's own win, except that cookies
 * are appended. A response for a connection that changes its protocol stays as it is.
 * @param head whether the response answers HEAD
 * @returns the response itself, or a copy if it is immutable or might be sent again
 */
export function addMissing(response: Response, added: Headers, head: boolean): Response {
  if (changesProtocol(response) || isEmpty(added)) return response;
  // Without a body to use up, one response may answer many requests, so that the cookies of one
  // client would reach the next.
  if (head || response.body === null) return merged(copyOf(response), added);
  try {
    return merged(response, added);
  } catch {
    // The first change throws if the headers are immutable, as those of fetch() and redirect().
    return merged(copyOf(response), added);
  }
}

/** Adds headers to a response that was made for a value. They replace those of the same name. */
export function addAll(response: Response, added: Headers): Response {
  for (const [name, value] of added) {
    if (name === COOKIE) response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
}

/**
 * Removes the headers that describe the answer of an action, which has failed. The answer to the
 * error may be cached only if its page says so.
 */
export function keepForError(added: Headers): void {
  for (const name of [...added.keys()]) if (DESCRIPTIONS.test(name)) added.delete(name);
  if (added.has(CACHE)) added.set(CACHE, 'no-store');
}

const COOKIE = 'set-cookie';
const CACHE = 'cache-control';

/** Headers about a representation (RFC 9110, section 8), and how long it is fresh. */
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

/** Cloudflare's response for a WebSocket has a member that a copy would lose. */
function changesProtocol(response: Response): boolean {
  return response.status === 101 || ('webSocket' in response && Boolean(response.webSocket));
}

function isEmpty(headers: Headers): boolean {
  return headers.keys().next().done === true;
}

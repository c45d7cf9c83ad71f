/** Statuses for which `Response` refuses a body, even an empty one. */
const BODILESS = [101, 103, 204, 205, 304];

/** The members of a copy that differ. */
interface Changes {
  readonly body?: ReadableStream | null;
  readonly status?: number;
  readonly headers?: Headers;
}

/**
 * Copies a response into the global class, with its status, headers and body. A copy with another
 * status has the standard name of that status.
 */
export function copyOf(response: Response, changes: Changes = {}): Response {
  const { body = response.body, status = response.status, headers = response.headers } = changes;
  const statusText = status === response.status ? response.statusText : '';
  // A class that keeps the headers it is given, as @hono/node-server's does, must not get those of
  // the original: changing the copy would change them.
  const own = new Headers(headers);
  return new Response(BODILESS.includes(status) ? null : body, {
    ...{ status, statusText, headers: own },
  });
}

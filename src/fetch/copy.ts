/** Statuses for which `Response` refuses a body, even an empty one. */
const BODILESS = [101, 103, 204, 205, 304];

/** Copies a response into the global class, with its status, headers and body. */
export function copyOf({ body, status, statusText, headers }: Response): Response {
  return new Response(BODILESS.includes(status) ? null : body, { status, statusText, headers });
}

/** Statuses for which `Response` refuses a body, even an empty one. */
const BODILESS = [101, 103, 204, 205, 304];

/** A response of the global class with the status, the headers and the body of another. */
export function copyOf({ body, status, statusText, headers }: Response): Response {
  return new Response(BODILESS.includes(status) ? null : body, { status, statusText, headers });
}

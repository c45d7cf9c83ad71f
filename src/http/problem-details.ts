/** Writes errors as problem details. */
import type { Issue } from './http-error.ts';

/** The facts of a failed request, as a function for `errorPages` gets them. */
export interface Failure {
  /** The status to answer with. */
  readonly status: number;
  /** The name of the status, such as `Not Found`. */
  readonly title: string;
  /** The reason of a 400 for a malformed path or host: `malformed percent sequence`. */
  readonly reason?: string | undefined;
  /** The problems that a schema found, for a 422 that exposes them. */
  readonly issues?: readonly Issue[] | undefined;
  /** The methods that a 405 allows, `GET, HEAD`. The response gets this header in any case. */
  readonly allow?: string | undefined;
  /** The thrown value; `undefined` if nothing was thrown. It may contain secrets. */
  readonly cause?: unknown;
}

/**
 * Answers errors with problem details (RFC 9457), as the option `errorPages`: JSON of the type
 * `application/problem+json` with `type`, `title` and `status`. It has `detail` if waymark found the
 * path malformed, or if the thrown error has `expose: true` and a message; so don't put secrets into
 * the message of an `HttpError`. The problems that a schema found are the member `issues`.
 * @example
 * const fetch = createFetchHandler({ routes: Route.map(), errorPages: problemDetails });
 */
export function problemDetails({ status, title, reason, issues, cause }: Failure): Response {
  const detail = reason ?? (status < 500 ? messageOf(cause) : undefined);
  const headers = { 'content-type': 'application/problem+json' };
  return Response.json({ type: 'about:blank', title, status, detail, issues }, { status, headers });
}

/** The message of an error that exposes itself; `undefined` for others, and if it is empty. */
function messageOf(error: unknown): string | undefined {
  const { expose, message }: { readonly expose?: unknown; readonly message?: unknown } =
    Object(error);
  return expose === true && typeof message === 'string' && message !== '' ? message : undefined;
}

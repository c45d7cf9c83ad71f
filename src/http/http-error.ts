/**
 * The error for a request that its client got wrong, the names of the statuses of errors, and the
 * answer that describes any error.
 */
import { badArgument } from '../errors/argument.ts';

/** One problem of a value that a schema rejected. */
export interface Issue {
  /** The schema's message. */
  readonly message: string;
  /** The place in the value, as member names and indexes; empty for the whole value. */
  readonly path: readonly (string | number)[];
}

/**
 * Copies only message and path, since libraries add members that may contain the client's data. The
 * path is copied to a plain array, since arktype's has its own class, and valibot wraps its keys.
 */
export function readIssue({ message, path }: { message?: unknown; path?: unknown }): Issue {
  return { message: String(message), path: Array.isArray(path) ? Array.from(path, readKey) : [] };
}

function readKey(part: unknown): string | number {
  const key: unknown = typeof part === 'object' && part !== null && 'key' in part ? part.key : part;
  return typeof key === 'number' ? key : String(key);
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A status from 400 to 499, of an error that the client caused. */
export type ClientStatus = {
  [Text in `4${Digit}${Digit}`]: Text extends `${infer Status extends number}` ? Status : never;
}[`4${Digit}${Digit}`];

/**
 * An error caused by the client. `createFetchHandler` answers it with its status, through the page
 * for that status, instead of a 500, whether a handler, an action or the option `context` throws it.
 * The functions that read a body throw it with 400, 413, 415 and 422. You can throw it with any
 * status from 400 to 499. Two copies of the package have two classes; if both may be loaded,
 * compare `name`. `Status` is inferred, so that a literal status outside that range doesn't compile.
 * @example
 * if (!tickets.has(id)) throw new HttpError(404, `no ticket ${id}`);
 */
export class HttpError<Status extends number = number> extends Error {
  readonly status: number;
  /** Marks the status as safe to show to the client. */
  readonly expose = true;
  /** The problems that a schema found; empty unless the status is 422. */
  readonly issues: readonly Issue[];

  /**
   * @param status the status to answer with, from 400 to 499
   * @param message the problem, for logs; the client sees only the name of the status, unless a page
   *   such as `problemDetails` shows it
   * @param options `cause`: the underlying error; `issues`: the problems that a schema found
   * @throws {WaymarkError} if the status is not a client error
   */
  constructor(
    status: number extends Status ? Status : Status extends ClientStatus ? Status : ClientStatus,
    message?: string,
    options: Pick<Failure, 'cause' | 'issues'> = {},
  ) {
    if (!isClientError(status)) {
      throw badArgument('new HttpError', 'status', 'a whole number from 400 to 499', status);
    }
    super(message, options);
    this.status = status;
    this.issues = options.issues ?? [];
  }

  /**
   * A getter on the prototype, since the engine writes the stack before the constructor's body
   * runs.
   */
  override get name(): 'HttpError' {
    return 'HttpError';
  }
}

/** Whether a value is the status of an error that the client caused. */
export function isClientError(status: unknown): status is ClientStatus {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 499;
}

/** Whether a server such as srvx stopped a body at its own limit (RFC 9110, section 15.5.14). */
export function isTooLarge(error: unknown): boolean {
  const { status, code }: { status?: unknown; code?: unknown } = Object(error);
  return status === 413 && code === 'ERR_BODY_TOO_LARGE';
}

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
 * The names of the statuses that an error can have here, as IANA registers them: RFC 9110, sections 15.5 and 15.6,
 * and the RFCs that extend it. Each can have a page in `errorPages`.
 */
export const STATUS_TEXTS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  504: 'Gateway Timeout',
};

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

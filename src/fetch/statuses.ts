/** The statuses of errors: their names, the errors that choose one, and the pages that answer. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import {
  type ClientStatus,
  type Failure,
  type Issue,
  isClientError,
  isTooLarge,
  readIssue,
} from '../http/http-error.ts';
import type { RequestContext } from '../table/handler.ts';

/**
 * The names of the statuses of errors, as IANA registers them: RFC 9110, sections 15.5 and 15.6,
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
 * The name of a status from 400 to 599. An unknown one means the same as the first of its class
 * (RFC 9110, section 15).
 */
export function textOf(status: number): string {
  const texts: Readonly<Record<number, string | undefined>> = STATUS_TEXTS;
  return texts[status] ?? STATUS_TEXTS[status < 500 ? 400 : 500];
}

/** A class of errors. The type allows private constructors, since only instances matter. */
export type ErrorClass = abstract new (...args: never[]) => unknown;

/** Classes of errors, each with the status, from 400 to 499, that answers its instances. */
export type ErrorStatus = Iterable<readonly [ErrorClass, ClientStatus]>;

export function readErrorStatus(
  given: ErrorStatus,
  where: string,
): readonly (readonly [ErrorClass, ClientStatus])[] {
  if (typeof given !== 'object' || typeof given[Symbol.iterator] !== 'function') {
    throw badArgument(where, 'errorStatus', 'a list such as [[NotFound, 404]]', given);
  }
  return Array.from(given, (pair: unknown, index) => {
    const [type, status]: unknown[] = Array.isArray(pair) ? pair : [];
    if (isClass(type) && isClientError(status)) return [type, status as ClientStatus]; // the cast: it is from 400 to 499
    const wanted = 'a class of errors and a status from 400 to 499';
    throw badArgument(where, `errorStatus[${index}]`, wanted, pair);
  });
}

/**
 * The status of an error that the client may see: the status that the application gives its class,
 * or the error's own if it has `expose: true`, like the errors of `http-errors`. A status alone is
 * no proof: errors of an HTTP client carry the status of another server.
 * @returns `null` for any other error, and for a value that throws when inspected
 */
export function exposedStatus(
  error: unknown,
  classes: readonly (readonly [ErrorClass, number])[],
): number | null {
  if (typeof error !== 'object' || error === null) return null;
  try {
    const own = classes.find(([type]) => error instanceof type);
    if (own !== undefined) return own[1];
    // The cast names possible members; they are checked when read.
    const { expose, status } = error as { readonly expose?: unknown; readonly status?: unknown };
    if (isTooLarge(error)) return 413;
    return expose === true && isClientError(status) ? status : null;
  } catch {
    return null;
  }
}

function isClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && typeof value.prototype === 'object';
}

/**
 * Answers instead of an action. It is called with the context, and with the thrown error, if any.
 * Its result is treated like an action's. To type the members that your application adds to the
 * context, annotate the parameter: `(context: Context<AppContext>) => …`.
 * @example
 * const page: PageHandler = ({ request }) => html`<h1>Nothing at ${request.url}</h1>`;
 */
export type PageHandler = {
  // A method, since the parameters of methods may be narrower than declared: only the application
  // knows what it adds to the context.
  handle(context: RequestContext, error?: unknown): unknown;
}['handle'];

/**
 * Pages by status, each the destination of an action or a handler: 400 for a bad request, 404 for a
 * path without an action, 405 for a wrong method, 413 for a form that is too long, 500 for an
 * application error, 502 and 504 for a gateway whose backend gives no answer, and any other status
 * that an error may expose. The table's `404_override` is
 * the destination of the page for 404, so only a handler is allowed for 404 here.
 * @example
 * const errorPages: ErrorPages = { 404: () => 'Nothing here', 500: 'errors/broken' };
 */
export type ErrorPages = {
  readonly [Status in PageStatus]?: string | PageHandler;
} & { readonly 404?: PageHandler };

/**
 * Answers every error of an application: 400, 404, 405, 413, 500, and whatever a guard or an action
 * throws. Its result is treated like an action's, and a success gets the status of the error. To
 * type the members that your application adds to the context, annotate the second parameter.
 * @example
 * const errorPages: ErrorHandler = ({ status, title }) => ({ status, title });
 */
export type ErrorHandler = {
  // A method, as above.
  handle(failure: Failure, context: RequestContext): unknown;
}['handle'];

/** A destination or a function, whichever form the option has. */
export type Page = string | ((context: RequestContext, failure: Failure) => unknown);

type PageStatus = keyof typeof STATUS_TEXTS;

/**
 * Reads the issues of an error that is answered with 422, such as an `HttpError`, or an error of zod
 * whose class is in `errorStatus`.
 */
export function readIssues(status: number, error: unknown): readonly Issue[] | undefined {
  if (status !== 422) return undefined;
  const { issues }: { readonly issues?: unknown } = Object(error);
  return Array.isArray(issues) && issues.length > 0
    ? issues.map((issue) => readIssue(Object(issue)))
    : undefined;
}

/** @param override the table's page for 404, if it has one */
export function readPages(
  pages: ErrorPages | ErrorHandler,
  override: string | null,
): (status: number) => Page | null {
  if (typeof pages === 'function') return () => (context, failure) => pages(failure, context);
  const read = new Map<number, Page>();
  for (const [status, page] of Object.entries(pages)) {
    const own: Page =
      typeof page === 'string' ? page : (context, { cause }) => page(context, cause);
    read.set(Number(status), own);
  }
  return (status) => read.get(status) ?? (status === 404 ? override : null);
}

/**
 * Checks pages.
 * @param override the table's page for 404, if it has one
 * @param finds whether a destination leads to a file
 * @throws {WaymarkError} if a page is wrong
 */
export function checkPages(
  pages: ErrorPages | ErrorHandler,
  override: string | null,
  finds: (destination: string) => boolean,
  where: string,
): void {
  if (typeof pages === 'function') {
    if (override !== null) throw refusedPage(where, '404', pages);
    return;
  }
  // A Map would be read as no pages.
  if (typeof pages !== 'object' || Symbol.toStringTag in pages) {
    const wanted = 'an object of destinations by status, or a function';
    throw badArgument(where, 'errorPages', wanted, pages);
  }
  for (const [status, page] of Object.entries(pages)) {
    const fits =
      typeof page === 'function'
        ? status !== '404' || override === null
        : typeof page === 'string' && page !== '' && status !== '404' && finds(page);
    if (!fits || !Object.hasOwn(STATUS_TEXTS, status)) throw refusedPage(where, status, page);
  }
}

function refusedPage(where: string, status: string, page: unknown): WaymarkError {
  const name = `errorPages[${status}]`;
  if (!Object.hasOwn(STATUS_TEXTS, status)) {
    const advice = `known statuses: ${Object.keys(STATUS_TEXTS).join(', ')}`;
    return new WaymarkError('bad-argument', where, `${name} is for an unknown status`, advice);
  }
  if (status === '404' && typeof page === 'function') {
    const problem = 'errorPages has a handler for 404, and the table has 404_override';
    return new WaymarkError('bad-argument', where, problem, 'leave one of them out');
  }
  if (typeof page !== 'string' || page === '') {
    const wanted = "a destination such as 'errors/broken', or a handler";
    return badArgument(where, name, wanted, page);
  }
  if (status === '404') {
    const advice =
      "write it into the table, Route.map({ '404_override': 'errors/missing' }), or a handler here";
    const problem = 'errorPages has a destination for 404';
    return new WaymarkError('bad-argument', where, problem, advice);
  }
  const problem = `no file answers to ${name}, ${quote(page)}`;
  const advice =
    'correct it, or put a file there; npx waymark check --files names the nearest file';
  return new WaymarkError('bad-argument', where, problem, advice);
}

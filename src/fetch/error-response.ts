/** Answers errors, each with its status: through the page for it, or as plain text or JSON. */
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { type Context, contextFor, type Task } from '../hmvc/context.ts';
import {
  type Failure,
  type Issue,
  isClientError,
  isTooLarge,
  readIssue,
  STATUS_TEXTS,
} from '../http/http-error.ts';
import { type Application, Exchange } from './exchange.ts';
import { copyOf, dropDescriptions, isResponse, setHeaders } from './headers.ts';
import { log, logFailure } from './log.ts';
import type { ErrorClass, Page } from './options.ts';
import { JSON_TYPE, PLAIN, sizedResponse, textResponse, toResponse } from './response.ts';

/**
 * Answers with a status: through its page, or as text or JSON if there is no page or the page throws.
 * A page keeps its own status, unless that is a success. Synchronous if there is no page.
 */
export function fail(
  exchange: Exchange,
  given: Omit<Failure, 'title'>,
): Response | Promise<Response> {
  if (exchange.headersIfRead !== undefined) dropDescriptions(exchange.headersIfRead);
  const failure = { ...given, title: titleOf(given.status) };
  const page = exchange.application.pages(given.status);
  return page === null ? defaultFailure(exchange, failure) : answerPage(exchange, failure, page);
}

/**
 * Answers a request that didn't reach the application: with the page for a status, whose context has
 * no members of the option `context`.
 */
export function failAlone(
  application: Application,
  request: Request,
  status: number,
): Response | Promise<Response> {
  const exchange = new Exchange({ ...application, context: undefined }, request, []);
  exchange.readMethod();
  return fail(exchange, { status });
}

/** A 500 in plain text, with no part of the application in it. */
export function failPlainly(sender: Pick<Exchange, 'isHead' | 'Response'>): Response {
  return sizedResponse(titleOf(500), PLAIN, sender, 500);
}

/**
 * Answers a request whose action threw. A thrown `Response` is the answer; anything else is an
 * error for `onError`. Never rejects: if this fails too, the answer is a 500 made without the
 * application.
 */
export async function recover(exchange: Exchange, thrown: unknown): Promise<Response> {
  try {
    return await answerThrown(exchange, thrown);
  } catch (second) {
    await exchange.report(second, 500);
    return failPlainly({ isHead: exchange.isHead, Response });
  }
}

async function answerThrown(exchange: Exchange, thrown: unknown): Promise<Response> {
  const { application } = exchange;
  const end = endOfNode(exchange);
  if (end !== null) {
    await exchange.report(calledByNode(application.where), 500);
    // Without an adapter, its client would wait for ever.
    end(titleOf(500));
    return failPlainly(exchange);
  }
  const { response, error } = readThrown(thrown, exchange);
  if (response !== null) return response;
  const exposed = exposedStatus(error, application.errorStatus);
  const status = exposed ?? 500;
  const { answer } = await exchange.report(error, status, exposed !== null);
  if (isResponse(answer)) {
    const own = readThrown(answer, exchange);
    if (own.response !== null) return own.response;
    log(own.error);
    // Returning a response keeps the error out of the log, but this one can't be sent.
    logFailure(exchange, error, status);
  }
  return fail(exchange, { status, issues: readIssues(status, error), cause: error });
}

/** A header that names a type of JSON, but no other text and no wildcard. */
const ONLY_JSON = /^(?!.*(?:text\/(?!json)|\*)).*[/+]json(?![\w-])/i;

/** The request's headers that decide between text and JSON. */
const DECIDING = ['accept', 'content-type'];
const vary = DECIDING.join(', ');
const FAILED_PLAIN = { ...PLAIN, vary };
const FAILED_JSON = { ...JSON_TYPE, vary };

/** The answer without a page: plain text, or JSON to a client that sent JSON or accepts no text. */
function defaultFailure(exchange: Exchange, failure: Failure): Response {
  const { status, title, reason, issues, allow } = failure;
  const { headers } = exchange.request;
  // Something other than a request has no `get`.
  const wantsJson = DECIDING.some((name) => ONLY_JSON.test(headers.get?.(name) ?? ''));
  const [text, fields] = wantsJson
    ? [JSON.stringify({ status, title, reason, issues }), FAILED_JSON]
    : [reason === undefined ? title : `${title}: ${reason}`, FAILED_PLAIN];
  const response = textResponse(text, fields, exchange, status);
  const { headersIfRead } = exchange;
  if (headersIfRead !== undefined) {
    // A failed page may have set headers that describe it.
    dropDescriptions(headersIfRead);
    headersIfRead.append('vary', vary);
    setHeaders(response, headersIfRead, true);
  }
  if (allow !== undefined) response.headers.set('allow', allow);
  return response;
}

/** Returns the thrown response, or the error. The error may be that the response can't be sent. */
function readThrown(
  thrown: unknown,
  exchange: Exchange,
): { readonly response: Response | null; readonly error?: unknown } {
  if (!isResponse(thrown)) return { response: null, error: thrown };
  try {
    return { response: toResponse(thrown, exchange) };
  } catch (error) {
    return { response: null, error };
  }
}

async function answerPage(exchange: Exchange, failure: Failure, page: Page): Promise<Response> {
  const { runner } = exchange.application;
  exchange.status = failure.status;
  exchange.destination = typeof page === 'string' ? page : null;
  if (failure.allow !== undefined) exchange.headers.set('allow', failure.allow);
  try {
    const task: Task | null =
      typeof page === 'string'
        ? await runner.find(page)
        : { module: null, run: (context: Context) => page(context, failure) };
    if (task !== null) {
      let context: Context;
      try {
        context = await contextFor(runner, exchange, task.module);
      } catch (thrown) {
        // As for a route. The page for this error gets the context without additions.
        exchange.dropAdditions();
        return answerThrown(exchange, thrown);
      }
      const value = await task.run(context);
      // A 405 must have it (RFC 9110, section 15.5.6), whatever the context sets.
      if (failure.allow !== undefined) exchange.headers.set('allow', failure.allow);
      return asFailure(toResponse(value, exchange), failure);
    }
    await reportMissingPage(exchange, failure.status, String(page)); // only a destination can have no action
  } catch (thrown) {
    const { response, error } = readThrown(thrown, exchange);
    if (response !== null) return asFailure(response, failure);
    await exchange.report(error, failure.status);
  }
  return defaultFailure(exchange, failure);
}

/** A page's success gets the status of its error. */
function asFailure(response: Response, { status }: Failure): Response {
  return response.ok ? copyOf(response, { status }) : response;
}

/** Reports a destination without an action only once, so that no client can fill the log. */
async function reportMissingPage(
  exchange: Exchange,
  status: number,
  destination: string,
): Promise<void> {
  const { missingPages } = exchange.application;
  if (missingPages.has(destination)) return;
  missingPages.add(destination);
  const where = `the page for ${status}, ${quote(destination)}`;
  const problem = 'no action answers to this destination';
  const advice = 'name module, controller and a public method of the class';
  await exchange.report(new WaymarkError('no-action', where, problem, advice), status);
}

/**
 * The name of a status from 400 to 599. An unknown one means the same as the first of its class
 * (RFC 9110, section 15).
 */
export function titleOf(status: number): string {
  const texts: Readonly<Record<number, string | undefined>> = STATUS_TEXTS;
  return texts[status] ?? STATUS_TEXTS[status < 500 ? 400 : 500];
}

/**
 * The status of an error that the client may see: the status that the application gives its class,
 * the error's own if it has `expose: true`, like the errors of `http-errors`, or 413 if the server
 * stopped a body that is too long. A status alone is no proof: errors of an HTTP client carry the
 * status of another server.
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

/**
 * Returns the function that ends a request of node:http, whose handler gets the response as its second
 * argument; `null` for a `Request`, which has `headers.get`.
 */
function endOfNode({ request, platform: [response] }: Exchange): ((text: string) => void) | null {
  if (typeof request.headers.get === 'function') return null;
  // The cast names possible members; `end` is checked before it is called.
  const given = response as { statusCode: number; end(text: string): unknown } | null | undefined;
  if (typeof given?.end !== 'function') return null;
  return (text) => {
    given.statusCode = 500;
    given.end(text);
  };
}

/** The error for a handler that was passed to `http.createServer`, Express or Connect. */
function calledByNode(where: string): WaymarkError {
  const problem = 'it was called with a request of node:http, not with a Request';
  const advice =
    "serve it with srvx, serve({ fetch: handler }), or with createServer(getRequestListener(handler)) of '@hono/node-server'";
  return new WaymarkError('bad-argument', where, problem, advice);
}

/** Answers errors: through their pages, or without the application. */
import { WaymarkError } from '../errors/error.ts';
import { isPromise, quote } from '../errors/show.ts';
import { contextFor, type Task } from '../hmvc/context.ts';
import type { Context } from '../hmvc/controller.ts';
import type { Failure } from '../http/problem-details.ts';
import { type Exchange, log, logFailure } from './exchange.ts';
import { addMissing, copyOf, isResponse, keepForError } from './headers.ts';
import type { RouteInfo } from './options.ts';
import { calledByNode, type NodeResponse, nodeResponseOf } from './request.ts';
import { sizedResponse, toResponse, usable } from './respond.ts';
import { exposedStatus, type Page, readIssues, textOf } from './statuses.ts';

/**
 * Answers with a status: through its page, or in plain text if there is no page or the page throws.
 * A page keeps its own status, unless that is a success. Synchronous if there is no page.
 */
export function fail(
  exchange: Exchange,
  given: Omit<Failure, 'title'>,
): Response | Promise<Response> {
  const failure = { ...given, title: textOf(given.status) };
  if (exchange.touched !== undefined) keepForError(exchange.touched);
  const page = exchange.application.pages(failure.status);
  return page === null ? plainFailure(exchange, failure) : answerPage(exchange, failure, page);
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
    return sizedResponse(textOf(500), TEXT, { head: exchange.head, Response }, 500);
  }
}

/**
 * Calls `onResponse`, and logs what it throws. Never throws or rejects.
 * @returns the response that it returned; otherwise the given one, or a 500 if it failed after it had
 *   read the body
 */
export function finish(
  exchange: Exchange,
  response: Response,
  call: (info: RouteInfo) => unknown,
): Response | Promise<Response> {
  const { head, Response } = exchange;
  const where = () => 'onResponse';
  const read = (result: unknown) =>
    result !== response && isResponse(result)
      ? usable(result, { head, Response, where })
      : response;
  const keep = (error: unknown) => {
    log(error);
    return response.bodyUsed ? sizedResponse(textOf(500), TEXT, exchange, 500) : response;
  };
  try {
    const result = call(exchange.info(response.status));
    return isPromise(result) ? Promise.resolve(result).then(read).catch(keep) : read(result);
  } catch (error) {
    return keep(error);
  }
}

async function answerThrown(exchange: Exchange, thrown: unknown): Promise<Response> {
  const { request, platform, application } = exchange;
  const node = nodeResponseOf(request, platform);
  if (node !== null) return answerNode(node, exchange);
  const { response, error } = readThrown(thrown, exchange);
  if (response !== null) return response;
  const exposed = exposedStatus(error, application.errorStatus);
  const status = exposed ?? 500;
  const { answer } = await exchange.report(error, status, exposed !== null);
  if (isResponse(answer)) {
    const own = readThrown(answer, exchange);
    if (own.response !== null) return own.response;
    log(own.error);
    // The response said that the application has logged it.
    logFailure(exchange, error, status);
  }
  return fail(exchange, { status, issues: readIssues(status, error), cause: error });
}

/** Ends a request that came without an adapter, so that its client doesn't wait for ever. */
async function answerNode(node: NodeResponse, exchange: Exchange): Promise<Response> {
  await exchange.report(calledByNode(exchange.application.where), 500);
  node.statusCode = 500;
  node.end(textOf(500));
  return sizedResponse(textOf(500), TEXT, exchange, 500);
}

const TEXT = 'text/plain; charset=utf-8';

/** A header that names a type of JSON, but no other text and no wildcard. */
const ONLY_JSON = /^(?!.*(?:text\/(?!json)|\*)).*[/+]json(?![\w-])/i;

/** The request's headers that decide between text and JSON. */
const DECIDING = ['accept', 'content-type'] as const;

/** The answer without a page: plain text, or JSON to a client that sent JSON or accepts no text. */
function plainFailure(exchange: Exchange, failure: Failure): Response {
  const { status, title, reason, issues } = failure;
  const { headers } = exchange.request;
  // Something other than a request has no `get`.
  const wantsJson = DECIDING.some((name) => ONLY_JSON.test(String(headers.get?.(name))));
  const [text, type] = wantsJson
    ? [JSON.stringify({ status, title, reason, issues }), 'application/json']
    : [reason === undefined ? title : `${title}: ${reason}`, TEXT];
  const response = sizedResponse(text, type, exchange, status);
  const { touched } = exchange;
  if (touched === undefined) {
    response.headers.set('vary', DECIDING.join(', '));
    return response;
  }
  // A failed page may have set headers that describe it.
  keepForError(touched);
  touched.append('vary', DECIDING.join(', '));
  return addMissing(response, touched);
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
    await reportOnce(exchange, failure.status, String(page)); // only a destination can have no action
  } catch (thrown) {
    const { response, error } = readThrown(thrown, exchange);
    if (response !== null) return asFailure(response, failure);
    await exchange.report(error, failure.status);
  }
  return plainFailure(exchange, failure);
}

/** A page's success gets the status of its error. */
function asFailure(response: Response, { status }: Failure): Response {
  return response.ok ? copyOf(response, { status }) : response;
}

/** Reports only once, so that no client can fill the log. */
async function reportOnce(exchange: Exchange, status: number, destination: string): Promise<void> {
  const { reported } = exchange.application;
  if (reported.has(destination)) return;
  reported.add(destination);
  await exchange.report(noAction(status, destination), status);
}

function noAction(status: number, destination: string): WaymarkError {
  const where = `the page for ${status}, ${quote(destination)}`;
  const advice = 'name module, controller and a public method of the class';
  return new WaymarkError('no-action', where, 'no action answers to this destination', advice);
}

import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { runDestination } from '../hmvc/run.ts';
import type { Exchange } from './exchange.ts';
import { isResponse } from './is-response.ts';
import { log } from './log.ts';
import { plainResponse, toResponse, withStatus } from './respond.ts';

interface Failure {
  readonly status: 400 | 404 | 405 | 413 | 500;
  /** The name of the status, and further plain text. */
  readonly text: string;
  /** What the response must have, whatever makes it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What `onError` has been called with. */
  readonly error?: unknown;
}

/**
 * Answers with a status: through its page, or in plain text if there is none or it throws. A page
 * that says success gets the status; any other status stays. Not a promise without a page.
 */
export function fail(exchange: Exchange, failure: Failure): Response | Promise<Response> {
  const { pages, router } = exchange.application;
  const { status } = failure;
  const destination =
    status === 404 ? router.settings.notFoundOverride : (pages.get(status) ?? null);
  return destination === null
    ? plainFailure(exchange, failure)
    : answerPage(exchange, failure, destination);
}

/**
 * Answers for what was thrown: a `Response` is the answer, anything else an error for `onError`. Never
 * rejects: if that fails as well, the answer is a 500 that depends on nothing of the application.
 */
export async function recover(exchange: Exchange, thrown: unknown): Promise<Response> {
  try {
    return await answerThrown(exchange, thrown);
  } catch (second) {
    await exchange.report(second);
    return plainResponse(500, INTERNAL_ERROR, {}, { head: exchange.head, Response });
  }
}

async function answerThrown(exchange: Exchange, thrown: unknown): Promise<Response> {
  const { response, error } = readThrown(thrown, exchange);
  if (response !== null) return response;
  const { answer } = await exchange.report(error);
  if (isResponse(answer)) {
    const { response, error } = readThrown(answer, exchange);
    if (response !== null) return response;
    log(error);
  }
  return fail(exchange, { status: 500, text: INTERNAL_ERROR, error });
}

function plainFailure(exchange: Exchange, { status, text, headers = {} }: Failure): Response {
  return plainResponse(status, text, headers, exchange);
}

/** The response that was thrown; or else the error: what was thrown, or why its response can't be sent. */
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

async function answerPage(
  exchange: Exchange,
  failure: Failure,
  destination: string,
): Promise<Response> {
  exchange.route = null;
  exchange.name = null;
  exchange.status = failure.status;
  exchange.params = [];
  exchange.destination = destination;
  try {
    const outcome = await runDestination(exchange.application.loader, destination, exchange);
    if (outcome !== null) return asPage(toResponse(outcome.value, exchange), failure);
    await reportOnce(exchange, failure.status, destination);
  } catch (thrown) {
    const { response, error } = readThrown(thrown, exchange);
    if (response !== null) return withHeaders(response, failure);
    // The page needs the context, whose error may be the one that it is for.
    const known = 'error' in failure && error === failure.error;
    if (!known) await exchange.report(error);
  }
  return plainFailure(exchange, failure);
}

function asPage(response: Response, failure: Failure): Response {
  return withHeaders(response.ok ? withStatus(response, failure.status) : response, failure);
}

function withHeaders(response: Response, { headers }: Failure): Response {
  if (headers === undefined) return response;
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers: all });
}

/** Once, since a client must not fill a log. */
async function reportOnce(exchange: Exchange, status: number, destination: string): Promise<void> {
  const { reported } = exchange.application;
  if (reported.has(destination)) return;
  reported.add(destination);
  await exchange.report(noAction(status, destination));
}

const INTERNAL_ERROR = 'Internal Server Error';

function noAction(status: number, destination: string): WaymarkError {
  const where = `the page for ${status}, ${quote(destination)}`;
  const advice = 'name module, controller and a public method of the class';
  return new WaymarkError('no-action', where, 'no action answers to this destination', advice);
}

import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { andThen } from '../hmvc/promise.ts';
import { Exchange } from './exchange.ts';
import type { Application } from './options.ts';
import { log, type Received, report } from './report.ts';
import { isResponse, plainResponse, toResponse, withStatus } from './respond.ts';
import { runAction } from './run.ts';

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
 * that says success gets the status; any other status stays.
 */
export function fail(
  application: Application,
  exchange: Exchange,
  failure: Failure,
): Response | Promise<Response> {
  const { status, text, headers = {} } = failure;
  const { pages, router } = application;
  const destination =
    status === 404 ? router.settings.notFoundOverride : (pages.get(status) ?? null);
  const page =
    destination === null ? null : answerPage(application, exchange, failure, destination);
  return andThen(page, (response) => response ?? plainResponse(status, text, headers, exchange));
}

/**
 * Answers for what was thrown: a `Response` is the answer, anything else an error for `onError`. Never
 * rejects: if that fails as well, the answer is a 500 that depends on nothing of the application.
 * @param received the request, as an exchange if there is one
 */
export async function recover(
  application: Application,
  received: Exchange | Received,
  thrown: unknown,
): Promise<Response> {
  if (!(received instanceof Exchange)) return giveUp(application, received, thrown);
  try {
    return await answerThrown(application, received, thrown);
  } catch (second) {
    return giveUp(application, received, second);
  }
}

async function answerThrown(
  application: Application,
  exchange: Exchange,
  thrown: unknown,
): Promise<Response> {
  const { response, error } = readThrown(thrown, exchange);
  if (response !== null) return response;
  const { answer } = await report(application, exchange, error);
  if (isResponse(answer)) {
    const { response, error } = readThrown(answer, exchange);
    if (response !== null) return response;
    log(error);
  }
  return fail(application, exchange, { status: 500, text: INTERNAL_ERROR, error });
}

/** The answer if everything else has failed. */
async function giveUp(
  application: Application,
  received: Received & { readonly head?: boolean },
  error: unknown,
): Promise<Response> {
  await report(application, received, error);
  return plainResponse(500, INTERNAL_ERROR, {}, { head: received.head === true, Response });
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
  application: Application,
  exchange: Exchange,
  failure: Failure,
  destination: string,
): Promise<Response | null> {
  exchange.route = null;
  exchange.name = null;
  exchange.status = failure.status;
  exchange.params = [];
  try {
    const response = await runAction(application, exchange, destination);
    if (response !== null) return asPage(response, failure);
    await reportOnce(application, exchange, failure.status, destination);
    return null;
  } catch (thrown) {
    const { response, error } = readThrown(thrown, exchange);
    if (response !== null) return withHeaders(response, failure);
    // The page needs the context, whose error may be the one that it is for.
    const known = 'error' in failure && error === failure.error;
    if (!known) await report(application, exchange, error);
    return null;
  }
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
async function reportOnce(
  application: Application,
  exchange: Exchange,
  status: number,
  destination: string,
): Promise<void> {
  const { reported } = application;
  if (reported.has(destination)) return;
  reported.add(destination);
  await report(application, exchange, noAction(status, destination));
}

const INTERNAL_ERROR = 'Internal Server Error';

function noAction(status: number, destination: string): WaymarkError {
  const where = `the page for ${status}, ${quote(destination)}`;
  const advice = 'name module, controller and a public method of the class';
  return new WaymarkError('no-action', where, 'no action answers to this destination', advice);
}

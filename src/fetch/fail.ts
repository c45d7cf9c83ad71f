import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { contextFor, Task } from '../hmvc/context.ts';
import { type Issue, readIssue } from '../http/http-error.ts';
import { isJson } from '../http/media-type.ts';
import { type Exchange, log } from './exchange.ts';
import { addMissing, copyOf, isResponse, keepForError } from './headers.ts';
import { calledByNode, type NodeResponse, nodeResponseOf } from './request.ts';
import { plainResponse, toResponse } from './respond.ts';
import { exposedStatus, type PageHandler, textOf } from './statuses.ts';

interface Failure {
  readonly status: number;
  /** The plain text; by default the name of the status. */
  readonly text?: string;
  /** Headers that the response must have, even if a page makes it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The error that was already passed to `onError`. */
  readonly error?: unknown;
}

/**
 * Answers with a status: through its page, or in plain text if there is no page or the page throws.
 * A page keeps its own status, unless that is a success. Synchronous if there is no page.
 */
export function fail(exchange: Exchange, failure: Failure): Response | Promise<Response> {
  const { pages, router } = exchange.application;
  const { status } = failure;
  if (exchange.touched !== undefined) keepForError(exchange.touched);
  const page = pages.get(status) ?? (status === 404 ? router.settings.notFoundOverride : null);
  if (page !== null) return answerPage(exchange, failure, page);
  const issues = status === 422 ? issuesResponse(failure.error, exchange.request) : null;
  return issues === null ? plainFailure(exchange, failure) : toResponse(issues, exchange);
}

/** Answers a request for which the application has no action. */
export function answerMissed(exchange: Exchange): Response | Promise<Response> {
  return fail(exchange, { status: 404 });
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
    return plainResponse(500, textOf(500), {}, { head: exchange.head, Response });
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
    const { response, error } = readThrown(answer, exchange);
    if (response !== null) return response;
    log(error);
  }
  return fail(exchange, { status, error });
}

/** Ends a request that came without an adapter, so that its client doesn't wait for ever. */
async function answerNode(node: NodeResponse, exchange: Exchange): Promise<Response> {
  await exchange.report(calledByNode(exchange.application.where), 500);
  node.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
  node.end(textOf(500));
  return plainFailure(exchange, { status: 500 });
}

function plainFailure(exchange: Exchange, { status, text, headers = {} }: Failure): Response {
  const response = plainResponse(status, text ?? textOf(status), headers, exchange);
  const { touched, head } = exchange;
  if (touched === undefined) return response;
  // A failed page may have set headers that describe it.
  keepForError(touched);
  return addMissing(response, touched, head);
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

async function answerPage(
  exchange: Exchange,
  failure: Failure,
  page: string | PageHandler,
): Promise<Response> {
  const { runner } = exchange.application;
  exchange.route = null;
  exchange.name = null;
  exchange.pageStatus = failure.status;
  exchange.params = [];
  exchange.destination = typeof page === 'string' ? page : null;
  try {
    const task =
      typeof page === 'string'
        ? await runner.find(page)
        : new Task(null, (context) => page(context, failure.error));
    if (task !== null) {
      const value = await task.run(await contextFor(runner, exchange, task.module));
      return asPage(toResponse(value, exchange), failure);
    }
    await reportOnce(exchange, failure.status, String(page)); // only a destination can have no action
  } catch (thrown) {
    const { response, error } = readThrown(thrown, exchange);
    if (response !== null) return withHeaders(response, failure);
    // The page needs the context, which may throw the same error that the page reports.
    const known = 'error' in failure && error === failure.error;
    if (!known) await exchange.report(error, failure.status);
  }
  return plainFailure(exchange, failure);
}

function asPage(response: Response, failure: Failure): Response {
  return withHeaders(
    response.ok ? copyOf(response, { status: failure.status }) : response,
    failure,
  );
}

function withHeaders(response: Response, { headers }: Failure): Response {
  if (headers === undefined) return response;
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return copyOf(response, { headers: all });
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

/**
 * Names the mistakes to a client that sent JSON:
 * `{ "issues": [{ "message": "is too short", "path": ["title"] }] }`.
 * @param error an error with status 422, such as one from `readJson`
 * @returns `null` if the client sent another type, or the error exposes no issues
 */
function issuesResponse(error: unknown, request: Request): Response | null {
  if (!isJson(request)) return null;
  const issues = readIssues(error);
  return issues === null ? null : Response.json({ issues }, { status: 422 });
}

/** Reads the issues of an error that exposes itself. For others, the application chose a status. */
function readIssues(error: unknown): readonly Issue[] | null {
  // The cast names possible members; they are checked when read.
  const { expose, issues } = error as { readonly expose?: unknown; readonly issues?: unknown };
  if (expose !== true || !Array.isArray(issues) || issues.length === 0) return null;
  return issues.map(readIssue);
}

/** Answers a request: through the table, and errors through their pages or without the application. */
import { WaymarkError } from '../errors/error.ts';
import { isPromise, quote } from '../errors/show.ts';
import { type Context, contextFor, type Task } from '../hmvc/context.ts';
import type { Failure } from '../http/http-error.ts';
import { mountPath } from '../http/request.ts';
import { queryOf, restoreRest, targetOf } from '../path/normalise.ts';
import { servedMethod } from '../resolve/resolver.ts';
import { REDIRECT } from '../table/destination.ts';
import {
  calledByNode,
  cutBase,
  type Exchange,
  endOfNode,
  isHost,
  log,
  logFailure,
} from './exchange.ts';
import { addMissing, copyOf, isResponse, keepForError } from './headers.ts';
import { PLAIN, sizedResponse, toResponse, usable } from './respond.ts';
import { exposedStatus, type Page, readIssues, textOf } from './statuses.ts';

/** A task to run or a response; `null` if the application has no action for the request. */
type Next = Task | Response | null;

/**
 * Answers a request, and passes the response to `onResponse`. Never rejects. Every request awaits
 * only this function, and this function awaits only promises, since each wait delays the answer.
 * Common paths are synchronous.
 * @returns `null` if a middleware has no action for the request
 */
export async function answer(exchange: Exchange): Promise<Response | null> {
  const { onResponse, reports, isMiddleware } = exchange.application;
  const begun = onResponse === undefined ? 0 : performance.now();
  let response: Response | null;
  try {
    exchange.readMethod();
    const started = start(exchange);
    const next = isPromise(started) ? await started : started;
    if (next !== null && 'run' in next) {
      const { module, run } = next; // a handler is called without `this`
      const context = contextFor(exchange.application.runner, exchange, module);
      const answered = run(isPromise(context) ? await context : context);
      const value = isPromise(answered) ? await answered : answered;
      if (value === undefined) reports?.nothing(exchange);
      response = toResponse(value, exchange);
    } else if (next !== null) {
      response = next;
    } else {
      if (exchange.destination !== null && reports?.miss) await reports.miss(exchange);
      const missed = isMiddleware ? null : fail(exchange, { status: 404 });
      response = isPromise(missed) ? await missed : missed;
    }
  } catch (thrown) {
    response = await recover(exchange, thrown);
  }
  if (onResponse === undefined || response === null) return response;
  const duration = performance.now() - begun;
  const last = finish(exchange, response, duration);
  return isPromise(last) ? await last : last;
}

function start(exchange: Exchange): Next | Promise<Next> {
  const { request, application } = exchange;
  const { router, base, override } = application;
  if (!isHost(request.headers.get('host'))) return badRequest(exchange, 'invalid Host');
  const sent = targetOf(request.url);
  const target = base === '' ? sent : targetBelow(base, sent, exchange);
  if (target === null) return null;
  if (override?.mayApply(request, router, target) !== true) {
    return find(exchange, exchange.sentMethod, target);
  }
  return override
    .read(request, router, target)
    .then((method) =>
      method === null ? fail(exchange, { status: 413 }) : find(exchange, method, target),
    );
}

/** The target below the base, which may already be cut from the URL; `null` if it is elsewhere. */
function targetBelow(base: string, sent: string, exchange: Exchange): string | null {
  const { request, platform, application } = exchange;
  const { maxPathLength } = application.router;
  const mount = mountPath(request, platform);
  const whole = mount === '' ? null : cutBase(mount + sent, base, maxPathLength);
  return whole ?? cutBase(sent, base, maxPathLength);
}

function find(exchange: Exchange, sent: string, target: string): Next | Promise<Next> {
  const { router, runner } = exchange.application;
  const resolution = router.serve(sent, target);
  // A found route or a block; `null` if autoRoute answers.
  if ('route' in resolution) exchange.route = resolution.route;
  exchange.method = servedMethod(sent, exchange.route);
  switch (resolution.status) {
    case 'found': {
      exchange.name = resolution.name ?? null;
      exchange.meta = resolution.meta;
      exchange.params = resolution.params;
      const { handler, destination } = resolution;
      if (handler !== undefined) return { module: null, run: handler };
      if (hasTooManyArguments(destination)) return badRequest(exchange, 'too complex');
      exchange.destination = destination;
      const redirect = REDIRECT.exec(destination);
      return redirect === null ? runner.find(destination) : follow(redirect, exchange);
    }
    case 'not-found':
      return null;
    case 'blocked':
      return fail(exchange, { status: 404 });
    case 'bad-request':
      return badRequest(exchange, resolution.reason);
    case 'method-not-allowed': {
      const allow = resolution.allow.join(', ');
      exchange.headers.set('allow', allow);
      if (sent === 'OPTIONS') return toResponse(null, exchange);
      return fail(exchange, { status: 405, allow });
    }
  }
}

/**
 * Answers a row that redirects. `%2F` and `%25` stay, and whatever else a path can't contain is
 * encoded. The option `context`, which may guard rows, sees only a row with meta.
 * @returns `null` if a param would lead out of the folder that the row names
 */
function follow([, status, origin, target, end = '']: RegExpExecArray, exchange: Exchange): Next {
  // An empty segment at the start would make the next one a host. At the end, a param is empty.
  const slash = end.startsWith('/') ? '/' : '';
  const path = target.replace(/\/{2,}/g, '/').replace(/\/$/, '') + slash || '/';
  if (/\/\.\.?(?:\/|$)/.test(path)) return null;
  const encoded = restoreRest(encodeURI(path.toWellFormed()).replace(/[?#]/g, encodeURIComponent));
  const query = end.endsWith('?') ? encodeSent(queryOf(exchange.request.url)) : '';
  const location = (origin ?? exchange.application.base) + encoded + query;
  const init = { status: Number(status), headers: { location } };
  const redirect = () => new exchange.Response(null, init);
  return exchange.meta === undefined ? redirect() : { module: null, run: redirect };
}

/** Encodes what a host left unencoded, and no header can have. */
function encodeSent(text: string): string {
  return text.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent);
}

/** The most arguments that JavaScriptCore passes to a function; other engines allow a few more. */
const MOST_ARGUMENTS = 65_535;

/** Only paths longer than the default `maxPathLength` can produce such a destination. */
function hasTooManyArguments(destination: string): boolean {
  return destination.length > MOST_ARGUMENTS && destination.split('/').length > MOST_ARGUMENTS;
}

function badRequest(exchange: Exchange, reason: string): Response | Promise<Response> {
  return fail(exchange, { status: 400, reason });
}

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
async function recover(exchange: Exchange, thrown: unknown): Promise<Response> {
  try {
    return await answerThrown(exchange, thrown);
  } catch (second) {
    await exchange.report(second, 500);
    return sizedResponse(textOf(500), PLAIN, { head: exchange.head, Response }, 500);
  }
}

/**
 * Calls `onResponse`, and logs what it throws. Never throws or rejects.
 * @returns the response that it returned; otherwise the given one, or a 500 if it failed after it had
 *   read the body
 */
function finish(
  exchange: Exchange,
  response: Response,
  duration: number,
): Response | Promise<Response> {
  const { head, Response, application } = exchange;
  const { onResponse } = application;
  const where = () => 'onResponse';
  const read = (result: unknown) =>
    result !== response && isResponse(result)
      ? usable(result, { head, Response, where })
      : response;
  const keep = (error: unknown) => {
    log(error);
    return response.bodyUsed ? sizedResponse(textOf(500), PLAIN, exchange, 500) : response;
  };
  try {
    const info = { ...exchange.info(response.status), duration };
    const result = onResponse?.(response, info);
    return isPromise(result) ? Promise.resolve(result).then(read).catch(keep) : read(result);
  } catch (error) {
    return keep(error);
  }
}

async function answerThrown(exchange: Exchange, thrown: unknown): Promise<Response> {
  const { application } = exchange;
  const end = endOfNode(exchange);
  if (end !== null) {
    await exchange.report(calledByNode(application.where), 500);
    // Without an adapter, its client would wait for ever.
    end(textOf(500));
    return sizedResponse(textOf(500), PLAIN, exchange, 500);
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
    // The response said that the application has logged it.
    logFailure(exchange, error, status);
  }
  return fail(exchange, { status, issues: readIssues(status, error), cause: error });
}

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
    : [reason === undefined ? title : `${title}: ${reason}`, PLAIN];
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

/** Reports a destination without an action only once, so that no client can fill the log. */
async function reportOnce(exchange: Exchange, status: number, destination: string): Promise<void> {
  const { reported } = exchange.application;
  if (reported.has(destination)) return;
  reported.add(destination);
  const where = `the page for ${status}, ${quote(destination)}`;
  const problem = 'no action answers to this destination';
  const advice = 'name module, controller and a public method of the class';
  await exchange.report(new WaymarkError('no-action', where, problem, advice), status);
}

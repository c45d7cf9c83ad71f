/** Answers requests: makes the functions that servers call, and finds what answers each request. */
import { isPromise } from '../errors/kind.ts';
import { contextFor, type Task } from '../hmvc/context.ts';
import { encodeNormal, queryOf, targetOf } from '../path/normalise.ts';
import { servedMethod } from '../resolve/by-method.ts';
import { type ParsedRedirect, readRedirect } from '../table/destination.ts';
import { NO_META } from '../table/meta.ts';
import { targetBelow } from './base.ts';
import { fail, failPlainly, recover } from './error-response.ts';
import { type Application, Exchange } from './exchange.ts';
import { isResponse } from './headers.ts';
import { log } from './log.ts';
import { toResponse, usable } from './response.ts';

/** Answers a request. Servers call it, and may pass further arguments. It never rejects. */
export type FetchHandler<Platform extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Promise<Response>;

/**
 * Answers a request, or resolves to `null` if the application has no action for it. Frameworks call
 * it. It never rejects.
 */
export type FetchMiddleware<Platform extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Promise<Response | null>;

/** Makes the handler or the middleware of an application. */
export function handlerOf(application: Application): FetchHandler {
  // The cast: it resolves to `null` only for a middleware, whose public type says so.
  return (request, ...platform) => serve(application, request, platform) as Promise<Response>;
}

/** Answers a request of an application; `null` if a middleware passes it on. */
export function serve(
  application: Application,
  request: Request,
  platform: readonly unknown[],
): Promise<Response | null> {
  const exchange = new Exchange(application, request, platform);
  const answered = answer(exchange);
  // Without delaying the answer.
  application.reports?.begin?.(exchange);
  return answered;
}

/**
 * Answers a request, and passes the response to `onResponse`. Never rejects. Every request awaits
 * only this function, and this function awaits only promises, since each wait delays the answer.
 * A handler that returns a value adds no wait.
 * @returns `null` if a middleware has no action for the request
 */
export async function answer(exchange: Exchange): Promise<Response | null> {
  const { onResponse, readInputs, reports, onMissing } = exchange.application;
  const begun = onResponse === undefined ? 0 : performance.now();
  let response: Response | null;
  try {
    exchange.readMethod();
    const found = findResponder(exchange);
    const next = isPromise(found) ? await found : found;
    if (next !== null && 'run' in next) {
      const { module, run, schemas } = next; // a handler is called without `this`
      const started = contextFor(exchange.application.runner, exchange, module);
      const context = isPromise(started) ? await started : started;
      // The cast: a bundle has it if a route has schemas. If it were missing, the request must fail.
      if (schemas !== undefined)
        await (readInputs as NonNullable<typeof readInputs>)(context, schemas);
      const answered = run(context);
      const value = isPromise(answered) ? await answered : answered;
      if (value === undefined) reports?.nothing(exchange);
      response = toResponse(value, exchange);
    } else if (next !== null) {
      response = next;
    } else {
      const reported = exchange.destination === null ? undefined : reports?.miss(exchange);
      if (reported !== undefined) await reported;
      const missed = onMissing === 'answer' ? fail(exchange, { status: 404 }) : null;
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

/** Finds what answers: a task to run, or a response; `null` if the application has no action. */
function findResponder(exchange: Exchange) {
  const { request, application } = exchange;
  const { router, base, methodOverride, onMissing } = application;
  if (!isHost(request.headers.get('host'))) return badRequest(exchange, 'invalid Host');
  const sent = targetOf(request.url);
  const target =
    base.normal === '' ? sent : targetBelow(base, sent, exchange, router.maxPathLength);
  if (target === null) return null;
  const selected = methodOverride?.select(request, router, target, onMissing);
  if (selected === undefined) return resolveTarget(exchange, exchange.sentMethod, target);
  return selected.then((method) =>
    method === null ? fail(exchange, { status: 413 }) : resolveTarget(exchange, method, target),
  );
}

/**
 * `uri-host [ ":" port ]`: an address in brackets, or a name of unreserved characters, escapes and
 * sub-delimiters (RFC 9110, section 7.2; RFC 3986, section 3.2.2). An IPv4 address is such a name.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::[0-9]*)?$/i;

/** The last host that was parsed. Parsing is slow, and most requests have the same host. */
let parsed: string | undefined;

/**
 * Whether a `Host` header is a valid host, with or without a port. Runtimes treat other values
 * differently: Deno copies the header into the request's URL, where a slash in it starts the path.
 * A host that no URL can have, such as `a:99999`, would make `new URL(request.url)` throw in each
 * action. The header may be missing, as in a `Request` made by hand. It may be empty if the target
 * has no authority (RFC 9112, section 3.2).
 */
export function isHost(host: string | null): boolean {
  if (!host || host === parsed) return true;
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  parsed = host;
  return true;
}

function resolveTarget(exchange: Exchange, sent: string, target: string) {
  const { router, runner, onMissing } = exchange.application;
  const resolution = router.serve(sent, target);
  // A found route or a block; `null` if autoRoute answers.
  if ('route' in resolution) exchange.route = resolution.route;
  exchange.method = servedMethod(sent, exchange.route);
  switch (resolution.status) {
    case 'found': {
      exchange.name = resolution.name ?? null;
      exchange.meta = resolution.meta ?? NO_META;
      exchange.params = resolution.params;
      const { handler, destination } = resolution;
      if (handler !== undefined) {
        return { module: null, run: handler, schemas: resolution.schemas };
      }
      if (hasTooManyArguments(destination)) return badRequest(exchange, 'too complex');
      exchange.destination = destination;
      const redirect = readRedirect(destination);
      return redirect === null ? runner.find(destination) : answerRedirect(redirect, exchange);
    }
    case 'not-found':
      return null;
    case 'blocked':
      return fail(exchange, { status: 404 });
    case 'bad-request':
      return badRequest(exchange, resolution.reason);
    case 'method-not-allowed': {
      if (onMissing === 'pass') return null;
      const allow = resolution.allow.join(', ');
      if (sent !== 'OPTIONS') return fail(exchange, { status: 405, allow });
      return new exchange.Response(null, { status: 204, headers: { allow } });
    }
  }
}

/**
 * Answers a row that redirects. `%2F` and `%25` stay, and whatever else a path can't contain is
 * encoded. The option `context`, which may be a guard, is called only if the row has meta.
 * @returns `null` if the path has a dot segment, which could lead out of the folder that the row names
 */
function answerRedirect(
  { status, origin, path: target, slash, query }: ParsedRedirect,
  exchange: Exchange,
): Task | Response | null {
  // Empty params leave empty segments. At the start, one would turn the next segment into a host.
  const path = target.replace(/\/{2,}/g, '/').replace(/\/$/, '') + slash || '/';
  if (/\/\.\.?(?:\/|$)/.test(path)) return null;
  const encoded = encodeNormal(path.toWellFormed());
  const sent = query && encodeSent(queryOf(exchange.request.url));
  const location = (origin || exchange.base) + encoded + sent;
  const init = { status: Number(status), headers: { location } };
  const redirect = () => new exchange.Response(null, init);
  return exchange.meta === NO_META ? redirect() : { module: null, run: redirect };
}

/** Encodes characters that a runtime left as they are, and that no header may contain. */
function encodeSent(text: string): string {
  return text.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent);
}

/** The most arguments that JavaScriptCore passes to a function; other engines allow more. */
const MOST_ARGUMENTS = 65_535;

/** Only paths longer than the default `maxPathLength` can produce such a destination. */
function hasTooManyArguments(destination: string): boolean {
  return destination.length > MOST_ARGUMENTS && destination.split('/').length > MOST_ARGUMENTS;
}

function badRequest(exchange: Exchange, reason: string): Response | Promise<Response> {
  return fail(exchange, { status: 400, reason });
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
  const { isHead, Response, application } = exchange;
  const { onResponse } = application;
  const describePlace = () => 'onResponse';
  const read = (result: unknown) =>
    result !== response && isResponse(result)
      ? usable(result, { isHead, Response, describePlace })
      : response;
  const keep = (error: unknown) => {
    log(error);
    return response.bodyUsed ? failPlainly(exchange) : response;
  };
  try {
    const info = { ...exchange.info(response.status), duration };
    const result = onResponse?.(response, info);
    return isPromise(result) ? Promise.resolve(result).then(read).catch(keep) : read(result);
  } catch (error) {
    return keep(error);
  }
}

/** Answers a request through the table. */
import { isPromise } from '../errors/show.ts';
import { contextFor, type Task } from '../hmvc/context.ts';
import { mountPath } from '../http/http-context.ts';
import { restoreRest } from '../path/normalise.ts';
import { queryOf, targetOf } from '../path/target.ts';
import { servedMethod } from '../resolve/served.ts';
import { REDIRECT } from '../table/redirect-row.ts';
import type { Exchange } from './exchange.ts';
import { fail, finish, recover } from './fail.ts';
import { cutBase, isHost } from './request.ts';
import { toResponse } from './respond.ts';

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
  const last = finish(exchange, response, (info) => onResponse(response, { ...info, duration }));
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

/** Answers a request through the table. */
import { isPromise } from '../hmvc/promise.ts';
import { createContext, findTask, Task } from '../hmvc/run.ts';
import type { Resolution } from '../resolve/resolution.ts';
import { cutBase } from './base.ts';
import type { Exchange } from './exchange.ts';
import { fail, recover } from './fail.ts';
import { isHost } from './host-header.ts';
import { mayOverride, readOverride } from './override.ts';
import { toResponse } from './respond.ts';
import { targetOf } from './target.ts';

/** A task to run, a response, or `null` if no key of the table matches or its action is missing. */
type Next = Task | Response | null;

/**
 * Answers a request, and never rejects. This is the one function that every request awaits, and it
 * awaits promises only: each wait delays the answer. What it calls is synchronous unless it is rare.
 * @param missed what answers if nothing of the application does
 */
export async function answer<Missed extends Response | null>(
  exchange: Exchange,
  missed: (exchange: Exchange) => Missed | Promise<Missed>,
): Promise<Response | Missed> {
  try {
    exchange.readMethod();
    const next = start(exchange);
    const task = isPromise(next) ? await next : next;
    if (task instanceof Task) {
      const context = createContext(exchange.application.loader, exchange, task.module);
      const value = task.run(isPromise(context) ? await context : context);
      return toResponse(isPromise(value) ? await value : value, exchange);
    }
    if (task !== null) return task;
    if (exchange.destination !== null) await reportMiss(exchange);
    const answered = missed(exchange);
    return isPromise(answered) ? await answered : answered;
  } catch (thrown) {
    return recover(exchange, thrown);
  }
}

function start(exchange: Exchange): Next | Promise<Next> {
  const { request, application } = exchange;
  const { router, base, maxPathLength, methodOverride, maxFormSize } = application;
  if (!isHost(request.headers.get('host'))) return badRequest(exchange, 'invalid Host');
  const sent = targetOf(request.url);
  const target = base === '' ? sent : cutBase(sent, base, maxPathLength);
  if (target === null) return null;
  if (!methodOverride || !mayOverride(request, router, target)) {
    return find(exchange, exchange.sentMethod, target);
  }
  return readOverride(request, maxFormSize).then((method) =>
    method === null
      ? fail(exchange, { status: 413, text: 'Content Too Large' })
      : find(exchange, method, target),
  );
}

function find(exchange: Exchange, sent: string, target: string): Next | Promise<Next> {
  const { router, loader } = exchange.application;
  const resolution = exchange.head ? router.resolveHead(target) : router.resolve(sent, target);
  exchange.method = methodOf(resolution, sent);
  switch (resolution.status) {
    case 'found': {
      const { handler, destination } = resolution;
      exchange.route = resolution.route;
      exchange.name = resolution.name ?? null;
      exchange.meta = resolution.meta;
      exchange.params = resolution.params;
      if (handler !== undefined) return new Task(null, (context) => handler(resolution, context));
      if (hasTooManyArguments(destination)) return badRequest(exchange, 'too complex');
      exchange.destination = destination;
      return findTask(loader, destination);
    }
    case 'not-found':
      return null;
    case 'blocked':
      return fail(exchange, { status: 404, text: 'Not Found' });
    case 'bad-request':
      return badRequest(exchange, resolution.reason);
    case 'method-not-allowed': {
      const allow = resolution.allow.join(', ');
      if (sent === 'OPTIONS')
        return new exchange.Response(null, { status: 204, headers: { allow } });
      return fail(exchange, { status: 405, text: 'Method Not Allowed', headers: { allow } });
    }
  }
}

/** Engines can't call a function with many more arguments: JavaScriptCore takes this many at most. */
const MOST_ARGUMENTS = 65_535;

/** Only a path that `maxPathLength` lets be very long makes such a destination. */
function hasTooManyArguments(destination: string): boolean {
  if (destination.length <= MOST_ARGUMENTS) return false;
  return destination.split('/').length > MOST_ARGUMENTS;
}

/** A route whose destination is fixed and leads to no action is reported, once. */
async function reportMiss(exchange: Exchange): Promise<void> {
  const miss = await exchange.application.check.miss(exchange.route);
  if (miss !== null) await exchange.report(miss);
}

/** The method that the route is for: `GET` for HEAD, unless a route for HEAD itself answers. */
function methodOf(resolution: Resolution, sent: string): string {
  if (sent !== 'HEAD') return sent;
  return 'route' in resolution && resolution.route?.startsWith('HEAD ') ? 'HEAD' : 'GET';
}

function badRequest(exchange: Exchange, reason: string): Response | Promise<Response> {
  return fail(exchange, { status: 400, text: `Bad Request: ${reason}` });
}

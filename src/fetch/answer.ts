import { andThen } from '../hmvc/promise.ts';
import type { Resolution } from '../resolve/resolution.ts';
import { cutBase } from './base.ts';
import type { Exchange } from './exchange.ts';
import { fail } from './fail.ts';
import { isHost } from './host.ts';
import type { Application } from './options.ts';
import { mayOverride, readOverride } from './override.ts';
import { report } from './report.ts';
import { runAction, runHandler } from './run.ts';
import { targetOf } from './target.ts';

/** `null` if nothing of the application answers, so that others may. */
type Answer = Response | null | Promise<Response | null>;

/**
 * Answers a request through the table. Not a promise if nothing has to be awaited, and `null`
 * if no key of the table matches, or the one that does leads to no action.
 * @throws whatever an action, a handler or the option `context` throws
 */
export function answer(application: Application, exchange: Exchange): Answer {
  const { router, base, maxPathLength, methodOverride, maxFormSize } = application;
  const { request } = exchange;
  if (!isHost(request.headers.get('host')))
    return badRequest(application, exchange, 'invalid Host');
  const sent = targetOf(request.url);
  const target = base === '' ? sent : cutBase(sent, base, maxPathLength);
  if (target === null) return null;
  if (!methodOverride || !mayOverride(request, router, target)) {
    return answerAs(application, exchange, exchange.sentMethod, target);
  }
  return readOverride(request, maxFormSize).then((method) =>
    method === null
      ? fail(application, exchange, { status: 413, text: 'Content Too Large' })
      : answerAs(application, exchange, method, target),
  );
}

function answerAs(
  application: Application,
  exchange: Exchange,
  sent: string,
  target: string,
): Answer {
  const { router } = application;
  const resolution = exchange.head ? router.resolveHead(target) : router.resolve(sent, target);
  exchange.method = methodOf(resolution, sent);
  switch (resolution.status) {
    case 'found': {
      const { handler, destination } = resolution;
      exchange.route = resolution.route;
      exchange.name = resolution.name ?? null;
      exchange.meta = resolution.meta;
      exchange.params = resolution.params;
      if (handler !== undefined) return runHandler(application, exchange, handler, resolution);
      return hasTooManyArguments(destination)
        ? badRequest(application, exchange, 'too complex')
        : actOrReport(application, exchange, destination);
    }
    case 'not-found':
      return null;
    case 'blocked':
      return fail(application, exchange, { status: 404, text: 'Not Found' });
    case 'bad-request':
      return badRequest(application, exchange, resolution.reason);
    case 'method-not-allowed': {
      const allow = resolution.allow.join(', ');
      if (sent === 'OPTIONS')
        return new exchange.Response(null, { status: 204, headers: { allow } });
      const text = 'Method Not Allowed';
      return fail(application, exchange, { status: 405, text, headers: { allow } });
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
function actOrReport(application: Application, exchange: Exchange, destination: string): Answer {
  return andThen(
    runAction(application, exchange, destination),
    (response) => response ?? reportMiss(application, exchange),
  );
}

async function reportMiss(application: Application, exchange: Exchange): Promise<null> {
  const miss = await application.check.miss(exchange.route);
  if (miss !== null) await report(application, exchange, miss);
  return null;
}

/** The method that the route is for: `GET` for HEAD, unless a route for HEAD itself answers. */
function methodOf(resolution: Resolution, sent: string): string {
  if (sent !== 'HEAD') return sent;
  return 'route' in resolution && resolution.route?.startsWith('HEAD ') ? 'HEAD' : 'GET';
}

function badRequest(
  application: Application,
  exchange: Exchange,
  reason: string,
): Response | Promise<Response> {
  return fail(application, exchange, { status: 400, text: `Bad Request: ${reason}` });
}

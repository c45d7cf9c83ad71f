import { andThen } from '../hmvc/promise.ts';
import { createContext, type Outcome, startDestination } from '../hmvc/run.ts';
import type { Found } from '../resolve/resolution.ts';
import type { Handler } from '../table/handler.ts';
import type { Exchange } from './exchange.ts';
import type { Application } from './options.ts';
import { toResponse } from './respond.ts';

/**
 * What the action of a destination answers; `null` if there is no such action.
 * @throws whatever the action or the option `context` throws
 */
export function runAction(
  application: Application,
  exchange: Exchange,
  destination: string,
): Response | null | Promise<Response | null> {
  exchange.destination = destination;
  const outcome = startDestination(application.loader, destination, exchange);
  return andThen(outcome, outcomeToResponse, exchange);
}

function outcomeToResponse(outcome: Outcome | null, exchange: Exchange): Response | null {
  return outcome && toResponse(outcome.value, exchange);
}

/**
 * What a route's own handler answers.
 * @throws whatever the handler or the option `context` throws
 */
export function runHandler(
  application: Application,
  exchange: Exchange,
  handler: Handler,
  match: Found,
): Response | Promise<Response> {
  return andThen(createContext(application.loader, exchange), (context) =>
    andThen(handler(match, context), toResponse, exchange),
  );
}

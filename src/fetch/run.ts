import { createContext, runDestination } from '../hmvc/run.ts';
import type { Found } from '../resolve/resolution.ts';
import type { Handler } from '../table/handler.ts';
import { type Exchange, isPromise } from './exchange.ts';
import type { Application } from './options.ts';
import { toResponse } from './respond.ts';

/**
 * What the action of a destination answers.
 *
 * @param application the routes and files
 * @param exchange the request
 * @param destination what the resolver gave, or a page
 * @returns `null` where there is no such action
 * @throws whatever the action or the option `context` throws
 */
export async function runAction(
  application: Application,
  exchange: Exchange,
  destination: string,
): Promise<Response | null> {
  exchange.destination = destination;
  const outcome = await runDestination(application.loader, destination, exchange);
  return outcome && toResponse(outcome.value, exchange);
}

/**
 * What a route's own handler answers.
 *
 * @param application the routes and files
 * @param exchange the request
 * @param handler the handler
 * @param match what it is called with
 * @throws whatever the handler or the option `context` throws
 */
export async function runHandler(
  application: Application,
  exchange: Exchange,
  handler: Handler,
  match: Found,
): Promise<Response> {
  const context = createContext(application.loader, exchange);
  const value = handler(match, isPromise(context) ? await context : context);
  return toResponse(isPromise(value) ? await value : value, exchange);
}

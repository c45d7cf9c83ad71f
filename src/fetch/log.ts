import { quote, shorten } from '../errors/show.ts';
import { cutQuery } from '../path/normalise.ts';
import { targetOf } from './target.ts';

/** Logs an error. The console may fail to print it, for example if its `stack` throws. */
export function log(error: unknown): void {
  try {
    console.error(error);
  } catch {
    console.error(UNPRINTABLE);
  }
}

/**
 * Logs a request's error if there is no `onError`. It logs only the request's method and path,
 * shortened, since a query may contain secrets.
 * @param status the status of the response
 */
export function logFailure(exchange: Failed, error: unknown, status: number): void {
  let line = UNPRINTABLE;
  try {
    line = `waymark: ${requestOf(exchange)}, ${routeOf(exchange)}, status ${status}:`;
    // The line must not be the format string, since a path may contain a percent sign.
    console.error('%s', line, error);
  } catch {
    console.error('%s', line, UNPRINTABLE);
  }
}

/** The known facts about a failed request. */
interface Failed {
  readonly request: Request;
  readonly sentMethod: string;
  readonly route: string | null;
  /** The status of the page that answers; `null` if a route does. */
  readonly pageStatus: number | null;
  readonly destination: string | null;
}

function requestOf({ request, sentMethod }: Failed): string {
  return `${shorten(sentMethod)} ${quote(cutQuery(targetOf(request.url)))}`;
}

function routeOf({ route, pageStatus, destination }: Failed): string {
  if (pageStatus !== null)
    return `page ${destination === null ? `for ${pageStatus}` : quote(destination)}`;
  return route === null ? 'no route' : `route ${quote(route)}`;
}

const UNPRINTABLE = "waymark: a request failed with an error that console.error can't print";

/** Logs the errors of requests. */
import { quote, shorten } from '../errors/show.ts';
import { targetOf } from '../path/normalise.ts';

/** The members of an `Exchange` that a line of the log names. */
interface LoggedRequest {
  readonly request: Request;
  readonly sentMethod: string;
  readonly route: string | null;
  readonly status: number | null;
  readonly destination: string | null;
}

/** Logs an error. The console may fail to print it, for example if its `stack` throws. */
export function log(error: unknown): void {
  try {
    console.error(error);
  } catch {
    console.error(UNPRINTABLE);
  }
}

/**
 * Logs a request's error. It logs only the request's method and path, shortened, since a query may
 * contain secrets.
 * @param status the status of the response
 */
export function logFailure(logged: LoggedRequest, error: unknown, status: number): void {
  let line = UNPRINTABLE;
  try {
    line = `waymark: ${requestText(logged)}, ${routeText(logged)}, status ${status}:`;
    // The line must not be the format string, since a path may contain a percent sign.
    console.error('%s', line, error);
  } catch {
    console.error('%s', line, UNPRINTABLE);
  }
}

function requestText({ request, sentMethod }: LoggedRequest): string {
  return `${shorten(sentMethod)} ${quote(targetOf(request.url))}`;
}

function routeText({ route, status, destination }: LoggedRequest): string {
  if (status !== null) return `page ${destination === null ? `for ${status}` : quote(destination)}`;
  return route === null ? 'no route' : `route ${quote(route)}`;
}

const UNPRINTABLE = "waymark: a request failed with an error that console.error can't print";

/** Reports the application's mistakes, at startup and when a request meets one. A report changes no answer. */
import { WaymarkError } from '../errors/error.ts';
import type { RouteCheck } from '../hmvc/controllers-option.ts';

/** The members of an `Exchange` that reports use. Its file imports this one, so importing its type would be a circle. */
interface ReportedRequest {
  readonly method: string;
  readonly route: string | null;
  where(): string;
  report(error: unknown, status: number, isQuiet?: boolean): Promise<{ answer: unknown }>;
}

/** Reports the mistakes in a table while it answers requests. */
export interface Reports {
  /**
   * Called with each request. The first call reports the mistakes that are left from startup. `null`
   * if none are left.
   */
  readonly request: ((request: ReportedRequest) => void) | null;
  /** Called if an action or a handler returned nothing, not even `null`. */
  readonly nothing: (request: ReportedRequest) => void;
  /** Called if a destination has no action; `null` if such requests are passed on. */
  readonly miss: ((request: ReportedRequest) => Promise<void>) | null;
}

/**
 * Makes the reports of a table.
 * @param mistakes those found at startup
 * @param check finds destinations without an action; `null` if such requests are passed on
 * @param logs whether to log the mistakes now, since there is no `onError` to tell about them
 */
export function makeReports(
  mistakes: readonly WaymarkError[],
  check: RouteCheck | null,
  logs: boolean,
): Reports {
  if (logs) mistakes.forEach(logMistake);
  const left = logs ? [] : [...mistakes];
  const reportLeft = (request: ReportedRequest) => {
    for (const mistake of left.splice(0)) reportMistake(request, mistake, 500);
  };
  return {
    request: left.length === 0 ? null : reportLeft,
    nothing: nothingReporter(),
    miss:
      check &&
      (async (request) => {
        const missing = await check.miss(request.route);
        if (missing !== null) await request.report(missing, 404);
      }),
  };
}

/**
 * Makes the function that reports a route for GET that returned nothing, once: it is probably a
 * missing `return`, and browsers show no empty page.
 */
function nothingReporter(): (request: ReportedRequest) => void {
  const reported = new Set<string | null>();
  return (request) => {
    const { method, route } = request;
    if (method !== 'GET' || reported.has(route)) return;
    reported.add(route);
    const advice = 'return the answer, or null if it is meant to be empty';
    const problem = 'it returned nothing, a 204';
    const mistake = new WaymarkError('bad-argument', request.where(), problem, advice);
    reportMistake(request, mistake, 204);
  };
}

/** Passes a mistake to `onError`, and logs it unless that has done so. */
async function reportMistake(
  request: ReportedRequest,
  mistake: WaymarkError,
  status: number,
): Promise<void> {
  const { answer } = await request.report(mistake, status, true);
  if (answer !== true) logMistake(mistake);
}

function logMistake({ message }: WaymarkError): void {
  console.error('waymark: %s', message);
}

/** Reports the application's mistakes, at startup and when a request meets one. A report changes no answer. */
import { WaymarkError } from '../errors/error.ts';
import type { RouteCheck } from '../hmvc/controllers-option.ts';
import type { Exchange, Reports } from './exchange.ts';

/** The reports of a table that no build has checked. */
export class TableReports implements Reports {
  begin: Reports['begin'] = undefined;
  readonly #check: RouteCheck | null;
  /** The routes that returned nothing. */
  readonly #reported = new Set<string | null>();

  /**
   * @param mistakes those found at startup
   * @param check finds destinations without an action; `null` if such requests are passed on
   * @param logs whether to log the mistakes now, since there is no `onError` to tell about them
   */
  constructor(mistakes: readonly WaymarkError[], check: RouteCheck | null, logs: boolean) {
    if (logs) mistakes.forEach(logMistake);
    else if (mistakes.length > 0) {
      this.begin = (exchange) => {
        this.begin = undefined;
        for (const mistake of mistakes) reportMistake(exchange, mistake, 500);
      };
    }
    this.#check = check;
  }

  /**
   * Reports a route for GET once: it is probably a missing `return`, and browsers show no empty page.
   */
  nothing(exchange: Exchange): void {
    const { method, route } = exchange;
    if (method !== 'GET' || this.#reported.has(route)) return;
    this.#reported.add(route);
    const advice = 'return the answer, or null if it is meant to be empty';
    const problem = 'it returned nothing, a 204';
    const mistake = new WaymarkError('bad-argument', exchange.describePlace(), problem, advice);
    reportMistake(exchange, mistake, 204);
  }

  miss(exchange: Exchange): Promise<void> | undefined {
    return this.#check === null ? undefined : reportMiss(exchange, this.#check);
  }
}

async function reportMiss(exchange: Exchange, check: RouteCheck): Promise<void> {
  const missing = await check.explainMiss(exchange.route);
  if (missing !== null) await exchange.report(missing, 404);
}

/** Passes a mistake to `onError`, and logs it unless that has done so. */
async function reportMistake(
  exchange: Exchange,
  mistake: WaymarkError,
  status: number,
): Promise<void> {
  const { answer } = await exchange.report(mistake, status, true);
  if (answer !== true) logMistake(mistake);
}

function logMistake({ message }: WaymarkError): void {
  console.error('waymark: %s', message);
}

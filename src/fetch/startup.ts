/** Makes the router of a table, checks the table at startup, and reports its mistakes to requests. */
import { WaymarkError } from '../errors/error.ts';
import { refuseActions } from '../hmvc/optional.ts';
import { reading } from '../http/inputs.ts';
import { compileRouter } from '../resolve/router.ts';
import { actionRows, namesIn, unusedIn } from '../table/table.ts';
import { bindUrl } from '../url/named.ts';
import { createUrlBuilder } from '../url/parts.ts';
import type { Answered, Reports } from './options.ts';
import { type Made, runnerOf, type TableOptions } from './serve.ts';
import { refusedPage } from './statuses.ts';

/**
 * Makes the router of a table, and checks that each destination that no client can vary leads to a
 * file.
 * @throws {WaymarkError} if the table, its handlers or its options are wrong, or a route leads to no
 *   file
 */
export function startTable(options: TableOptions): Made {
  const { routes: given, controllers, passes, logs, where } = options;
  if (typeof given === 'function') throw notCalled(where);
  if (typeof given.resolve === 'function') throw notARouter(where);
  const { autoRoute, maxPathLength } = options;
  const handlers = options.handlers ?? {};
  const routes = controllers?.named(given, where) ?? given;
  const router = compileRouter(routes, { autoRoute, handlers, maxPathLength }, where, reading);
  const runner = runnerOf(options, router.settings);
  const rows = actionRows(routes, handlers, where);
  const mistakes = unusedIn(routes, autoRoute === true, where);
  if (controllers === null && !passes) refuseActions(rows, where);
  const check = controllers === null || passes ? null : controllers.check(rows, runner, where);
  check?.files();
  if (check?.noFiles) mistakes.push(check.noFiles);
  if (logs) for (const mistake of mistakes.splice(0)) logMistake(mistake);
  return {
    router,
    runner,
    urls: (base, call) => {
      const names = { maps: [namesIn(routes, where)], urls: new Map(), create: createUrlBuilder };
      return bindUrl(names, base, call);
    },
    reports: {
      first(exchange) {
        if (mistakes.length === 0) return;
        for (const mistake of mistakes.splice(0)) reportMistake(exchange, mistake);
      },
      nothing: reportNothing(),
      miss: check && reportMiss(check.miss),
    },
    refused: (status, page) => refusedPage(where, status, page),
  };
}

/** Makes the function that reports a route whose class lacks the action, once. */
function reportMiss(miss: (route: string | null) => Promise<WaymarkError | null>): Reports['miss'] {
  return async (exchange) => {
    const missing = await miss(exchange.route);
    if (missing !== null) await exchange.report(missing, 404);
  };
}

/** Passes a mistake to `onError`, and logs it unless that has done so. */
async function reportMistake(
  exchange: Answered,
  mistake: WaymarkError,
  status = 500,
): Promise<void> {
  const { answer } = await exchange.report(mistake, status, true);
  if (answer !== true) logMistake(mistake);
}

/**
 * Makes the function that reports a route for GET that returned nothing, once: it is probably a
 * missing `return`, and browsers show no empty page.
 */
function reportNothing(): Reports['nothing'] {
  const reported = new Set<string | null>();
  return (exchange) => {
    const { method, route } = exchange;
    if (method !== 'GET' || reported.has(route)) return;
    reported.add(route);
    const advice = 'return the answer, or null if it is meant to be empty';
    const problem = 'it returned nothing, a 204';
    reportMistake(
      exchange,
      new WaymarkError('bad-argument', exchange.where(), problem, advice),
      204,
    );
  };
}

function logMistake({ message }: WaymarkError): void {
  console.error('waymark: %s', message);
}

function notCalled(where: string): WaymarkError {
  const advice = 'call Route.map(), or pass a function that defines routes to Route.collect()';
  return new WaymarkError('bad-argument', where, 'routes is a function', advice);
}

function notARouter(where: string): WaymarkError {
  const advice = `pass the table that it was made of: ${where}({ routes: Route.map() })`;
  return new WaymarkError('bad-argument', where, 'routes is a router, not a table', advice);
}

import { readFlag, readOptions } from '../errors/argument.ts';
import { fromCaller, WaymarkError } from '../errors/error.ts';
import { createRouteCheck, findIgnored, noRoutes, type RouteCheck } from '../hmvc/check.ts';
import { nameExactly } from '../hmvc/exact.ts';
import { makeLoader } from '../hmvc/loader.ts';
import { howToFind } from '../hmvc/problem.ts';
import { createRunner, readOnMissing } from '../hmvc/run.ts';
import { reading } from '../http/inputs.ts';
import { MAX_PATH_LENGTH } from '../path/normalise.ts';
import { compileRouter } from '../resolve/router.ts';
import type { AddedContext } from '../table/handler.ts';
import { namesIn } from '../table/table.ts';
import { createUrlBuilder } from '../url/build.ts';
import { bindUrl } from '../url/named.ts';
import { answer } from './answer.ts';
import { Exchange } from './exchange.ts';
import { answerMissed } from './fail.ts';
import {
  type Answered,
  type Application,
  type FetchMiddlewareOptions,
  type FetchOptions,
  passMissing,
  readApplication,
  SHARED,
} from './options.ts';
import { createOverride } from './override.ts';
import { refusedPage } from './statuses.ts';

/** Answers a request. Servers call it, and may pass further arguments. It never rejects. */
export type FetchHandler<Platform extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Promise<Response>;

/**
 * Answers a request, or resolves to `null` if the application has no action for it. Frameworks call
 * it. It never rejects.
 */
export type FetchMiddleware<Platform extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Promise<Response | null>;

/**
 * Makes a fetch handler, for `export default { fetch }` on Workers, Bun and Deno, and for srvx on
 * Node.
 *
 * | the resolver's answer | response |
 * | --- | --- |
 * | found | the value that the handler or the action returns; 404 if the action is missing |
 * | blocked, not found | 404, through the table's `404_override` if it has one |
 * | wrong method | 405 with `Allow`; for `OPTIONS` 204 with `Allow` |
 * | malformed, or a `Host` that is not a host | 400 |
 *
 * A form that is too long for `methodOverride` is answered with 413. A thrown `Response` is the
 * answer. A thrown error becomes a 500, unless it exposes its own status. `errorPages` and
 * `onError` may replace the plain text. HEAD is answered like GET, without the body, unless a route
 * for HEAD matches.
 *
 * Routes with a fixed destination are checked. If one leads to no file, this call throws. If the
 * class lacks the action, `onError` gets an error at the first request, once for each route.
 * `checkRoutes` of `waymark/hmvc` finds all such routes.
 * @param options see {@link FetchOptions}
 * @throws {WaymarkError} if the table, an option or the files are wrong, or a route leads to no
 *   file
 * @example
 * export default { fetch: createFetchHandler({ routes: Route.map(), files: await findFiles('.') }) };
 */
export function createFetchHandler<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: FetchOptions<Added, Platform>): FetchHandler<Platform> {
  const served = fromCaller(createFetchHandler, readTable, options, 'createFetchHandler');
  return (request, ...platform) => serve(served, request, platform, answerMissed);
}

/**
 * Makes a middleware that answers only requests with a route, for a framework with its own routes.
 * It works like {@link createFetchHandler}, but resolves to `null` if no key of the table matches
 * or the action is missing. It still answers requests that are blocked, malformed, or use a method
 * that the path has no route for. With `onMissing: 'pass'`, it passes on the last kind too.
 * @param options see {@link FetchMiddlewareOptions}; the table's `404_override` answers blocked
 *   requests
 * @throws {WaymarkError} if the table, an option or the files are wrong, or a route leads to no
 *   file
 * @example
 * const answer = createFetchMiddleware({ routes: Route.map() });
 * hono.use(async (context, next) => (await answer(context.req.raw)) ?? next());
 */
export function createFetchMiddleware<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: FetchMiddlewareOptions<Added, Platform>): FetchMiddleware<Platform> {
  const where = 'createFetchMiddleware';
  const own = ['onMissing'] as const;
  const served = fromCaller(createFetchMiddleware, readTable, options, where, own);
  return (request, ...platform) => serve(served, request, platform, () => null);
}

/** An application whose table and files are checked while it runs. */
export interface Served {
  readonly application: Application;
  /** `null` if destinations aren't checked, as in a gateway. */
  readonly check: RouteCheck | null;
  /** Mistakes that change no answer, not yet passed to `onError`; emptied at the first request. */
  readonly ignored: WaymarkError[];
}

/** Answers a request through a read application. */
export function serve<Missed extends Response | null>(
  { application, check, ignored }: Served,
  request: Request,
  platform: readonly unknown[],
  missed: (exchange: Exchange) => Missed | Promise<Missed>,
): Promise<Response | Missed> {
  const exchange = new Exchange(application, request, platform);
  const reporting = async () => {
    const miss = await check?.miss(exchange.route);
    if (miss) await exchange.report(miss, 404);
    return missed(exchange);
  };
  const answered = answer(exchange, () =>
    check === null || exchange.destination === null ? missed(exchange) : reporting(),
  );
  // Without delaying the answer.
  for (const mistake of ignored.splice(0)) reportMistake(exchange, mistake);
  return answered;
}

/** The options of a handler that compiles the table itself, besides those of every handler. */
const OF_TABLE = [
  ...['routes', 'files', 'roots', 'methodOverride', 'maxFormSize', 'autoRoute', 'handlers'],
  'maxPathLength',
] as const;

/**
 * Reads the options of a call. Only own properties count, so that changes to `Object.prototype` set
 * no option.
 * @param further options that only this call has
 * @throws {WaymarkError} if an option is unknown or wrong, or if the table or the files are wrong
 */
export function readTable(
  options: object,
  where: string,
  further: readonly 'onMissing'[] = [],
): Served {
  // Checked before the names, for a clear error if a table is passed instead of the options.
  if (!Object.hasOwn(Object(options), 'routes')) throw noRoutes(where);
  const unread: Partial<FetchMiddlewareOptions> = options;
  const given = readOptions(where, unread, [...OF_TABLE, ...SHARED, ...further]);
  if (given.routes === undefined || given.routes === null) throw noRoutes(where);
  if (typeof given.routes === 'function') throw notCalled(where);
  if (typeof given.routes.resolve === 'function') throw notARouter(where);
  const files = given.files ?? {};
  const roots = given.roots ?? undefined;
  const routes = nameExactly(given.routes, files, roots, where);
  const handlers = given.handlers ?? {};
  const maxPathLength = given.maxPathLength ?? MAX_PATH_LENGTH;
  const autoRoute = readFlag(where, 'autoRoute', given.autoRoute);
  const settled = { autoRoute, handlers, maxPathLength };
  const router = compileRouter(routes, settled, where, reading);
  const loader = makeLoader(files, { roots, settings: router.settings });
  const passes = readOnMissing(where, given.onMissing);
  const checked = { routes, files, loader, handlers, autoRoute, passes, where };
  const check = passes ? null : createRouteCheck(checked);
  check?.files();
  const ignored = findIgnored(checked);
  const methodOverride = readFlag(where, 'methodOverride', given.methodOverride);
  const override = createOverride(where, given.maxFormSize);
  const application = readApplication(
    given,
    {
      ...{ where, router, runner: createRunner(loader) },
      override: methodOverride ? override : null,
      onNothing: reportNothing(),
    },
    (base) =>
      bindUrl({ maps: [namesIn(routes, where)], urls: new Map(), create: createUrlBuilder }, base),
    {
      finds: (to) => loader.locate(to) !== null,
      refused: (status, page) => refusedPage(where, status, page, howToFind(files)),
    },
  );
  if (application.onError === undefined) {
    for (const mistake of ignored.splice(0)) logMistake(mistake);
  }
  return { application: passes ? passMissing(application) : application, check, ignored };
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
function reportNothing(): (exchange: Answered) => void {
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

/**
 * `createFetchHandler` and `createFetchMiddleware`: compiles the table of a call, and checks it.
 * `compiled/compiled-router.ts` has the same functions for compiled tables.
 */
import { fromCaller } from '../errors/error.ts';
import { prepareTable } from '../hmvc/controllers-option.ts';
import { readInputs } from '../http/read.ts';
import { routerOfRows } from '../resolve/create-router.ts';
import type { AddedContext } from '../table/request-context.ts';
import { urlsOf } from '../url/named.ts';
import { createUrlBuilder } from '../url/parts.ts';
import { type FetchHandler, type FetchMiddleware, handlerOf } from './answer.ts';
import { checkPages } from './error-pages.ts';
import { type Application, makeApplication } from './exchange.ts';
import type { FetchMiddlewareOptions, FetchOptions } from './options.ts';
import { type HandlerOptions, readHandlerOptions } from './read-options.ts';
import { TableReports } from './reports.ts';

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
 * `onError` may replace the text or JSON of errors. HEAD is answered like GET, without the body, unless a route
 * for HEAD matches.
 *
 * A route without a handler needs `controllers`. If its destination is fixed and leads to no file,
 * this call throws. If the class lacks the action, `onError` gets an error at the first request, once
 * for each route. `checkRoutes` of `waymark/hmvc` finds all such routes.
 * @param options see {@link FetchOptions}
 * @throws {WaymarkError} if the table or an option is wrong, or a route leads to no file or has no
 *   controllers
 * @example
 * const controllers = createControllers(await findFiles(new URL('.', import.meta.url)));
 * export default { fetch: createFetchHandler({ routes: Route.map(), controllers }) };
 */
export function createFetchHandler<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
  Key extends string = string,
>(options: FetchOptions<Added, Platform, Key>): FetchHandler<Platform> {
  return fromCaller(createFetchHandler, () => {
    return handlerOf(
      compileApplication(readHandlerOptions('createFetchHandler', options, 'answer')),
    );
  });
}

/**
 * Makes a middleware that answers only requests with a route, for a framework with its own routes.
 * It works like {@link createFetchHandler}, but resolves to `null` if no key of the table matches
 * or the action is missing. It still answers requests that are blocked, malformed, or use a method
 * that the path has no route for. With `onMissing: 'pass'`, it passes on the last kind too.
 * @param options see {@link FetchMiddlewareOptions}; the table's `404_override` answers blocked
 *   requests
 * @throws {WaymarkError} if the table or an option is wrong, or a route leads to no file or has no
 *   controllers
 * @example
 * const answer = createFetchMiddleware({ routes: Route.map() });
 * hono.use(async (context, next) => (await answer(context.req.raw)) ?? next());
 */
export function createFetchMiddleware<
  Added extends AddedContext = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
  Key extends string = string,
>(options: FetchMiddlewareOptions<Added, Platform, Key>): FetchMiddleware<Platform> {
  return fromCaller(createFetchMiddleware, () => {
    return handlerOf(
      compileApplication(readHandlerOptions('createFetchMiddleware', options, 'skip')),
    );
  });
}

/**
 * Compiles a table, and makes its application. Checks that each destination that no client can vary
 * leads to a file.
 * @throws {WaymarkError} if the table, its handlers or its options are wrong, or a route leads to no
 *   file
 */
export function compileApplication(options: HandlerOptions): Application {
  const { where, errorPages, autoRoute, maxPathLength } = options;
  const passes = options.onMissing === 'pass';
  const { contents, runner, mistakes, check } = prepareTable(options, passes, where);
  const router = routerOfRows(contents.rows, { autoRoute, maxPathLength }, where);
  if (!passes) check?.checkFiles();
  const finds = (destination: string) => runner.loader.locate(destination) !== null;
  if (errorPages !== undefined) {
    checkPages(errorPages, router.settings.notFoundOverride, finds, where);
  }
  const urls = urlsOf({ maps: [contents.names], builders: new Map(), create: createUrlBuilder });
  const reports = new TableReports(mistakes, passes ? null : check, options.onError === undefined);
  return makeApplication(options, { router, runner, readInputs, reports }, urls);
}

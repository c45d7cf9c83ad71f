/** Handlers and middlewares of a table that is compiled when they are made. */
import { fromCaller } from '../errors/error.ts';
import { refuseMoved } from '../hmvc/optional.ts';
import type { AddedContext } from '../table/handler.ts';
import type { FetchMiddlewareOptions, FetchOptions } from './options.ts';
import { type FetchHandler, type FetchMiddleware, makeHandler, makeMiddleware } from './serve.ts';
import { startTable } from './startup.ts';

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
  return fromCaller(createFetchHandler, start, makeHandler, options, 'createFetchHandler');
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
  const where = 'createFetchMiddleware';
  return fromCaller(createFetchMiddleware, start, makeMiddleware, options, where);
}

function start<Made>(
  make: (router: typeof startTable, options: object, where: string) => Made,
  options: object,
  where: string,
): Made {
  refuseMoved(where, Object(options));
  return make(startTable, options, where);
}

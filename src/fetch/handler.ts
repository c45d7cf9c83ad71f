import { fromCaller } from '../errors/caller.ts';
import { answer } from './answer.ts';
import { Exchange } from './exchange.ts';
import { answerMissed } from './fail.ts';
import { type FetchMiddlewareOptions, type FetchOptions, readApplication } from './options.ts';

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
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: FetchOptions<Added, Platform>): FetchHandler<Platform> {
  const application = fromCaller(
    createFetchHandler,
    readApplication,
    options,
    'createFetchHandler',
  );
  return (request, ...platform) =>
    answer(new Exchange(application, request, platform), answerMissed);
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
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: FetchMiddlewareOptions<Added, Platform>): FetchMiddleware<Platform> {
  const where = 'createFetchMiddleware';
  const own = ['onMissing'] as const;
  const application = fromCaller(createFetchMiddleware, readApplication, options, where, own);
  return (request, ...platform) => answer(new Exchange(application, request, platform), () => null);
}

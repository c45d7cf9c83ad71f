import { answer } from './answer.ts';
import { Exchange } from './exchange.ts';
import { fail } from './fail.ts';
import { type FetchOptions, readApplication } from './options.ts';

/** What a server calls with each request, and whatever else it hands over. It never rejects. */
export type FetchHandler<Platform extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Promise<Response>;

/**
 * What a framework calls with each request; `null` if nothing of the application answers. It never
 * rejects.
 */
export type FetchMiddleware<Platform extends readonly unknown[] = readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Promise<Response | null>;

/**
 * Makes the handler that Workers, Bun and Deno take as `export default { fetch }`, and srvx serves on
 * Node.
 *
 * | answer of the resolver | response |
 * | --- | --- |
 * | found | what the route's handler, or else its controller's action, returns; 404 if there is no such action |
 * | blocked, not found | 404, through the table's `404_override` if it has one |
 * | wrong method | 405 with `Allow`; for `OPTIONS` 204 with `Allow` |
 * | malformed, or a `Host` that is not a host | 400 |
 *
 * A form that is too long for `methodOverride` to read is a 413. What throws is a 500, unless it
 * throws a `Response`. `errorPages` and `onError` may answer instead of plain text. HEAD is answered
 * as GET, without a body, unless a route for HEAD answers.
 *
 * A route whose destination is written in the table is checked: one that leads to no file is an error
 * at once, and if the class lacks the action `onError` gets one, once for each such route.
 * `checkRoutes` of `waymark/hmvc` finds them all.
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
  const application = readApplication(options, 'createFetchHandler');
  return (request, ...platform) =>
    answer(new Exchange(application, request, platform), answerMissed);
}

/**
 * Makes what answers only the requests that a route answers, inside a framework with routes of its
 * own: like {@link createFetchHandler}, but `null` if no key of the table matches, or the one that
 * does leads to no action. What is blocked, malformed, or served under other methods only is
 * answered: the path is the application's.
 * @param options see {@link FetchOptions}; the table's `404_override` answers for what is blocked
 * @throws {WaymarkError} if the table, an option or the files are wrong, or a route leads to no
 *   file
 * @example
 * const answer = createFetchMiddleware({ routes: Route.map() });
 * hono.use(async (context, next) => (await answer(context.req.raw)) ?? next());
 */
export function createFetchMiddleware<
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
>(options: FetchOptions<Added, Platform>): FetchMiddleware<Platform> {
  const application = readApplication(options, 'createFetchMiddleware');
  return (request, ...platform) => answer(new Exchange(application, request, platform), leave);
}

function answerMissed(exchange: Exchange): Response | Promise<Response> {
  return fail(exchange, { status: 404, text: 'Not Found' });
}

function leave(): null {
  return null;
}

/** Answers a `Request` with a `Response`, through a table and the application's files. */
import { badArgument } from '../errors/argument.ts';
import { isOneOf } from '../errors/options.ts';
import { quote } from '../errors/show.ts';
import { createRouteCheck } from '../hmvc/check.ts';
import type { Files } from '../hmvc/files.ts';
import { createLoader, type Loader } from '../hmvc/loader.ts';
import { type Additions, runDestination } from '../hmvc/run.ts';
import type { Found, Resolution } from '../resolve/resolution.ts';
import {
  createRouter,
  ROUTER_OPTIONS,
  type Router,
  type RouterOptions,
} from '../resolve/router.ts';
import { METHODS, type Method } from '../table/methods.ts';
import type { SuppliedTable } from '../table/table.ts';
import { isHost } from './host.ts';
import { MAX_FORM_SIZE, mayOverride, readOverride } from './override.ts';
import { plainResponse, toResponse, withoutBody, withStatus } from './respond.ts';
import { targetOf } from './target.ts';

/** What {@link createFetchHandler} takes, beside the options of `createRouter`. */
export interface FetchOptions extends RouterOptions {
  /** The route table. */
  readonly routes: SuppliedTable;
  /** The application's files; none where every route has a handler of its own. */
  readonly files?: Files;
  /** Folders of the files, first searched first; `application` and `framework` by default. */
  readonly roots?: readonly string[];
  /**
   * What the application adds to every controller's context, made once for each request that a
   * controller answers. The context's own members can't be replaced.
   */
  readonly context?: (request: Request, loader: Loader) => Additions | Promise<Additions>;
  /**
   * Told of every error that an action, a handler or `context` throws; `console.error` by default.
   * The client gets a 500 without its text. A thrown `Response` is the answer, and not an error.
   */
  readonly onError?: (error: unknown, request: Request) => void | Promise<void>;
  /**
   * Lets the field `_method` of a posted form ask for PUT, PATCH or DELETE. Off unless asked for:
   * nothing but method and path decides the route. The form is read only where the path has a route
   * for one of these, and no further than `maxFormSize`.
   */
  readonly methodOverride?: boolean;
  /**
   * How many bytes of a form `methodOverride` reads: 1 or more, 1,048,576 (1 MiB) by default. A
   * longer form is answered with 413.
   */
  readonly maxFormSize?: number;
}

/** What a server calls with each request. It never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Which route led to an action, and with what. */
type Match = Pick<Found, 'route' | 'name' | 'params'>;

const NO_MATCH: Match = { route: null, params: [] };

/**
 * Makes the handler that Workers, Bun and Deno take as `export default { fetch }`, and srvx serves
 * on Node.
 *
 * | answer of the resolver | response |
 * | --- | --- |
 * | found | what the route's handler, or else its controller's action, returns; 404 where there is no such action |
 * | blocked, not found | 404, through the table's `404_override` where it has one |
 * | wrong method | 405 with `Allow`; for `OPTIONS` 204 with `Allow` |
 * | malformed, or a `Host` that is not a host | 400 |
 *
 * A form that `methodOverride` would have to read and that is too long is a 413.
 *
 * HEAD is answered as GET, without a body, unless a route for HEAD itself answers.
 *
 * A route whose destination is written in the table is checked: where it leads to no file this is an
 * error at once, and where the class lacks the action `onError` is called with it, once for each
 * such route. `checkRoutes` of `waymark/hmvc` finds them all.
 *
 * @param options see {@link FetchOptions}
 * @throws {WaymarkError} where the table, an option or the files are wrong, or a route leads to no
 *   file
 *
 * @example
 * export default { fetch: createFetchHandler({ routes: Route.map(), files: await findFiles('.') }) };
 */
export function createFetchHandler(options: FetchOptions): FetchHandler {
  const {
    routes,
    files = {},
    roots,
    context,
    onError = (error) => console.error(error),
    methodOverride = false,
    maxFormSize = MAX_FORM_SIZE,
  } = options;
  if (!Number.isInteger(maxFormSize) || maxFormSize < 1) {
    const wanted = 'a whole number of 1 or more';
    throw badArgument('createFetchHandler', 'maxFormSize', wanted, maxFormSize);
  }
  const router = createRouter(routes, routerOptions(options));
  const loader = createLoader(files, { ...(roots && { roots }), settings: router.settings });
  const check = createRouteCheck({
    routes,
    files,
    loader,
    handlers: options.handlers,
    where: 'createFetchHandler',
  });
  check.files();

  async function answer(request: Request): Promise<Response> {
    if (!isHost(request.headers.get('host')))
      return plainResponse(400, 'Bad Request: invalid Host');
    const target = targetOf(request.url);
    const sent =
      methodOverride && mayOverride(request, router, target)
        ? await readOverride(request, maxFormSize)
        : request.method;
    if (sent === null) return plainResponse(413, 'Content Too Large');
    const { method, resolution } = resolveAs(router, sent, target);
    let added: Additions | undefined;

    /** What the action of a destination answers; `null` where there is no such action. */
    async function act(destination: string | null, match: Match): Promise<Response | null> {
      if (destination === null) return null;
      added ??= context === undefined ? {} : await context(request, loader);
      const outcome = await runDestination(loader, destination, {
        route: match.route,
        name: match.name,
        params: match.params,
        request,
        method,
        added,
      });
      return outcome && toResponse(outcome.value, `the action of ${quote(destination)}`);
    }

    async function notFound(): Promise<Response> {
      const response = await act(router.settings.notFoundOverride, NO_MATCH);
      if (response === null) return plainResponse(404, 'Not Found');
      // A status of its own, such as 410 or a redirect, is what the application asked for.
      return response.ok ? withStatus(response, 404) : response;
    }

    switch (resolution.status) {
      case 'found': {
        const { handler, destination, route } = resolution;
        if (handler === undefined) {
          const response = await act(destination, resolution);
          if (response !== null) return response;
          const miss = await check.miss(route);
          if (miss !== null) await tell(onError, miss, request);
          return notFound();
        }
        const where = `the handler of ${quote(String(route))}`;
        return toResponse(await handler(resolution, request), where);
      }
      case 'bad-request':
        return plainResponse(400, `Bad Request: ${resolution.reason}`);
      case 'method-not-allowed': {
        const allow = allowedMethods(router, target).join(', ');
        if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
        return plainResponse(405, 'Method Not Allowed', { allow });
      }
      default:
        return notFound();
    }
  }

  return async (request) => {
    const finish = request.method === 'HEAD' ? withoutBody : (response: Response) => response;
    try {
      return finish(await answer(request));
    } catch (error) {
      // A controller, a handler or `context` may throw its answer.
      if (error instanceof Response) return finish(error);
      await tell(onError, error, request);
      return finish(plainResponse(500, 'Internal Server Error'));
    }
  };
}

/**
 * Resolves a request. HEAD is what GET is (RFC 9110, section 9.3.2), unless a key for HEAD itself
 * answers.
 */
function resolveAs(
  router: Router,
  method: string,
  target: string,
): { readonly method: string; readonly resolution: Resolution } {
  const resolution = router.resolve(method, target);
  if (method !== 'HEAD') return { method, resolution };
  const own = 'route' in resolution && resolution.route?.startsWith('HEAD ');
  return own
    ? { method, resolution }
    : { method: 'GET', resolution: router.resolve('GET', target) };
}

/** HEAD is allowed wherever it is answered, be it by the route for GET. */
function allowedMethods(router: Router, target: string): Method[] {
  return METHODS.filter(
    (method) => resolveAs(router, method, target).resolution.status === 'found',
  );
}

/** Hands an error on. One that `onError` itself throws must not keep the client waiting. */
async function tell(
  onError: NonNullable<FetchOptions['onError']>,
  error: unknown,
  request: Request,
): Promise<void> {
  try {
    await onError(error, request);
  } catch (second) {
    console.error(second);
  }
}

/** Those of the options that are the router's. */
function routerOptions(options: FetchOptions): RouterOptions {
  const own = Object.entries(options).filter(([name]) => isOneOf(name, ROUTER_OPTIONS));
  return Object.fromEntries(own);
}

import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { readFlag, readOptions } from '../errors/options.ts';
import { createRouteCheck, noRoutes, type RouteCheck } from '../hmvc/check.ts';
import type { Runner } from '../hmvc/context.ts';
import type { Context } from '../hmvc/controller.ts';
import { nameExactly } from '../hmvc/exact.ts';
import type { Files } from '../hmvc/files.ts';
import { type Loader, makeLoader } from '../hmvc/loader.ts';
import { readOnMissing } from '../hmvc/missing.ts';
import { createRunner } from '../hmvc/run.ts';
import { findSlips } from '../hmvc/slips.ts';
import { MAX_PATH_LENGTH } from '../path/normalise.ts';
import type { Router } from '../resolve/resolver.ts';
import { compileRouter, type ReadOptions, type RouterOptions } from '../resolve/router.ts';
import type { BuildUrl, RequestContext } from '../table/handler.ts';
import { namesIn, type SuppliedTable } from '../table/table.ts';
import { bindUrl } from '../url/bound.ts';
import { createUrlBuilder } from '../url/build.ts';
import { readBase } from './base.ts';
import { type ErrorStatus, readErrorStatus } from './exposed.ts';
import { createOverride, type Override } from './override.ts';
import { type ErrorPages, type PageHandler, readPages } from './pages.ts';
import { passMissing } from './passing.ts';

/** The request and its route, as passed to the option `context`. */
export interface Arrival
  extends Pick<
    RequestContext,
    'request' | 'route' | 'name' | 'params' | 'method' | 'meta' | 'base' | 'url' | 'headers'
  > {
  /** Finds and loads files. */
  readonly loader: Loader;
  /**
   * The status of the error page that answers, 404 for the table's `404_override`; `null` if a
   * route or `autoRoute` answers.
   */
  readonly status: number | null;
}

/** The type of the option `context`. */
type MakeAdded<Added extends object, Platform extends readonly unknown[]> = (
  request: Request,
  arrival: Arrival,
  ...platform: Platform
) => Added | Promise<Added>;

/** Every option. {@link FetchOptions} says when `context` is required. */
interface CommonOptions<Added extends object, Platform extends readonly unknown[]>
  extends RouterOptions {
  /** The route table. */
  readonly routes: SuppliedTable;
  /** The application's files. Leave it out if every route has its own handler. */
  readonly files?: Files | undefined;
  /**
   * Folders that hold the files, searched in this order; `application` and `framework` by default.
   */
  readonly roots?: readonly string[] | undefined;
  /**
   * Returns members for the context of controllers, handlers and error pages: a plain object or an
   * instance of a class. It is called once per request that one of them answers, with the route and
   * the runtime's further arguments. Its members can't replace the context's own. To guard the
   * application, throw a `Response` here.
   */
  readonly context?: MakeAdded<Added, Platform> | undefined;
  /**
   * Called with every error that an action, a handler, an error page or `context` throws. If it
   * returns a `Response`, that is the answer. Otherwise the client gets the page for 500, or that
   * status without the error's text. A thrown `Response` is an answer, not an error. By default,
   * the error goes to `console.error` with the method, the path, the route and the status, unless
   * it is answered with a status from 400 to 499; see `errorStatus`.
   */
  readonly onError?:
    | ((error: unknown, request: Request, ...platform: Platform) => unknown)
    | undefined;
  /** Destinations and handlers of pages, which replace the plain text for a status. */
  readonly errorPages?: ErrorPages | undefined;
  /**
   * Statuses from 400 to 499 by error class: `[[NotFound, 404], [ZodError, 422]]` or a `Map`. An
   * instance is answered with that status, through its error page. The first class that fits is
   * used. An error that has `expose: true` and such a `status` needs no entry. Any other error is a
   * 500.
   */
  readonly errorStatus?: ErrorStatus | undefined;
  /**
   * The class of the responses. A server may have a faster one, such as srvx's `FastResponse` on
   * Node. By default it is the global `Response` at the time of the request, since servers such as
   * `@hono/node-server` replace that when they start.
   */
  readonly Response?: typeof Response | undefined;
  /**
   * The path at which the application is mounted, such as `/shop`. Requests outside it are not
   * found, and routes match the rest of the path. `context.url` adds it; `context.base` has it.
   */
  readonly base?: string | undefined;
  /**
   * Lets the field `_method` of a posted form select PUT, PATCH or DELETE. Off by default, so that
   * only method and path decide the route. The form is read only if the path has a route for one of
   * these methods, and only up to `maxFormSize`.
   */
  readonly methodOverride?: boolean | undefined;
  /**
   * The number of bytes of a form that `methodOverride` reads: 1 or more, 1,048,576 (1 MiB) by
   * default. A longer form is answered with 413.
   */
  readonly maxFormSize?: number | undefined;
  /**
   * Whether probable mistakes in the table and its files make this call throw: no routes, no files,
   * the syntax of other routers, a `$2` without a second group. By default, they are reported once:
   * through `onError` at the first request, or immediately to `console.error`.
   */
  readonly strict?: boolean | undefined;
}

/**
 * The options of `createFetchHandler`, including those of `createRouter`. `Added` is the type that
 * `context` returns; `context` is required if that type has a required member. `Platform` lists the
 * runtime's arguments after the request. {@link FilesFor} checks controllers that are listed by
 * hand against both.
 */
export type FetchOptions<
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
> = CommonOptions<Added, Platform> &
  (object extends Added ? unknown : { readonly context: MakeAdded<Added, Platform> });

/** The options of `createFetchMiddleware`: those of {@link FetchOptions} and `onMissing`. */
export type FetchMiddlewareOptions<
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
> = FetchOptions<Added, Platform> & {
  /**
   * `'pass'` passes on requests that the application has no action for yet, so that another
   * framework can answer them. The middleware resolves to `null` for a row whose controller or
   * action is missing, and for a path that only has routes for other methods. Missing controllers
   * are not reported, at boot or later. Blocked and malformed requests are never passed on.
   */
  readonly onMissing?: 'pass' | undefined;
};

/**
 * Files listed by hand, whose controllers take the application's context. The compiler can't check
 * the files of `findFiles` and `import.meta.glob`.
 * @example
 * const files = {
 *   'application/controllers/photos.ts': () => import('./application/controllers/photos.ts'),
 * } satisfies FilesFor<AppContext>;
 */
export type FilesFor<
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
> = Files & {
  readonly [path: `${string}/controllers/${string}`]: () => Promise<{
    readonly default: new (context: Context<Added, Platform>) => object;
  }>;
};

/** The options after reading and checking. */
export interface Application {
  /** The call that the options were passed to, for errors. */
  readonly where: string;
  readonly router: Router;
  readonly runner: Runner;
  /** `null` if destinations aren't checked, as in a compiled application or a gateway. */
  readonly check: RouteCheck | null;
  readonly context: FetchOptions['context'];
  /** `undefined` if errors are logged. */
  readonly onError: FetchOptions['onError'];
  readonly errorStatus: ReturnType<typeof readErrorStatus>;
  readonly pages: ReadonlyMap<number, string | PageHandler>;
  /** Page destinations without an action that have been reported. */
  readonly reported: Set<string>;
  /** Probable mistakes that are not yet passed to `onError`; emptied at the first request. */
  readonly slips: WaymarkError[];
  /** The option; `undefined` for the global class. */
  readonly Response: typeof Response | undefined;
  readonly base: string;
  readonly url: BuildUrl;
  /** `null` if no form selects the method. */
  readonly override: Override | null;
}

const KNOWN = [
  'routes',
  'files',
  'roots',
  'context',
  'onError',
  'errorPages',
  'errorStatus',
  'base',
  'methodOverride',
  'maxFormSize',
  'Response',
  'autoRoute',
  'handlers',
  'maxPathLength',
  'strict',
] as const;

/** The options before reading; any may be missing or wrong. */
type Given = Partial<CommonOptions<object, readonly unknown[]> & { readonly onMissing: unknown }>;

/**
 * Reads the options of a call. Only own properties count, so that changes to `Object.prototype` set
 * no option.
 * @param further options that only this call has
 * @throws {WaymarkError} if an option is unknown or wrong, or if the table or the files are wrong
 */
export function readApplication(
  options: object,
  where: string,
  further: readonly 'onMissing'[] = [],
): Application {
  // Checked before the names, for a clear error if a table is passed instead of the options.
  if (!Object.hasOwn(Object(options), 'routes')) throw noRoutes(where);
  const unread: Given = options;
  const given = readOptions(where, unread, [...KNOWN, ...further]);
  if (given.routes === undefined || given.routes === null) throw noRoutes(where);
  if (typeof given.routes === 'function') throw notCalled(where);
  if (typeof given.routes.resolve === 'function') throw notARouter(where);
  const context = readFunction(where, 'context', 'a function', given.context);
  const onError = readFunction(where, 'onError', 'a function', given.onError);
  const ResponseClass = readFunction(where, 'Response', 'a class like Response', given.Response);
  const files = given.files ?? {};
  const roots = given.roots ?? undefined;
  const routes = nameExactly(given.routes, files, roots, where);
  const handlers = given.handlers ?? {};
  const maxPathLength = given.maxPathLength ?? MAX_PATH_LENGTH;
  const autoRoute = readFlag(where, 'autoRoute', given.autoRoute);
  const routerOptions: ReadOptions = { autoRoute, handlers, maxPathLength };
  const router = compileRouter(routes, routerOptions, where);
  const loader = makeLoader(files, { roots, settings: router.settings });
  const passes = readOnMissing(where, given.onMissing);
  const checked = { routes, files, loader, handlers, autoRoute, passes, where };
  const check = passes ? null : createRouteCheck(checked);
  check?.files();
  const slips = findSlips(checked);
  if (readFlag(where, 'strict', given.strict)) refuse(slips, where);
  if (onError === undefined) for (const { message } of slips) console.error('waymark: %s', message);
  const base = readBase(given.base ?? '', where);
  const hasOverride = router.settings.notFoundOverride !== null;
  const methodOverride = readFlag(where, 'methodOverride', given.methodOverride);
  const override = createOverride(where, given.maxFormSize);
  const application: Application = {
    where,
    router,
    runner: createRunner(loader),
    check,
    context,
    onError,
    errorStatus: readErrorStatus(given.errorStatus ?? [], where),
    pages: readPages(given.errorPages ?? {}, hasOverride, loader, files, where),
    reported: new Set(),
    slips: onError === undefined ? [] : slips,
    Response: ResponseClass,
    base,
    url: bindUrl(
      { maps: [namesIn(routes, where)], urls: new Map(), create: createUrlBuilder },
      base,
    ),
    override: methodOverride ? override : null,
  };
  return passes ? passMissing(application) : application;
}

function readFunction<Given>(
  where: string,
  name: string,
  wanted: string,
  given: Given | null | undefined,
): Given | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'function') return given;
  throw badArgument(where, name, wanted, given);
}

/** Throws the mistakes as one error. */
function refuse(slips: readonly WaymarkError[], where: string): void {
  const [first] = slips;
  if (first === undefined) return;
  if (slips.length === 1) throw first;
  const lines = slips.map(({ message }) => `\n- ${message}`).join('');
  const advice = 'correct each of them, or leave strict out to have them reported';
  throw new WaymarkError(first.code, where, `${slips.length} probable mistakes:${lines}`, advice);
}

function notCalled(where: string): WaymarkError {
  return new WaymarkError('bad-argument', where, 'routes is a function', 'call it: Route.map()');
}

function notARouter(where: string): WaymarkError {
  const advice = `pass the table that it was made of: ${where}({ routes: Route.map() })`;
  return new WaymarkError('bad-argument', where, 'routes is a router, not a table', advice);
}

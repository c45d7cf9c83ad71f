import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { readFlag, readOptions, readWhole } from '../errors/options.ts';
import { createRouteCheck, noRoutes, type RouteCheck } from '../hmvc/check.ts';
import type { Context } from '../hmvc/controller.ts';
import type { Files } from '../hmvc/files.ts';
import { createLoader, type Loader } from '../hmvc/loader.ts';
import { MAX_PATH_LENGTH } from '../path/normalise.ts';
import type { Router } from '../resolve/resolver.ts';
import { createRouter, type RouterOptions } from '../resolve/router.ts';
import type { RequestContext } from '../table/handler.ts';
import type { SuppliedTable } from '../table/table.ts';
import { readBase } from './base.ts';
import { MAX_FORM_SIZE } from './override.ts';
import { type ErrorPages, readPages } from './pages.ts';

/** What the option `context` gets to know of a request. */
export interface Arrival
  extends Pick<RequestContext, 'route' | 'name' | 'params' | 'method' | 'meta'> {
  /** Finds and loads files. */
  readonly loader: Loader;
  /**
   * The status of the error page that answers, 404 for the table's `404_override`; `null` if a route
   * or `autoRoute` leads to the answer.
   */
  readonly status: number | null;
}

/** Every option; {@link FetchOptions} says when `context` is required. */
interface CommonOptions<Added extends object, Platform extends readonly unknown[]>
  extends RouterOptions {
  /** The route table. */
  readonly routes: SuppliedTable;
  /** The application's files; none if every route has a handler of its own. */
  readonly files?: Files;
  /** Folders of the files, first searched first; `application` and `framework` by default. */
  readonly roots?: readonly string[];
  /**
   * What the application adds to the context of controllers, handlers and error pages: a plain object
   * or an instance of a class. Made once for each request that one of them answers, with what is known
   * of the route and what the runtime handed over after the request. It can't replace the context's own
   * members. A guard throws a `Response` here.
   */
  readonly context?: (
    request: Request,
    arrival: Arrival,
    ...platform: Platform
  ) => Added | Promise<Added>;
  /**
   * Called with every error that an action, a handler, an error page or `context` throws;
   * `console.error` by default. A `Response` that it returns is the answer; otherwise the client gets
   * the page for 500, or that status without the error's text. A thrown `Response` is an answer, not
   * an error.
   */
  readonly onError?: (error: unknown, request: Request, ...platform: Platform) => unknown;
  /** Destinations that answer where the handler would answer with a status and its name. */
  readonly errorPages?: ErrorPages;
  /**
   * The class that responses are made of, `Response` by default. A server may have one that it sends
   * faster, such as srvx's `FastResponse` on Node.
   */
  readonly Response?: typeof Response;
  /**
   * The path that the application is mounted below, such as `/shop`: requests outside it are not
   * found, and routes match what comes after it. Controllers have it as `context.base`, for
   * `Route.url`.
   */
  readonly base?: string;
  /**
   * Lets the field `_method` of a posted form select PUT, PATCH or DELETE. Off by default: only
   * method and path decide the route. The form is read only if the path has a route for one of
   * these, and no further than `maxFormSize`.
   */
  readonly methodOverride?: boolean;
  /**
   * How many bytes of a form `methodOverride` reads: 1 or more, 1,048,576 (1 MiB) by default. A
   * longer form is answered with 413.
   */
  readonly maxFormSize?: number;
}

/**
 * What `createFetchHandler` takes, including the options of `createRouter`. `Added` is what `context`
 * adds, so `context` is required if that has a required member. `Platform` is what the runtime
 * hands over after the request. {@link FilesFor} checks controllers that are listed by hand against
 * both.
 */
export type FetchOptions<
  Added extends object = object,
  Platform extends readonly unknown[] = readonly unknown[],
> = CommonOptions<Added, Platform> &
  (object extends Added ? unknown : Required<Pick<CommonOptions<Added, Platform>, 'context'>>);

/**
 * Files that are listed by hand, whose controllers take the context that the application makes. What
 * `findFiles` and `import.meta.glob` give has no types to check.
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

/** What the options say. */
export interface Application {
  /** The call that made it, for errors. */
  readonly where: string;
  readonly router: Router;
  readonly loader: Loader;
  readonly check: RouteCheck;
  readonly context: FetchOptions['context'];
  readonly onError: NonNullable<FetchOptions['onError']>;
  readonly pages: ReadonlyMap<number, string>;
  /** Pages without an action that have been reported. */
  readonly reported: Set<string>;
  readonly Response: typeof Response;
  readonly base: string;
  readonly maxPathLength: number;
  readonly methodOverride: boolean;
  readonly maxFormSize: number;
}

const KNOWN = [
  'routes',
  'files',
  'roots',
  'context',
  'onError',
  'errorPages',
  'base',
  'methodOverride',
  'maxFormSize',
  'Response',
  'autoRoute',
  'handlers',
  'maxPathLength',
] as const satisfies readonly (keyof CommonOptions<object, []>)[];

/**
 * Reads the options of the call that `where` names: own properties only, so that nothing on
 * `Object.prototype` switches anything on.
 * @throws {WaymarkError} if an option is unknown or wrong, or if the table or the files are
 */
export function readApplication(options: object, where: string): Application {
  const given = readOptions<Partial<CommonOptions<object, readonly unknown[]>>>(
    where,
    withRoutes(options, where),
    KNOWN,
  );
  if (given.routes === undefined || given.routes === null) throw noRoutes(where);
  if (typeof given.routes === 'function') throw notCalled(where);
  if (typeof given.routes.resolve === 'function') throw notARouter(where);
  const context = given.context ?? undefined;
  const onError = given.onError ?? logError;
  if (context !== undefined && typeof context !== 'function') {
    throw badArgument(where, 'context', 'a function', context);
  }
  if (typeof onError !== 'function') throw badArgument(where, 'onError', 'a function', onError);
  const ResponseClass = given.Response ?? Response;
  if (typeof ResponseClass !== 'function') {
    throw badArgument(where, 'Response', 'a class like Response', ResponseClass);
  }
  const { routes } = given;
  const files = given.files ?? {};
  const handlers = given.handlers ?? {};
  const maxPathLength = given.maxPathLength ?? MAX_PATH_LENGTH;
  const autoRoute = readFlag(where, 'autoRoute', given.autoRoute);
  const router = createRouter(routes, { autoRoute, handlers, maxPathLength });
  const loader = createLoader(files, {
    roots: given.roots ?? undefined,
    settings: router.settings,
  });
  const check = createRouteCheck({ routes, files, loader, handlers, where });
  check.files();
  return {
    where,
    router,
    loader,
    check,
    context,
    onError,
    pages: readPages(given.errorPages ?? {}, loader, files, where),
    reported: new Set(),
    Response: ResponseClass,
    base: readBase(given.base ?? '', where),
    maxPathLength,
    methodOverride: readFlag(where, 'methodOverride', given.methodOverride),
    maxFormSize: readWhole(where, 'maxFormSize', given.maxFormSize, 1) ?? MAX_FORM_SIZE,
  };
}

/** Only the error: the request would fill the log with what a client sent. */
function logError(error: unknown): void {
  console.error(error);
}

/** Checked first: a table passed as the options has keys that are not options, and no routes. */
function withRoutes(options: object, where: string): object {
  if (typeof options !== 'object' || options === null) throw noRoutes(where);
  if (!Object.hasOwn(options, 'routes')) throw noRoutes(where);
  return options;
}

function notCalled(where: string): WaymarkError {
  return new WaymarkError('bad-argument', where, 'routes is a function', 'call it: Route.map()');
}

function notARouter(where: string): WaymarkError {
  const advice = `pass the table that it was made of: ${where}({ routes: Route.map() })`;
  return new WaymarkError('bad-argument', where, 'routes is a router, not a table', advice);
}

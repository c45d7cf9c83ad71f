/** Makes handlers and middlewares, whichever way the router of their table is made. */
import { badArgument, readOptions } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { type Runner, withoutControllers } from '../hmvc/context.ts';
import { type OwnControllers, readControllers, readOnMissing } from '../hmvc/optional.ts';
import type { Resolution } from '../resolve/resolution.ts';
import type { Router } from '../resolve/resolver.ts';
import type { RouterOptions } from '../resolve/router.ts';
import type { BuildUrl } from '../table/handler.ts';
import type { Settings } from '../table/key.ts';
import { noRoutes, type SuppliedTable } from '../table/table.ts';
import { answer } from './answer.ts';
import { type Application, Exchange, readBase } from './exchange.ts';
import { type FetchMiddlewareOptions, readFunction, SHARED } from './options.ts';
import type { MethodOverride, Override } from './override.ts';
import { readErrorStatus, readPages } from './statuses.ts';

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

/** A table and the options that its router depends on, before they are read. */
export interface TableOptions extends RouterOptions {
  readonly routes: SuppliedTable;
  readonly controllers: OwnControllers | null;
  /** Whether requests without an action are passed on. */
  readonly passes: boolean;
  /** Whether mistakes are logged, since there is no `onError`. */
  readonly logs: boolean;
  /** The call, for errors. */
  readonly where: string;
}

/** The parts of an application that are made of its table. */
export interface Made extends Pick<Application, 'router' | 'runner' | 'reports'> {
  /** Makes the function that builds URLs below a base. `call` is its name, for errors. */
  readonly urls: (base: string, call: string) => BuildUrl;
  /** The error for a page that is refused, and what to write instead. */
  readonly refused: (status: string, page: unknown) => WaymarkError;
}

/**
 * Makes the router of a table. It is passed in, so that a program whose table was compiled ahead
 * doesn't bundle the compiler.
 */
export type MakeRouter = (table: TableOptions) => Made;

/** Makes the runner of an application, also for one without controllers. */
export function runnerOf({ controllers, where }: TableOptions, settings: Settings): Runner {
  if (controllers !== null) return controllers.runner(settings);
  return withoutControllers(() => {
    const advice = 'pass controllers: createControllers(files)';
    throw new WaymarkError('bad-argument', where, 'there are no controllers', advice);
  });
}

/**
 * Implements `createFetchHandler`.
 * @param make makes the router of the table
 * @param where the public call, for errors
 */
export function makeHandler(make: MakeRouter, options: object, where: string): FetchHandler {
  const application = prepare(make, options, where, false);
  // The cast: only a middleware passes requests on.
  return (request, ...platform) => serve(application, request, platform) as Promise<Response>;
}

/** Implements `createFetchMiddleware`; see {@link makeHandler}. */
export function makeMiddleware(make: MakeRouter, options: object, where: string): FetchMiddleware {
  const application = prepare(make, options, where, true);
  return (request, ...platform) => serve(application, request, platform);
}

/** Answers a request through a prepared application; `null` if a middleware passes it on. */
export function serve(
  application: Application,
  request: Request,
  platform: readonly unknown[],
): Promise<Response | null> {
  const exchange = new Exchange(application, request, platform);
  const answered = answer(exchange);
  // Without delaying the answer.
  application.reports?.first?.(exchange);
  return answered;
}

/** The options of a handler besides those that every application has. */
const OF_TABLE = [
  ...['routes', 'handlers', 'autoRoute', 'maxPathLength', 'controllers', 'methodOverride'],
] as const;

/**
 * Reads the options of a call. Only own properties count, so that changes to `Object.prototype` set
 * no option.
 * @param isMiddleware whether requests without an action are passed on
 * @throws {WaymarkError} if an option is unknown or wrong, or if the table or a destination is wrong
 */
export function prepare(
  make: MakeRouter,
  options: object,
  where: string,
  isMiddleware: boolean,
): Application {
  // Checked before the names, for a clear error if a table is passed instead of the options.
  if (!Object.hasOwn(Object(options), 'routes')) throw noRoutes(where);
  const unread: Partial<FetchMiddlewareOptions> = options;
  const further = isMiddleware ? (['onMissing'] as const) : [];
  const given = readOptions(where, unread, [...OF_TABLE, ...SHARED, ...further]);
  const { routes, handlers, autoRoute, maxPathLength } = given;
  if (routes === undefined || routes === null) throw noRoutes(where);
  const controllers = readControllers(where, given.controllers);
  const override = readOverride(where, given.methodOverride);
  const passes = readOnMissing(where, given.onMissing);
  const logs = (given.onError ?? null) === null;
  const table = { routes, handlers, autoRoute, maxPathLength, controllers, passes, logs, where };
  const { router, runner, reports, urls, refused } = make(table);
  const { notFoundOverride } = router.settings;
  const finds = (destination: string) => runner.loader.locate(destination) !== null;
  const base = readBase(given.base ?? '', where);
  return {
    where,
    router: passes ? passing(router) : router,
    runner,
    override,
    context: readFunction(where, 'context', 'a function', given.context),
    onError: readFunction(where, 'onError', 'a function', given.onError),
    onResponse: readFunction(where, 'onResponse', 'a function', given.onResponse),
    errorStatus: readErrorStatus(given.errorStatus ?? [], where),
    pages: readPages(given.errorPages ?? {}, notFoundOverride, finds, refused, where),
    // A 404_override that is missing yet is no mistake.
    reported: new Set(passes ? [notFoundOverride ?? ''] : []),
    Response: readFunction(where, 'Response', 'a class like Response', given.Response),
    base,
    url: urls(base, 'context.url'),
    reports,
    isMiddleware,
  };
}

/**
 * Makes the router of a middleware with `onMissing: 'pass'`. A path that only has routes for other
 * methods is not found, so the middleware passes it on. A blocked path stays blocked.
 */
function passing(router: Router): Router {
  const pass = (resolution: Resolution): Resolution =>
    resolution.status === 'method-not-allowed' ? { status: 'not-found' } : resolution;
  return {
    ...router,
    resolve: (method, path) => pass(router.resolve(method, path)),
    serve: (method, path) => pass(router.serve(method, path)),
  };
}

/** @throws {WaymarkError} if the option is not the result of `createMethodOverride` */
function readOverride(where: string, given: MethodOverride | null = null): Override | null {
  // The cast: the public type says less.
  const override = given as Override | null;
  if (override === null || typeof override.mayApply === 'function') return override;
  throw badArgument(where, 'methodOverride', "createMethodOverride(), of 'waymark/fetch'", given);
}

/** Makes handlers and middlewares, whichever way the router of their table is made. */
import { WaymarkError } from '../errors/error.ts';
import { type Runner, withoutControllers } from '../hmvc/context.ts';
import type { OwnControllers } from '../hmvc/optional.ts';
import type { Resolution } from '../resolve/resolution.ts';
import type { Router } from '../resolve/resolver.ts';
import type { BuildUrl } from '../table/handler.ts';
import type { Settings } from '../table/row.ts';
import { answer } from './answer.ts';
import { type Application, Exchange, readBase } from './exchange.ts';
import type { FetchMiddlewareOptions } from './options.ts';
import type { Override } from './override.ts';
import { readPages } from './statuses.ts';

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

/** The options of a handler or a middleware. `null` counts as unset, whatever the types say. */
export type HandlerOptions = Partial<FetchMiddlewareOptions>;

/** The parts of an application that are made of its table. */
export interface Made extends Pick<Application, 'router' | 'runner' | 'reports'> {
  /** Makes the function that builds URLs below a base. `call` is its name, for errors. */
  readonly urls: (base: string, call: string) => BuildUrl;
}

/**
 * Makes the router of a table. It is passed in, so that a program whose table was compiled ahead
 * doesn't bundle the compiler.
 */
export type MakeRouter = (given: HandlerOptions, where: string) => Made;

/** Makes the runner of an application, also for one without controllers. */
export function runnerOf(
  { controllers }: HandlerOptions,
  settings: Settings,
  where: string,
): Runner {
  // The cast: the public type says less.
  if (controllers) return (controllers as OwnControllers).runner(settings);
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
export function makeHandler(make: MakeRouter, given: HandlerOptions, where: string): FetchHandler {
  const application = prepare(make, given, where, false);
  // The cast: only a middleware passes requests on.
  return (request, ...platform) => serve(application, request, platform) as Promise<Response>;
}

/** Implements `createFetchMiddleware`; see {@link makeHandler}. */
export function makeMiddleware(
  make: MakeRouter,
  given: HandlerOptions,
  where: string,
): FetchMiddleware {
  const application = prepare(make, given, where, true);
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

/**
 * Makes the application of a call.
 * @param given the options, each of its kind: see `readHandlerOptions`
 * @param isMiddleware whether requests without an action are passed on
 * @throws {WaymarkError} if the table, the base or a destination is wrong
 */
export function prepare(
  make: MakeRouter,
  given: HandlerOptions,
  where: string,
  isMiddleware: boolean,
): Application {
  const { context, onError, onResponse, errorPages, errorStatus, methodOverride } = given;
  const passes = given.onMissing === 'pass';
  const { router, runner, reports, urls } = make(given, where);
  const { notFoundOverride } = router.settings;
  const base = readBase(given.base ?? '', where);
  return {
    where,
    router: passes ? passing(router) : router,
    runner,
    override: (methodOverride ?? null) as Override | null, // the cast: the public type says less
    context: context ?? undefined,
    onError: onError ?? undefined,
    onResponse: onResponse ?? undefined,
    errorStatus: [...(errorStatus ?? [])],
    pages: readPages(errorPages ?? {}, notFoundOverride),
    // A 404_override that is missing yet is no mistake.
    reported: new Set(passes ? [notFoundOverride ?? ''] : []),
    Response: given.Response ?? undefined,
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

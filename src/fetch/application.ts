/** The application of a call: reads its options, and puts them beside what is made of its table. */
import { badArgument, readCallback, readOptions } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { type Runner, withoutControllers } from '../hmvc/context.ts';
import { type OwnControllers, readControllers, readOnMissing } from '../hmvc/controllers-option.ts';
import { type ClientStatus, isClientError, STATUS_TEXTS } from '../http/http-error.ts';
import type { Resolution } from '../resolve/resolution.ts';
import type { Router } from '../resolve/router.ts';
import type { Settings } from '../table/row.ts';
import { noRoutes, type SuppliedTable } from '../table/table.ts';
import type { UrlsBelow } from '../url/named.ts';
import { readBase } from './base.ts';
import type { Application } from './exchange.ts';
import {
  type ErrorClass,
  type ErrorHandler,
  type ErrorPages,
  type ErrorStatus,
  type FetchMiddlewareOptions,
  OPTIONS,
  type Page,
} from './options.ts';
import type { MethodOverride, Override } from './override.ts';

/** The options of a call, each of its kind. `null` counts as unset, whatever the types say. */
export interface HandlerOptions
  extends Omit<
    Partial<FetchMiddlewareOptions>,
    'routes' | 'controllers' | 'methodOverride' | 'onMissing'
  > {
  readonly routes: SuppliedTable;
  readonly controllers?: OwnControllers | null | undefined;
  readonly methodOverride?: Override | null | undefined;
  /** Whether the option `onMissing` is `'pass'`. */
  readonly passes: boolean;
}

/** The options of a call, and the parts of its application that are made of its table. */
export interface Made
  extends Pick<Application, 'where' | 'router' | 'runner' | 'readInputs' | 'reports'> {
  readonly options: HandlerOptions;
  readonly urls: UrlsBelow;
}

/**
 * Makes an application.
 * @param isMiddleware whether requests without an action are passed on
 * @throws {WaymarkError} if the base is wrong
 */
export function prepare(made: Made, isMiddleware: boolean): Application {
  const { where, options, router, runner, readInputs, reports, urls } = made;
  const { passes, context, onError, onResponse, errorPages, errorStatus } = options;
  const { notFoundOverride } = router.settings;
  const base = readBase(options.base ?? '', where);
  return {
    where,
    router: passes ? passing(router) : router,
    runner,
    readInputs,
    override: options.methodOverride ?? null,
    context: context ?? undefined,
    onError: onError ?? undefined,
    onResponse: onResponse ?? undefined,
    errorStatus: [...(errorStatus ?? [])],
    pages: readPages(errorPages ?? {}, notFoundOverride),
    // A 404_override that is missing yet is no mistake.
    missingPages: new Set(passes ? [notFoundOverride ?? ''] : []),
    Response: options.Response ?? undefined,
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

/** Makes the runner of an application, also for one without controllers. */
export function runnerOf(
  controllers: OwnControllers | null | undefined,
  settings: Settings,
  where: string,
): Runner {
  if (controllers) return controllers.runner(settings);
  return withoutControllers(() => {
    const advice = 'pass controllers: createControllers(files)';
    throw new WaymarkError('bad-argument', where, 'there are no controllers', advice);
  });
}

/**
 * Reads the options of a call. Only own properties count, so that changes to `Object.prototype` set
 * no option.
 * @param further the options that the call has besides those of every handler
 * @throws {WaymarkError} if an option is unknown or wrong, or there is no table
 */
export function readHandlerOptions(
  where: string,
  options: object,
  further: readonly ('methodOverride' | 'onMissing')[],
): HandlerOptions {
  // Checked before the names, for a clear error if a table is passed instead of the options.
  if (!Object.hasOwn(Object(options), 'routes')) throw noRoutes(where);
  const unread: Partial<FetchMiddlewareOptions> = options;
  return checkOptions(where, readOptions(where, unread, [...OPTIONS, ...further]));
}

/**
 * Reads each option of a call once, and checks its kind.
 * @returns the options, without a prototype
 * @throws {WaymarkError} if an option is wrong, or there is no table
 */
export function checkOptions(
  where: string,
  options: Partial<FetchMiddlewareOptions>,
): HandlerOptions {
  const given: typeof options = Object.assign(Object.create(null), options);
  const { routes, Response } = given;
  if (routes === undefined || routes === null) throw noRoutes(where);
  const controllers = readControllers(where, given.controllers);
  const methodOverride = readMethodOverride(where, given.methodOverride);
  const passes = readOnMissing(where, given.onMissing);
  readCallback(where, 'context', given.context);
  readCallback(where, 'onError', given.onError);
  readCallback(where, 'onResponse', given.onResponse);
  if ((Response ?? null) !== null && typeof Response !== 'function') {
    throw badArgument(where, 'Response', 'a class like Response', Response);
  }
  const errorStatus = readErrorStatus(where, given.errorStatus ?? []);
  return Object.assign(given, { routes, controllers, methodOverride, passes, errorStatus });
}

/** @throws {WaymarkError} if the option is not the result of `createMethodOverride` */
function readMethodOverride(where: string, given: MethodOverride | null = null): Override | null {
  // The cast: the public type says less.
  const own = given as Override | null;
  if (own === null || typeof own.mayApply === 'function') return own;
  throw badArgument(where, 'methodOverride', "createMethodOverride(), of 'waymark/fetch'", given);
}

function isClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && typeof value.prototype === 'object';
}

function readErrorStatus(
  where: string,
  given: ErrorStatus,
): readonly (readonly [ErrorClass, ClientStatus])[] {
  if (typeof given !== 'object' || typeof given[Symbol.iterator] !== 'function') {
    throw badArgument(where, 'errorStatus', 'a list such as [[NotFound, 404]]', given);
  }
  return Array.from(given, (pair: unknown, index) => {
    const [type, status]: unknown[] = Array.isArray(pair) ? pair : [];
    if (isClass(type) && isClientError(status)) return [type, status as ClientStatus]; // the cast: it is from 400 to 499
    const wanted = 'a class of errors and a status from 400 to 499';
    throw badArgument(where, `errorStatus[${index}]`, wanted, pair);
  });
}

/** @param override the table's page for 404, if it has one */
function readPages(
  pages: ErrorPages | ErrorHandler,
  override: string | null,
): (status: number) => Page | null {
  if (typeof pages === 'function') return () => (context, failure) => pages(failure, context);
  const read = new Map<number, Page>();
  for (const [status, page] of Object.entries(pages)) {
    const own: Page =
      typeof page === 'string' ? page : (context, { cause }) => page(context, cause);
    read.set(Number(status), own);
  }
  return (status) => read.get(status) ?? (status === 404 ? override : null);
}

/**
 * Checks pages.
 * @param override the table's page for 404, if it has one
 * @param finds whether a destination leads to a file
 * @throws {WaymarkError} if a page is wrong
 */
export function checkPages(
  pages: ErrorPages | ErrorHandler,
  override: string | null,
  finds: (destination: string) => boolean,
  where: string,
): void {
  if (typeof pages === 'function') {
    if (override !== null) throw refusedPage(where, '404', pages);
    return;
  }
  // A Map would be read as no pages.
  if (typeof pages !== 'object' || Symbol.toStringTag in pages) {
    const wanted = 'an object of destinations by status, or a function';
    throw badArgument(where, 'errorPages', wanted, pages);
  }
  for (const [status, page] of Object.entries(pages)) {
    const fits =
      typeof page === 'function'
        ? status !== '404' || override === null
        : typeof page === 'string' && page !== '' && status !== '404' && finds(page);
    if (!fits || !Object.hasOwn(STATUS_TEXTS, status)) throw refusedPage(where, status, page);
  }
}

function refusedPage(where: string, status: string, page: unknown): WaymarkError {
  const name = `errorPages[${status}]`;
  if (!Object.hasOwn(STATUS_TEXTS, status)) {
    const advice = `known statuses: ${Object.keys(STATUS_TEXTS).join(', ')}`;
    return new WaymarkError('bad-argument', where, `${name} is for an unknown status`, advice);
  }
  if (status === '404' && typeof page === 'function') {
    const problem = 'errorPages has a handler for 404, and the table has 404_override';
    return new WaymarkError('bad-argument', where, problem, 'leave one of them out');
  }
  if (typeof page !== 'string' || page === '') {
    const wanted = "a destination such as 'errors/broken', or a handler";
    return badArgument(where, name, wanted, page);
  }
  if (status === '404') {
    const advice =
      "write it into the table, Route.map({ '404_override': 'errors/missing' }), or a handler here";
    const problem = 'errorPages has a destination for 404';
    return new WaymarkError('bad-argument', where, problem, advice);
  }
  const problem = `no file answers to ${name}, ${quote(page)}`;
  const advice =
    'correct it, or put a file there; npx waymark check --files names the nearest file';
  return new WaymarkError('bad-argument', where, problem, advice);
}

/**
 * Reads the options of a call. `handlers`, `autoRoute` and `maxPathLength` are read with the table, and
 * `error-pages.ts` checks `errorPages` against it.
 */
import { badArgument, readCallback, readOptions } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import {
  type OnMissing,
  type OwnControllers,
  readControllers,
  readPasses,
} from '../hmvc/controllers-option.ts';
import { type ClientStatus, isClientError } from '../http/http-error.ts';
import { noRoutes, type SuppliedTable } from '../table/table.ts';
import { type Base, readBase } from './base.ts';
import {
  type ErrorClass,
  type ErrorStatus,
  type FetchMiddlewareOptions,
  OPTION_NAMES,
} from './options.ts';
import type { MethodOverride, OwnMethodOverride } from './override.ts';

/** The options of a call. Those that are unset are `undefined`, never `null`. */
export interface HandlerOptions
  extends Omit<
    Partial<FetchMiddlewareOptions>,
    'routes' | 'controllers' | 'methodOverride' | 'onMissing' | 'base'
  > {
  /** The call that they were passed to, for errors. */
  readonly where: string;
  readonly routes: SuppliedTable;
  readonly controllers?: OwnControllers | undefined;
  readonly methodOverride?: OwnMethodOverride | undefined;
  readonly onMissing: OnMissing;
  readonly base: Base;
}

/**
 * Reads the options of a call. Only own properties count, so that changes to `Object.prototype` set
 * no option.
 * @param onMissing what happens to requests without an action; the option may replace `'skip'`
 * @throws {WaymarkError} if an option is unknown or wrong, or there is no table
 */
export function readHandlerOptions(
  where: string,
  options: object,
  onMissing: OnMissing,
): HandlerOptions {
  // A table may be passed instead of the options. Its keys are no unknown options.
  if (!Object.hasOwn(Object(options), 'routes')) throw noRoutes(where);
  const unread: Partial<FetchMiddlewareOptions> = options;
  const further = onMissing === 'skip' ? (['onMissing'] as const) : [];
  const given = readOptions(where, unread, [...OPTION_NAMES, ...further]);
  return Object.assign(given, {
    where,
    routes: readRoutes(where, given.routes),
    controllers: readControllers(where, given.controllers),
    methodOverride: readMethodOverride(where, given.methodOverride),
    onMissing: readPasses(where, given.onMissing) ? 'pass' : onMissing,
    base: readBase(where, given.base),
    context: readCallback(where, 'context', given.context),
    onError: readCallback(where, 'onError', given.onError),
    onResponse: readCallback(where, 'onResponse', given.onResponse),
    Response: readResponseClass(where, given.Response),
    errorStatus: readErrorStatus(where, given.errorStatus),
  });
}

/** Refuses what is passed in place of a table by mistake. `compileApplication` reads the table itself. */
function readRoutes(where: string, given: SuppliedTable | undefined): SuppliedTable {
  if (given === undefined) throw noRoutes(where);
  if (typeof given === 'function') {
    const advice = 'call Route.map(), or pass a function that defines routes to Route.collect()';
    throw new WaymarkError('bad-argument', where, 'routes is a function', advice);
  }
  if (typeof given.resolve === 'function') {
    const advice = `pass the table that it was made of: ${where}({ routes: Route.map() })`;
    throw new WaymarkError('bad-argument', where, 'routes is a router, not a table', advice);
  }
  return given;
}

/** @throws {WaymarkError} if the option is not the result of `createMethodOverride` */
function readMethodOverride(where: string, given?: MethodOverride): OwnMethodOverride | undefined {
  // The cast: the public type says less.
  const own = given as OwnMethodOverride | undefined;
  if (own === undefined || typeof own.select === 'function') return own;
  throw badArgument(where, 'methodOverride', "createMethodOverride(), of 'waymark/fetch'", given);
}

function readResponseClass(
  where: string,
  given: typeof Response | undefined,
): typeof Response | undefined {
  if (given === undefined || typeof given === 'function') return given;
  throw badArgument(where, 'Response', 'a class like Response', given);
}

function isClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && typeof value.prototype === 'object';
}

function readErrorStatus(
  where: string,
  given: ErrorStatus = [],
): readonly (readonly [ErrorClass, ClientStatus])[] {
  if (typeof given !== 'object' || typeof given[Symbol.iterator] !== 'function') {
    throw badArgument(where, 'errorStatus', 'a list such as [[NotFound, 404]]', given);
  }
  return Array.from(given, (pair: unknown, index) => {
    const [type, status]: unknown[] = Array.isArray(pair) ? pair : [];
    if (isClass(type) && isClientError(status)) return [type, status];
    const wanted = 'a class of errors and a status from 400 to 499';
    throw badArgument(where, `errorStatus[${index}]`, wanted, pair);
  });
}

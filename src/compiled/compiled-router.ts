/** Routers, handlers and middlewares of compiled tables. */
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import { handlerOf } from '../fetch/answer.ts';
import { readBase } from '../fetch/base.ts';
import type {
  createFetchHandler as RealHandler,
  createFetchMiddleware as RealMiddleware,
} from '../fetch/create.ts';
import { type Application, makeApplication } from '../fetch/exchange.ts';
import { ENVIRONMENT, type FetchMiddlewareOptions } from '../fetch/options.ts';
import type { HandlerOptions } from '../fetch/read-options.ts';
import { type OnMissing, type RunnableControllers, runnerOf } from '../hmvc/controllers-option.ts';
import type { createRouter as RealCreate } from '../resolve/create-router.ts';
import type { UrlsBelow } from '../url/named.ts';
import type { FoundRouter } from './call.ts';
import type { CompiledControllers } from './compiled-controllers.ts';
import { findRouter } from './tables.ts';

/**
 * Makes the router of a compiled table, with the functions of these very calls. See `createRouter` of
 * `waymark`, whose answers it gives.
 * @throws {WaymarkError} if the build had other calls; the error names the first that differs
 * @example
 * import './tables.js'; // written by: npx waymark compile app.js -o tables.js
 * const router = createRouter(Route.collect(routes));
 */
export const createRouter: typeof RealCreate = (table, ...options) =>
  findRouter('createRouter', [table, options[0] ?? {}]).router;

/**
 * Makes a fetch handler of a compiled table, with the functions of these very calls. See
 * `createFetchHandler` of `waymark/fetch`, whose responses it gives. The build has checked where
 * destinations lead.
 * @param options see `FetchOptions` of `waymark/fetch`
 * @throws {WaymarkError} if an option is wrong, or the build had other calls; the error names the
 *   first that differs
 * @example
 * import './tables.js'; // written by: npx waymark compile app.js -o tables.js
 * export default { fetch: createFetchHandler({ routes: Route.collect(routes) }) };
 */
export const createFetchHandler: typeof RealHandler = (options) =>
  handlerOf(loadApplication(options, 'createFetchHandler', 'answer'));

/**
 * Makes a middleware of a compiled table; see {@link createFetchHandler}.
 * @param options see `FetchMiddlewareOptions` of `waymark/fetch`
 * @throws {WaymarkError} as {@link createFetchHandler}
 * @example
 * const answer = createFetchMiddleware({ routes: Route.collect(routes) });
 * hono.use(async (context, next) => (await answer(context.req.raw)) ?? next());
 */
export const createFetchMiddleware: typeof RealMiddleware = (options) =>
  handlerOf(loadApplication(options, 'createFetchMiddleware', 'skip'));

/** Finds the router by the options that must equal the build's. */
function loadApplication(
  options: object,
  where: string,
  onMissing: Exclude<OnMissing, 'pass'>,
): Application {
  // The cast: the build has checked these kinds. Options of the environment are trusted, except `base`.
  const given = ownOptions(options) as Omit<CompiledOptions, 'where' | 'onMissing' | 'base'> &
    Pick<FetchMiddlewareOptions, 'onMissing' | 'base'> & { controllers?: CompiledControllers };
  const { routes, handlers, autoRoute, maxPathLength, controllers, ...compared } = given;
  for (const name of ENVIRONMENT) delete compared[name];
  // File names count, since a destination may spell a controller as its file does.
  const own = controllers && [Object.keys(controllers.files), controllers.options];
  const args = [routes, { handlers, autoRoute, maxPathLength }, own, compared];
  const found = findRouter(where, args, given);
  const read = {
    where,
    onMissing: given.onMissing ?? onMissing,
    base: readBase(where, given.base),
  };
  return withRouter(found, Object.assign(given, read));
}

/** Copies options as `readOptions` does, without asking whether one is unknown. */
function ownOptions<T extends object>(options: T): Partial<T> {
  const own = Object.create(null);
  for (const [name, value] of Object.entries(options)) own[name] = value ?? undefined;
  return own;
}

/** The options of a handler, whose controllers need not check anything. */
interface CompiledOptions extends Omit<HandlerOptions, 'controllers'> {
  readonly controllers?: RunnableControllers | undefined;
}

/** Makes an application of the router of a compiled table. */
export function withRouter(found: FoundRouter, options: CompiledOptions): Application {
  const { router, urls = noUrls, readInputs } = found;
  const runner = runnerOf(options.controllers, router.settings, options.where);
  return makeApplication(options, { router, runner, readInputs, reports: null }, urls);
}

/** Stands in for a table without names, whose bundle has no code for URLs. */
const noUrls: UrlsBelow =
  (_, where) =>
  (...[name]: readonly unknown[]): never => {
    const whereNamed = `${where}(${describe(name)})`;
    const advice = "a route is named with the option { as: 'name' }";
    throw new WaymarkError('bad-url', whereNamed, 'no route has this name', advice);
  };

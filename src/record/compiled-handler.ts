/** Handlers and middlewares of compiled tables. */
import { badArgument } from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import type {
  createFetchHandler as RealHandler,
  createFetchMiddleware as RealMiddleware,
} from '../fetch/create.ts';
import {
  type Made,
  makeHandler,
  makeMiddleware,
  runnerOf,
  type TableOptions,
} from '../fetch/serve.ts';
import type { Router } from '../resolve/resolver.ts';
import { findRouter, noUrls } from './compiled-router.ts';

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
export const createFetchHandler: typeof RealHandler = (options) => {
  const make = (table: TableOptions) => loadTable(table, options);
  return fromCaller(createFetchHandler, makeHandler, make, options, 'createFetchHandler');
};

/**
 * Makes a middleware of a compiled table; see {@link createFetchHandler}.
 * @param options see `FetchMiddlewareOptions` of `waymark/fetch`
 * @throws {WaymarkError} as {@link createFetchHandler}
 * @example
 * const answer = createFetchMiddleware({ routes: Route.collect(routes) });
 * hono.use(async (context, next) => (await answer(context.req.raw)) ?? next());
 */
export const createFetchMiddleware: typeof RealMiddleware = (options) => {
  const make = (table: TableOptions) => loadTable(table, options);
  return fromCaller(createFetchMiddleware, makeMiddleware, make, options, 'createFetchMiddleware');
};

/** One sentence for every page that is refused: explanations would be in each bundle. */
const PAGE = 'a handler or, for another status than 404, the destination of a controller';

function loadTable(table: TableOptions, given: object): Made {
  const { routes, handlers, autoRoute, maxPathLength, controllers, where } = table;
  const args = [
    routes,
    { handlers, autoRoute, maxPathLength },
    // A destination may name a controller as its file is called.
    ...(controllers === null ? [] : [Object.keys(controllers.files), controllers.roots]),
  ];
  return withRouter(table, findRouter(where, args, given));
}

/** The parts of an application with the router of a compiled table. */
export function withRouter(table: TableOptions, router: Router): Made {
  const { where } = table;
  return {
    router,
    runner: runnerOf(table, router.settings),
    reports: null,
    refused: (status, page) => badArgument(where, `errorPages[${status}]`, PAGE, page),
    urls: router.urls ?? noUrls,
  };
}

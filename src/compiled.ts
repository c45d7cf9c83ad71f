/**
 * A router and a fetch handler for tables that were compiled ahead of time.
 * @module waymark/compiled
 */
export {
  type CompiledFetchMiddlewareOptions,
  type CompiledFetchOptions,
  createCompiledFetchHandler,
  createCompiledFetchMiddleware,
} from './fetch/compiled.ts';
export type { CompiledTable, PatternMachine } from './resolve/compiled/load.ts';
export {
  type CompiledRouterOptions,
  createCompiledRouter,
  patternMachine,
} from './resolve/compiled/load.ts';
export { type RouteUrls, routeUrls, type UrlsBelow } from './url/compiled.ts';

/**
 * `waymark` and `waymark/fetch` for bundles, whose tables a build has compiled.
 * @module waymark/compiled
 */
export {
  createFetchHandler,
  createFetchMiddleware,
  createRouter,
} from './compiled/compiled-router.ts';
export { Route } from './compiled/recording-route.ts';
export { addTables, type Tables } from './compiled/tables.ts';
export { type PatternPlace, WaymarkError, type WaymarkErrorCode } from './errors/error.ts';
export type { FetchHandler, FetchMiddleware } from './fetch/answer.ts';
export type { FetchMiddlewareOptions, FetchOptions } from './fetch/options.ts';
export { createMethodOverride } from './fetch/override.ts';
export type { RouterOptions } from './resolve/create-router.ts';
export type { Router } from './resolve/router.ts';
export { METHODS } from './table/methods.ts';

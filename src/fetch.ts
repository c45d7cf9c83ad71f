/**
 * Every public name of `waymark/fetch`.
 * @module waymark/fetch
 */

export type { ErrorClass, ErrorStatus } from './fetch/exposed.ts';
export {
  createFetchHandler,
  createFetchMiddleware,
  type FetchHandler,
  type FetchMiddleware,
} from './fetch/handler.ts';
export type { Arrival, FetchMiddlewareOptions, FetchOptions, FilesFor } from './fetch/options.ts';
export type { ErrorPages, PageHandler } from './fetch/pages.ts';

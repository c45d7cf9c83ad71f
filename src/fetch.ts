/**
 * Answers a `Request` with a `Response`, alone or inside another framework.
 * @module waymark/fetch
 */

export {
  createFetchHandler,
  createFetchMiddleware,
  type FetchHandler,
  type FetchMiddleware,
} from './fetch/handler.ts';
export type {
  FetchMiddlewareOptions,
  FetchOptions,
  FilesFor,
  ResponseInfo,
  RouteInfo,
} from './fetch/options.ts';
export type {
  ErrorClass,
  ErrorHandler,
  ErrorPages,
  ErrorStatus,
  PageHandler,
} from './fetch/statuses.ts';

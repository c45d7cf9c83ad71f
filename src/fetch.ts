/**
 * Answers a `Request` with a `Response`, alone or inside another framework.
 * @module waymark/fetch
 */

export { createFetchHandler, createFetchMiddleware } from './fetch/create.ts';
export type {
  FetchMiddlewareOptions,
  FetchOptions,
  FilesFor,
  ResponseInfo,
  RouteInfo,
} from './fetch/options.ts';
export { createMethodOverride, type MethodOverride } from './fetch/override.ts';
export type { FetchHandler, FetchMiddleware } from './fetch/serve.ts';
export type {
  ErrorClass,
  ErrorHandler,
  ErrorPages,
  ErrorStatus,
  PageHandler,
} from './fetch/statuses.ts';

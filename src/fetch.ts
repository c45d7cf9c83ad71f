/**
 * Answers a `Request` with a `Response`, alone or inside another framework.
 * @module waymark/fetch
 */

export type { FetchHandler, FetchMiddleware } from './fetch/answer.ts';
export { createFetchHandler, createFetchMiddleware } from './fetch/create.ts';
export type {
  ErrorClass,
  ErrorHandler,
  ErrorPages,
  ErrorStatus,
  FetchMiddlewareOptions,
  FetchOptions,
  FilesFor,
  PageHandler,
  ResponseInfo,
  RouteInfo,
} from './fetch/options.ts';
export { createMethodOverride, type MethodOverride } from './fetch/override.ts';

import type { UrlParam } from '../url/params.ts';
import type { UrlOptions } from './named.ts';

/**
 * The names of an application's routes, each with the params that `Route.url` takes for it. Empty, so
 * that any name will do, until the project includes a declaration file written by `types` of
 * `waymark/inspect`.
 * @example
 * declare module 'waymark' {
 *   interface RouteNames {
 *     user: readonly [UrlParam];
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: declarations merge into it
export interface RouteNames {}

/** A route's name: one of {@link RouteNames}, or any string if there are none. */
export type RouteName = keyof RouteNames extends never ? string : keyof RouteNames;

/** What `Route.url` takes after a name. */
export type UrlArguments<Name> = Name extends keyof RouteNames
  ? readonly [] extends RouteNames[Name]
    ? [params?: RouteNames[Name], options?: UrlOptions]
    : [params: RouteNames[Name], options?: UrlOptions]
  : [params?: readonly UrlParam[], options?: UrlOptions];

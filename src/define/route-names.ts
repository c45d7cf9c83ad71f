/** The names of the routes, as far as types know them. */
import type { UrlParam } from '../url/params.ts';
import type { UrlOptions } from './named.ts';

/**
 * The names of an application's routes, each with the params that `Route.url` takes for it. It is
 * empty, so that every name will do, until a declaration file that `types` of `waymark/inspect`
 * wrote is part of the project.
 *
 * @example
 * declare module 'waymark' {
 *   interface RouteNames {
 *     user: readonly [UrlParam];
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: declarations merge into it
export interface RouteNames {}

/** A name that a route can have: one of {@link RouteNames}, or any string where there are none. */
export type RouteName = keyof RouteNames extends never ? string : keyof RouteNames;

/** What `Route.url` takes after a name. */
export type UrlArguments<Name> = Name extends keyof RouteNames
  ? readonly [] extends RouteNames[Name]
    ? [params?: RouteNames[Name], options?: UrlOptions]
    : [params: RouteNames[Name], options?: UrlOptions]
  : [params?: readonly UrlParam[], options?: UrlOptions];

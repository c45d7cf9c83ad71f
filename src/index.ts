/** Every public name of waymark. */
export type { ContextOptions } from './define/context.ts';
export type { Nested, RouteOptions } from './define/define.ts';
export type { ResourceAction, ResourceOptions } from './define/resources.ts';
export type { UrlOptions, UrlParam } from './define/url.ts';
export type { Place } from './describe.ts';
export { WaymarkError, type WaymarkErrorCode } from './errors.ts';
export { METHODS, type Method } from './methods.ts';
export type {
  BadPathReason,
  BadRequest,
  Blocked,
  Found,
  MethodNotAllowed,
  NotFound,
  Resolution,
} from './resolution.ts';
export { createRouter, type Router, type RouterOptions } from './resolve/router.ts';
export type { Settings } from './resolve/settings.ts';
export { Route } from './route.ts';
export type { Handler, RouteTable, SuppliedTable } from './table.ts';

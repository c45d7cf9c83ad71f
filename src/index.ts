/**
 * Defines routes, and finds the row that answers a request.
 * @module waymark
 */

export type { Collected, RouteFile } from './define/collect.ts';
export type { Inline, RouteOptions } from './define/define.ts';
export type { PrefixOptions } from './define/prefix.ts';
export type { ResourceAction, ResourceOptions } from './define/resources.ts';
export { Route } from './define/route.ts';
export type { ContextArguments, ContextOptions } from './define/route-context.ts';
export type { Define, DefineMatch, DefinePrefix, Within } from './define/signatures.ts';
export type { RouteRedirectOptions } from './define/special-rows.ts';
export { type PatternPlace, WaymarkError, type WaymarkErrorCode } from './errors/error.ts';
export type { BadPathReason } from './path/normalise.ts';
export { createRouter, type RouterOptions } from './resolve/create-router.ts';
export type {
  BadRequest,
  Blocked,
  Found,
  FoundDestination,
  FoundHandler,
  MethodNotAllowed,
  NotFound,
  Resolution,
} from './resolve/resolution.ts';
export type { Router } from './resolve/router.ts';
export type { RedirectStatus } from './table/destination.ts';
export type { Answer, AnyHandler, Handler } from './table/handler.ts';
export type { Meta, MetaValue, RouteMeta } from './table/meta.ts';
export { METHODS, type Method } from './table/methods.ts';
export type {
  NamedArguments,
  PatternParams,
  QueryValue,
  RouteName,
  RouteNames,
  RouteParams,
  UrlParam,
  UrlParams,
  UrlQuery,
} from './table/params.ts';
export type {
  AddedContext,
  BuildUrl,
  RequestContext,
  RouteUrlOptions,
  Run,
} from './table/request-context.ts';
export type { Settings } from './table/row.ts';
export type {
  RouteSchemas,
  Schema,
  SchemaIssue,
  SchemaOutput,
  SchemaResult,
  Validated,
} from './table/schema.ts';
export type { RouteTable, SuppliedTable } from './table/table.ts';
export type { UrlOptions } from './url/builder.ts';

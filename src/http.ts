/**
 * Redirects, cookies, signed URLs, HTML, events, errors, CORS, and a request's body, query and
 * params: what controllers, handlers and the options of a fetch handler call.
 * @module waymark/http
 */
export { type CookieOptions, type Cookies, cookies } from './http/cookies.ts';
export { type CorsOptions, cors } from './http/cors.ts';
export { type EventsClient, type EventsOptions, events, type ServerEvent } from './http/events.ts';
export { type HtmlTag, type HtmlValue, html } from './http/html.ts';
export {
  type ClientStatus,
  type Failure,
  HttpError,
  type Issue,
  problemDetails,
} from './http/http-error.ts';
export {
  type ReadOptions,
  readForm,
  readJson,
  readParams,
  readQuery,
  readStream,
  readText,
} from './http/read.ts';
export { type RedirectRoute, redirect } from './http/redirect.ts';
export type { HttpContext } from './http/request.ts';
export {
  type SignedCookies,
  signedCookies,
  signUrl,
  verifyUrl,
} from './http/signed.ts';
export type { Html } from './table/handler.ts';
export type { Schema, SchemaIssue, SchemaOutput, SchemaResult } from './table/schema.ts';

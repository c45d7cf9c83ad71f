/**
 * Redirects, cookies, signed URLs, and a request's body, query and params, for controllers and
 * handlers.
 * @module waymark/http
 */
export type { BodyOptions } from './http/body.ts';
export type { HttpContext } from './http/context.ts';
export type { CookieOptions } from './http/cookies.ts';
export { type Cookies, cookies } from './http/cookies.ts';
export { HttpError, type HttpErrorOptions, type Issue } from './http/http-error.ts';
export { type FormOptions, readForm } from './http/read-form.ts';
export { type JsonOptions, readJson } from './http/read-json.ts';
export { readParams, readQuery, type ValuesOptions } from './http/read-query.ts';
export { readText } from './http/read-text.ts';
export {
  type RedirectOptions,
  type RedirectRoute,
  type RedirectStatus,
  redirect,
} from './http/redirect.ts';
export type { Schema, SchemaIssue, SchemaOutput, SchemaResult } from './http/schema.ts';
export { type SignedCookies, signedCookies } from './http/signed-cookies.ts';
export { type SignUrlOptions, signUrl, verifyUrl } from './http/signed-url.ts';

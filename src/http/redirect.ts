/** Redirects to a route, a path of the application, or a URL. */
import { badArgument, readFlag, readOptions } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, quote } from '../errors/show.ts';
import { REDIRECT_STATUSES, type RedirectStatus } from '../table/destination.ts';
import type { RouteName, RouteNames, UrlParams, UrlQuery } from '../table/params.ts';
import { type HttpContext, requestOf } from './request.ts';

/** A named route to redirect to, with its params and its query. */
export type RedirectRoute = {
  [Name in RouteName]: NamedParams<Name> & {
    readonly name: Name;
    /**
     * Anything that `URLSearchParams` accepts, or a record in which an array gives its name several
     * values.
     */
    readonly query?: UrlQuery | undefined;
  };
}[RouteName];

type NamedParams<Name> = Name extends keyof RouteNames
  ? readonly [] extends RouteNames[Name]
    ? { readonly params?: RouteNames[Name] }
    : { readonly params: RouteNames[Name] }
  : { readonly params?: UrlParams };

/**
 * Makes a redirect to a path, a URL or a named route. A string is sent as it is, without the
 * application's base; the URL of a named route includes the base. A string may come from a client,
 * such as the field `next` of a login form. It is therefore resolved as a browser would resolve it,
 * and refused if it leads to another origin. Params are decoded, and a text made of them could become
 * a query or another path: give the name of the route, which encodes its params.
 * @param context the context of the controller or the handler
 * @param to a path (`'/login'`), a relative URL (`'?page=2'`), a whole URL, or a named route
 * @param status 303 by default, after which the client sends a GET; 307 and 308 keep method and
 *   body
 * @param options `{ external: true }` allows a URL of another origin
 * @returns the response; return or throw it
 * @throws {WaymarkError} if the URL leads to another origin or is malformed, if no route has the
 *   name, or if the status is not a redirect
 * @example
 * redirect(context, { name: 'ticket', params: ['7?'] }).headers.get('location'); // '/tickets/7%3F'
 */
export function redirect(
  context: Pick<HttpContext, 'request' | 'url' | 'secure'>,
  to: string | RedirectRoute,
  status: RedirectStatus = 303,
  options: { readonly external?: boolean | undefined } = {},
): Response {
  const { url } = requestOf(context, 'redirect');
  const where = `redirect(${describe(to)})`;
  const target = targetUrl(context, to, where);
  if (!REDIRECT_STATUSES.includes(status)) {
    throw badArgument(where, 'status', `one of ${REDIRECT_STATUSES.join(', ')}`, status);
  }
  const { external } = readOptions(where, options, ['external']);
  const location = encode(target, where);
  const isSecure = context.secure === true;
  checkOrigin(location, url, isSecure, readFlag(where, 'external', external), where);
  return new Response(null, { status, headers: { location } });
}

function targetUrl(
  context: Pick<HttpContext, 'url'>,
  to: string | RedirectRoute,
  where: string,
): string {
  if (typeof to === 'string' && to !== '') return to;
  if (typeof to !== 'object' || to === null) {
    throw badArgument(where, 'to', "a path such as '/login', or { name: 'login' }", to);
  }
  const { name, params, query } = readOptions(where, to, ['name', 'params', 'query']);
  // The cast leaves checking the name to the function that looks it up.
  return context.url(name as string, params, { query });
}

/**
 * Encodes spaces, non-ASCII characters and each `%` without two hexadecimal digits, so that a browser
 * reads exactly the text that is checked, and sends a path that can be decoded.
 */
function encode(target: string, where: string): string {
  if (/[^ -~\u0080-\uffff]/.test(target)) {
    const advice = 'leave them out: browsers ignore some of them, so the URL would lead elsewhere';
    throw new WaymarkError('bad-argument', where, 'the URL has control characters', advice);
  }
  return target.toWellFormed().replace(/[^!-~]+|%(?![\da-f]{2})/gi, encodeURIComponent);
}

/** Schemes to which browsers never follow a redirect. */
const NEVER_FOLLOWED = ['about:', 'blob:', 'data:', 'file:', 'javascript:', 'vbscript:'];

/**
 * Resolves the URL as a browser does, and refuses another origin. A proxy may have ended TLS, so
 * the browser's own URL may have the other scheme. And `http:evil.test` leads to another host only
 * from an encrypted page.
 * @param isSecure whether the application says that the browser's URL has `https:`
 */
function checkOrigin(
  location: string,
  requestUrl: string,
  isSecure: boolean,
  external: boolean,
  where: string,
): void {
  const pageWith = (scheme: string) => new URL(requestUrl.replace(/^[^:]*:/, scheme));
  const { origin } = new URL(requestUrl);
  const origins = isSecure ? [origin, pageWith('https:').origin] : [origin];
  for (const scheme of ['http:', 'https:']) {
    const page = pageWith(scheme);
    if (!URL.canParse(location, page.href)) {
      const advice = "write a path such as '/login' or a whole URL";
      throw new WaymarkError('bad-argument', where, `${quote(location)} is not a URL`, advice);
    }
    const target = new URL(location, page);
    if (NEVER_FOLLOWED.includes(target.protocol)) {
      const problem = `browsers follow no redirect to ${quote(target.protocol)}`;
      throw new WaymarkError('bad-argument', where, problem, 'redirect to a path');
    }
    if (external || origins.includes(target.origin) || target.origin === page.origin) continue;
    const problem = `the URL leads from ${origin} to another origin`;
    const advice = 'redirect to a path, or pass { external: true } if the URL is your own';
    throw new WaymarkError('bad-argument', where, problem, advice);
  }
}

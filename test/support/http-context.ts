import type { HttpContext } from '../../src/http.ts';
import type { UrlParams, UrlQuery } from '../../src/index.ts';

/** A context for the functions of `waymark/http`, without an application. */
export function httpContext(
  given: Partial<HttpContext> & { readonly at?: string; readonly init?: RequestInit } = {},
): HttpContext {
  const { at = 'http://localhost/tickets/7', init, ...members } = given;
  const url = (
    name: string,
    params: UrlParams = [],
    { query }: { readonly query?: UrlQuery | undefined } = {},
  ) => {
    const search = new URLSearchParams(query as Record<string, string>); // enough for the tests
    const path = [name, ...Object.values(params)].join('/');
    return `${members.base ?? ''}/${path}${query === undefined ? '' : `?${search}`}`;
  };
  return { request: new Request(at, init), base: '', headers: new Headers(), url, ...members };
}

/** Redirects that rows of a table answer with. */
import type { Handler } from './handler.ts';

/** The statuses that redirect a client (RFC 9110, section 15.4). */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

/** A status that redirects a client. */
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** A redirect as plain data, so that a bundle can hold it. */
export interface RedirectData {
  readonly status: RedirectStatus;
  /** The encoded texts of the URL. Between each two of them is a param. */
  readonly texts: readonly string[];
  /** The index of each param, and the expression of its group. */
  readonly params: readonly (readonly [index: number, group: string])[];
}

/** A handler that redirects. */
export type Redirect = Handler & { readonly redirect: RedirectData };

/** Makes the handler that redirects to a URL. A path without an origin is below the base. */
export function createRedirect(data: RedirectData): Redirect {
  const { status, texts, params } = data;
  const groups = params.map(([index, group]) => ({ index, spans: spansSegments(group) }));
  const redirect: Handler = (match, { base }) => {
    const filled = groups.map(({ index, spans }, nth) => {
      const param = match.params[index];
      const encoded = encodeURIComponent(param);
      return (spans(param) ? encoded.replaceAll('%2F', '/') : encoded) + texts[nth + 1];
    });
    const url = texts[0] + filled.join('');
    // A second slash at the start would make the next segment a host.
    const location = /^https?:/i.test(url) ? url : `${base}/${url.replace(/^\/+/, '')}`;
    return new Response(null, { status, headers: { location } });
  };
  return Object.assign(redirect, { redirect: data });
}

/** The data of a redirect; `null` for another handler. */
export function redirectIn(handler: Handler | null | undefined): RedirectData | null {
  return (handler as Partial<Redirect> | null | undefined)?.redirect ?? null; // the cast: it may lack it
}

/**
 * Makes the test whether a param's slashes separate segments. Those that the group can't match came
 * from `%2F`, and stay encoded.
 */
function spansSegments(group: string): (param: string) => boolean {
  try {
    const expression = new RegExp(`^(?:${group})$`, 's');
    return (param) => expression.test(param);
  } catch {
    return () => false; // the group refers to another one
  }
}

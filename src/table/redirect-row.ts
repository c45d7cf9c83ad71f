/**
 * Rows that redirect. Their text is a status, a tab and a target, such as `301\t/photos/$1`. After a
 * second tab stands what follows the path: a slash, or `?` for the query of the request. No path has
 * a tab, so no client can make such a destination of a row without one.
 */

/** The statuses that redirect a client (RFC 9110, section 15.4). */
export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

/** A status that redirects a client. */
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** The status, the origin if there is one, the path, and what follows it, of a redirect. */
export const REDIRECT = /^(30[12378])\t(https?:\/\/[\w.:[\]-]+)?(\/[^\t]*)(?:\t(\/?\??))?$/;

/** Whether a row's text is a redirect. */
export function isRedirect(to: string): boolean {
  return REDIRECT.test(to);
}

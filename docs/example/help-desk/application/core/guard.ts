/** Checks every request, whatever its path: the `context` option of the help desk. */
import type { Arrival } from 'waymark/fetch';
import { HttpError, redirect } from 'waymark/http';
import type { Sessions } from './sessions.ts';
import { type Desk, mayUse } from './visitor.ts';

/**
 * Creates the guard, which refuses routes whose meta has no role.
 *
 * @throws a redirect to the login page, or an error with the status 403
 */
export function createGuard(sessions: Sessions) {
  return async (request: Request, arrival: Arrival): Promise<Desk> => {
    const session = await sessions.load(arrival);
    const { user } = session;
    const desk = { user, session, save: (next: typeof session) => sessions.save(arrival, next) };
    // Anyone may see an error page.
    if (arrival.status !== null) return desk;
    if (isFromAnotherSite(request)) throw new HttpError(403, 'sent by another site');
    if (mayUse(arrival.meta.role, user)) return desk;
    if (user !== null || arrival.meta.role === undefined)
      throw new HttpError(403, 'not for this role');
    if (arrival.method !== 'GET') throw redirect(arrival, { name: 'login' });
    const next = placeOf(request);
    if (next.length <= LONGEST) await desk.save({ user, next });
    throw redirect(arrival, { name: 'login' });
  };
}

/** A cookie has 4096 bytes, and takes three of them for each percent sign. */
const LONGEST = 1000;

/** Path and query. A browser would read `//tickets` as another site, although it is a route here. */
function placeOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/^\/+/, '/') + search;
}

/** Whether another site's page made the browser send this (CSRF). */
function isFromAnotherSite({ method, headers, url }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  return origin !== null && origin !== new URL(url).origin;
}

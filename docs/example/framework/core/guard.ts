/** Protects every request and response, whatever the route. */

import type { FetchHandler } from 'waymark/fetch';

const HEADERS = {
  // No scripts; styles, images and forms from this site only.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** Adds the headers above to each response, and refuses changes sent by other sites' pages. */
export function guarded(answer: FetchHandler): FetchHandler {
  return async (request, ...platform) => {
    const safe = request.method === 'GET' || request.method === 'HEAD';
    const response =
      safe || !isFromElsewhere(request)
        ? await answer(request, ...platform)
        : new Response('Forbidden', { status: 403 });
    // A copy, since the headers of Response.redirect() are immutable.
    const own = new Response(response.body, response);
    for (const [name, value] of Object.entries(HEADERS)) own.headers.set(name, value);
    return own;
  };
}

/** Whether another site's page sent the request: any site can post a form. */
function isFromElsewhere({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  return origin !== null && origin.replace(/^\w+:\/\//, '') !== headers.get('host');
}

/** The application: who may do what, the form of errors, and the document of the API. */
import { type RequestContext, Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { HttpError, problemDetails } from 'waymark/http';
import { openapi } from 'waymark-tools/inspect';
import shopRoutes, { sessionsOf, Visitor } from './routes.ts';
import { userOf } from './store.ts';

/** Runs before schemas read a request. A route without a role is for admins. */
async function guard(context: RequestContext) {
  const visitor = new Visitor(userOf(await sessionsOf(context).get('user')));
  const { role = 'admin' } = context.meta;
  // Anyone may see an error page.
  if (context.status !== null || role === 'anyone') return visitor;
  if (visitor.user.role === 'admin' || role === 'customer') return visitor;
  throw new HttpError(403, 'only administrators may do this');
}

const routes = Route.collect(shopRoutes, () =>
  Route.get('openapi\\.json', { meta: { role: 'anyone', openapi: false } }, () => document),
);
const { document } = openapi(routes, { base: { info: { title: 'Shop', version: '1.0.0' } } });

export const fetch = createFetchHandler({ routes, context: guard, errorPages: problemDetails });

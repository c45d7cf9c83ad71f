/** The application: who asks, and the form of its errors. */
import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { userOf } from './accounts.ts';
import routes, { Visitor } from './routes.ts';

export const fetch = createFetchHandler({
  routes: Route.collect(routes),
  base: '/api',
  context: ({ request }) => new Visitor(userOf(request.headers.get('authorization'))),
  errorPages: ({ title, issues }) => ({
    errors: { body: issues?.map(({ message }) => message) ?? [title] },
  }),
});

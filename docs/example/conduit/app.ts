/** The application: the guard of its routes, and the form of its errors. */
import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { HttpError } from 'waymark/http';
import { Visitor } from './accounts.ts';
import routes from './routes.ts';

export const fetch = createFetchHandler({
  routes: Route.collect(routes),
  base: '/api',
  context({ request, meta, status }) {
    const visitor = new Visitor(request.headers.get('authorization'));
    if (visitor.me === null && meta.open !== true && status === null) throw new HttpError(401);
    return visitor;
  },
  errorPages: ({ title, issues }) => ({
    errors: { body: issues?.map(({ message }) => message) ?? [title] },
  }),
});

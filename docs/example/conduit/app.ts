/** The application: the guard of its routes, and the form of its errors. */
import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { HttpError } from 'waymark/http';
import { userOf } from './accounts.ts';
import routes from './routes.ts';

export const fetch = createFetchHandler({
  routes: Route.collect(routes),
  base: '/api',
  context({ headers }, { meta, status }) {
    const me = userOf(headers.get('authorization'));
    if (me === null && meta.open !== true && status === null) throw new HttpError(401);
    return { me };
  },
  errorPages: ({ title, issues }) => ({
    errors: { body: issues?.map(({ message }) => message) ?? [title] },
  }),
});

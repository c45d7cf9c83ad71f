/** The help desk: tickets with attachments, for customers and agents. */
import { Route } from 'waymark';
import { createFetchHandler, type FetchHandler, type FetchOptions } from 'waymark/fetch';
import { findFiles } from 'waymark/node';
import { createGuard } from './application/core/guard.ts';
import type { Sessions } from './application/core/sessions.ts';
import type { Desk } from './application/core/visitor.ts';
import routes from './routes.ts';

/**
 * Creates the help desk.
 *
 * @param sessions the session store
 * @param options the path that it is mounted at, and a function to call with errors
 */
export async function createHelpDesk(
  sessions: Sessions,
  options: Pick<FetchOptions, 'base' | 'onError'> = {},
): Promise<FetchHandler> {
  return createFetchHandler<Desk>({
    ...options,
    routes: Route.collect({ '404_override': 'errors/missing' }, routes),
    files: await findFiles(new URL('.', import.meta.url)),
    errorPages: { 400: 'errors/malformed', 413: 'errors/long', 500: 'errors/broken' },
    context: createGuard(sessions),
  });
}

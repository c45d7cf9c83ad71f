/** What has been ported, and the pages for a PHP that does not answer. */
import { createFetchHandler, createFetchMiddleware } from 'waymark/fetch';
import { findFiles } from 'waymark/node';
import routes from './routes.ts';

const files = await findFiles(new URL('.', import.meta.url));

/** Answers what has been ported, and resolves to `null` for everything else. */
export const answer = createFetchMiddleware({
  routes,
  files,
  autoRoute: true,
  errorPages: { 400: 'errors/malformed' },
  onMissing: 'pass',
});

/** Answers for PHP. Only the gateway asks it, so visitors can't reach these paths. */
export const failed = createFetchHandler({
  routes: { down: 'errors/down', slow: 'errors/slow' },
  files,
});

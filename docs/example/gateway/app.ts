/** What has been ported, and the pages for a PHP that does not answer. */
import { createFetchHandler, createFetchMiddleware, type FetchMiddleware } from 'waymark/fetch';
import { findFiles } from 'waymark/node';
import { askWho, type Shop } from './application/core/visitor.ts';
import routes from './routes.ts';

const files = await findFiles(new URL('.', import.meta.url));

/**
 * Makes what answers the ported pages, and resolves to `null` for everything else.
 * @param php the origin that PHP listens on
 */
export function createShop(php: string): FetchMiddleware {
  return createFetchMiddleware<Shop>({
    routes,
    files,
    autoRoute: true,
    errorPages: { 400: 'errors/malformed' },
    onMissing: 'pass',
    context: (request) => ({ visitor: () => askWho(request, php) }),
  });
}

/** Answers for PHP. Only the gateway asks it, so visitors can't reach these paths. */
export const failed = createFetchHandler({
  routes: { down: 'errors/down', slow: 'errors/slow' },
  files,
});

/** The ported pages, and the error pages for when PHP doesn't answer. */
import { createFetchHandler, createFetchMiddleware, type FetchMiddleware } from 'waymark/fetch';
import { findFiles } from 'waymark/node';
import { askWho, type Shop } from './application/core/visitor.ts';
import routes from './routes.ts';
import { createSpellings } from './spellings.ts';

const files = await findFiles(new URL('.', import.meta.url));

/**
 * Creates the handler of the ported pages, which resolves to `null` for everything else.
 * @param php the origin that PHP listens on
 */
export function createShop(php: string): FetchMiddleware {
  return createFetchMiddleware<Shop>({
    routes,
    files,
    autoRoute: true,
    errorPages: { 400: 'errors/malformed' },
    onMissing: 'pass',
    context: ({ request }) => ({ visitor: () => askWho(request, php) }),
  });
}

/** Spellings of a path that PHP takes for the same page. */
export const spellings = createSpellings(routes);

/** Sends the gateway's error pages. Only the gateway calls it, so no visitor reaches these paths. */
export const failed = createFetchHandler({
  routes: { down: 'errors/down', slow: 'errors/slow', malformed: 'errors/malformed' },
  files,
});

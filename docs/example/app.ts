/** The gallery: its route table, its files and the function that answers every request. */
import { Route } from 'waymark';
import { createFetchHandler, createMethodOverride } from 'waymark/fetch';
import { createControllers } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import { MAX_FORM_SIZE } from './framework/core/form.ts';
import { guarded } from './framework/core/guard.ts';
import type { Site } from './framework/core/page.ts';
import './routes.ts';

export const table = Route.map({ default_controller: 'welcome', '404_override': 'errors/missing' });

const answer = createFetchHandler<Site>({
  routes: table,
  controllers: createControllers(await findFiles(new URL('.', import.meta.url))),
  // The 404 page is the table's 404_override.
  errorPages: { 400: 'errors/malformed', 405: 'errors/method', 500: 'errors/broken' },
  methodOverride: createMethodOverride({ maxFormSize: MAX_FORM_SIZE }),
  async context({ load }) {
    // The application's layout overrides the framework's.
    const core = await load<typeof import('./framework/core/layout.ts')>('core', 'layout');
    return { layout: core.layout, table };
  },
});

export const fetch = guarded(answer);

// The export that Bun and Deno serve.
export default { fetch };

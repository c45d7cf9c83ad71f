/** The gallery: its route table, its files and the one function that answers every request. */
import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { findFiles } from 'waymark/node';
import './routes.ts';

export const table = Route.map({ default_controller: 'welcome', '404_override': 'errors/missing' });

export const fetch = createFetchHandler({
  routes: table,
  files: await findFiles(new URL('.', import.meta.url)),
  methodOverride: true,
  async context(_request, loader) {
    // The cast says what the loader can't know; the application's layout stands in for the framework's.
    return (await loader.load('core', 'layout')) as typeof import('./framework/core/layout.ts');
  },
});

// What Workers, Bun and Deno take.
export default { fetch };

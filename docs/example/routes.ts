/** The gallery's route file. */
import { readFile } from 'node:fs/promises';
import { Route } from 'waymark';

// A route can have a handler instead of a controller.
Route.get('health', 'health/check', {}, () => new Response('fine'));

/** A handler for a static file, which is read once: no URL ever becomes a file path. */
const asset = async (name: string, type: string) => {
  const text = await readFile(new URL(`application/assets/${name}`, import.meta.url), 'utf8');
  return () => new Response(text, { headers: { 'content-type': type } });
};
// A pattern is a regular expression, so a literal dot needs a backslash.
const style = await asset('style.css', 'text/css; charset=utf-8');
Route.get('style\\.css', 'assets/style', { as: 'style' }, style);
const icon = await asset('icon.svg', 'image/svg+xml');
Route.get('icon\\.svg', 'assets/icon', { as: 'icon' }, icon);

// The seven routes of a resource, and comments below each photo: photos/7/comments.
Route.resources('photos', {
  constraint: '(:num)',
  as: 'photos',
  children: () => {
    Route.get('picture\\.svg', 'photos/picture/$1', { as: 'picture' });
    Route.resources('comments', {
      constraint: '(:num)',
      only: ['index', 'create', 'delete'],
      as: 'comments',
    });
  },
});

Route.resources('albums', { only: ['index', 'show'], as: 'albums' });

Route.prefix('api/v1', () => {
  Route.get('photos/(:num)', 'photos/data/$1', { as: 'api.photo' });
});

// A page that shows the resulting table.
Route.get('routes', 'routes/index', { as: 'routes' });

// tools/photos/report reaches the photos module's developer controller, and tools the dashboard. A
// context's routes serve every method, but a reset must be POST only. The first match wins, so the
// POST route comes before the block, and both before the context. The block includes any further
// segments, which would be arguments of the action.
Route.post('tools/(:any)/reset', '$1/developer/reset', { as: 'reset' });
Route.block('tools/(:any)/reset(?:/.*)?');
Route.context('tools', 'developer', { home: 'dashboard' });

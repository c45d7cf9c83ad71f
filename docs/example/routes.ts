/** The gallery's routes, as an application's route file defines them. */
import { readFile } from 'node:fs/promises';
import { Route } from 'waymark';

// A route may have a handler in place of a controller.
Route.get('health', 'health/check', {}, () => new Response('fine'));

/** A file that is the same for everyone, read once: no URL ever becomes a path of a file. */
const asset = async (name: string, type: string) => {
  const text = await readFile(new URL(`application/assets/${name}`, import.meta.url), 'utf8');
  return () => new Response(text, { headers: { 'content-type': type } });
};
// A pattern is a regular expression, so a dot that is one has a backslash.
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

// This page shows the table that all of this becomes.
Route.get('routes', 'routes/index', { as: 'routes' });

// tools/photos/report reaches the developer controller of the photos module, and tools its home. A
// context's routes serve every method; what changes something is for POST alone. The first route
// that matches wins, so the route for POST comes before the block, and both before the context. What
// follows the action would be its arguments, and is blocked too.
Route.post('tools/(:any)/reset', '$1/developer/reset', { as: 'reset' });
Route.block('tools/(:any)/reset(?:/.*)?');
Route.context('tools', 'developer', { home: 'dashboard' });

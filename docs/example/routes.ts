/** The gallery's routes, as an application's route file defines them. */
import { Route } from 'waymark';

// A handler of its own stands in for a controller.
Route.get('health', 'health/check', {}, () => new Response('fine'));

// The seven routes of a resource, and comments below each photo: photos/12/comments.
Route.resources('photos', {
  constraint: '(:num)',
  as: 'photos',
  nest: () => Route.resources('comments', { only: ['index', 'create'], as: 'comments' }),
});

// There are no such pages. The last call for a pattern wins, so the block comes after the resource.
Route.block('photos/new', 'photos/(:num)/edit');

Route.resources('albums', { only: 'index', as: 'albums' });

Route.prefix('api/v1', () => {
  Route.get('photos/(:num)', 'photos/data/$1', { as: 'api.photo' });
});

// tools/photos/report reaches the developer controller of the photos module, and tools its home.
Route.context('tools', 'developer', { home: 'dashboard' });

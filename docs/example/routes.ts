/** The gallery's routes, as an application's route file defines them. */
import { Route } from 'waymark';

Route.get('/health', 'health/check', {}, () => new Response('fine'));

Route.resources('photos', { constraint: '(:num)', as: 'photos' });

// There are no forms to show. The last call for a pattern wins, so the block comes after it.
Route.block('photos/new', 'photos/(:num)/edit');

Route.prefix('api', () => {
  Route.prefix('v1', () => {
    Route.get('photos/(:num)', 'photos/data/$1', { as: 'api.photo' });
  });
});

// tools/photos/report reaches the developer controller of the photos module.
Route.context('tools', 'developer', { home: 'dashboard' });

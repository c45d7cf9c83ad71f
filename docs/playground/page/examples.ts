/** The examples to start from. */
import type { Question } from '../question.ts';

/** An example with its title. */
export interface Example {
  readonly title: string;
  readonly question: Question;
}

/** All examples. The page starts with the first. */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  exampleOf(
    'First routes',
    { path: '/photos/7', params: ['7'], action: 'photos/show' },
    `import { Route } from 'waymark';

Route.get('photos', 'photos/index');
Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
Route.post('photos', 'photos/create');
Route.any('about/(en|fr)', 'pages/about/$1');
Route.block('photos/secret');

export default Route.map({ default_controller: 'welcome' });
`,
  ),
  exampleOf(
    'Resources and prefixes',
    { path: '/albums/summer/photos/7', params: ['7'], action: 'photos/show' },
    `import { Route } from 'waymark';

Route.resources('albums', { children: () => Route.resources('photos') });

Route.prefix('api', () => {
  Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
  Route.put('users/(:num)', 'users/update/$1');
});

Route.context('tools', 'developer');
`,
  ),
  exampleOf(
    'Mistakes it finds',
    { path: '/users/new', action: 'users/create_new' },
    `import { Route } from 'waymark';

// The first row that matches wins, so the order is wrong here.
Route.any('users/(:any)', 'users/$1');
Route.get('users/new', 'users/create_new');

// Another row comes first and bypasses the block.
Route.any('admin/(:any)', 'admin/$1');
Route.block('admin/reset');

Route.get('files/*', 'files/show');
Route.get('posts/(:num)', 'posts/show/$2');
`,
  ),
  exampleOf(
    'A table without Route',
    { path: '/fr/about-us/team?from=home', action: 'pages/show' },
    `// A table is plain data. Its rows are tried in this order.
export default {
  default_controller: 'welcome',
  '404_override': 'errors/missing',
  translate_uri_dashes: true,
  'GET products/([A-Z]{2}[0-9]{4})': 'products/show/$1',
  '(en|fr)/(.+)': 'pages/show/$2/$1',
  'users/login': '',
  'users/(:any)/(:num)': 'users/$1/$2',
};
`,
  ),
  exampleOf(
    'From CodeIgniter’s PHP',
    { path: '/albums/12', params: ['7'], action: 'albums/show' },
    `<?php
$route['default_controller'] = 'welcome';
$route['404_override'] = '';

foreach (['photos', 'albums'] as $name) {
    $route[$name . '/(:num)'] = $name . '/show/$1';
}
$route['products/(:any)']['get'] = 'catalog/product/$1';

Route::resources('songs');
Route::prefix('api', function () {
    Route::get('users/(:num)', 'users/show/$1', array('as' => 'user'));
});

$route = Route::map($route);
$route[$unknown] = 'where/to';
`,
  ),
];

function exampleOf(title: string, asked: Partial<Question>, source: string): Example {
  const rest = { autoRoute: false, method: 'GET', path: '/', name: '', params: [], action: '' };
  return { title, question: { ...rest, ...asked, source } };
}

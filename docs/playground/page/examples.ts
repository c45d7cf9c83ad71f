/** The examples to start from. */
import type { Question } from '../question.ts';

/** An example with its title. */
export interface Example {
  readonly title: string;
  readonly question: Question;
}

/** The defaults for an example's question. */
const NOTHING: Omit<Question, 'source' | 'path'> = {
  autoRoute: false,
  method: 'GET',
  name: '',
  params: [],
  action: '',
};

/** All examples. The page starts with the first. */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    title: 'First routes',
    question: {
      ...NOTHING,
      source: `import { Route } from 'waymark';

Route.get('photos', 'photos/index');
Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
Route.post('photos', 'photos/create');
Route.any('about/(en|fr)', 'pages/about/$1');
Route.block('photos/secret');

export default Route.map({ default_controller: 'welcome' });
`,
      path: '/photos/7',
      params: ['7'],
      action: 'photos/show',
    },
  },
  {
    title: 'Resources and prefixes',
    question: {
      ...NOTHING,
      source: `import { Route } from 'waymark';

Route.resources('albums', { children: () => Route.resources('photos') });

Route.prefix('api', () => {
  Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
  Route.put('users/(:num)', 'users/update/$1');
});

Route.context('tools', 'developer');
`,
      path: '/albums/summer/photos/7',
      params: ['7'],
      action: 'photos/show',
    },
  },
  {
    title: 'Mistakes it finds',
    question: {
      ...NOTHING,
      source: `import { Route } from 'waymark';

// The first row that matches wins, so the order is wrong here.
Route.any('users/(:any)', 'users/$1');
Route.get('users/new', 'users/create_new');

// Another row comes first and bypasses the block.
Route.any('admin/(:any)', 'admin/$1');
Route.block('admin/reset');

Route.get('files/*', 'files/show');
Route.get('posts/(:num)', 'posts/show/$2');
`,
      path: '/users/new',
      action: 'users/create_new',
    },
  },
  {
    title: 'A table without Route',
    question: {
      ...NOTHING,
      source: `// A table is plain data. Its rows are tried in this order.
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
      path: '/fr/about-us/team?from=home',
      action: 'pages/show',
    },
  },
  {
    title: 'From CodeIgniter’s PHP',
    question: {
      ...NOTHING,
      source: `<?php
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
      path: '/albums/12',
      params: ['7'],
      action: 'albums/show',
    },
  },
];

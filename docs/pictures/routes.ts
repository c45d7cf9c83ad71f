// routes.ts
import { Route } from 'waymark';

export default () => {
  Route.block('users/login');
  Route.get('posts/(:any)', 'posts/show/$1');
  Route.get('posts/new', 'posts/create_new');
  Route.get('u/(:any)', 'users/$1');
};

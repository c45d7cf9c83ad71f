import { Route } from 'waymark';

export default () => {
  Route.block('users/login');
  Route.block('u/login');
  Route.get('posts/new', 'posts/create_new');
  Route.get('posts/(:any)', 'posts/show/$1');
  Route.get('u/(:any)', 'users/$1');
};

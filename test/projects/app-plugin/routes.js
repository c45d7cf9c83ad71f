import { Route } from 'waymark';
import { home } from './home.js';

const greeting = 'hello';

export default () => {
  Route.get('/', home);
  Route.get('hello/(:any)', 'hello', { as: 'hello' }, ({ params }) => ({ [greeting]: params[0] }));
  Route.get('photos/(:num)', 'photos/show/$1');
};

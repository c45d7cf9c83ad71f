import { Route } from 'waymark';

export default () => {
  Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
};

import { Route } from 'waymark';

export default () => {
  Route.get('blog', 'posts/list');
};

import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3';
import { asTheyAre, type BenchRoute, contender } from '../contender.ts';

export default contender('rou3', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = createRou3(routes);
    return (method, path) => findRoute(router, method, path);
  },
  indexOf: (answer) => answer?.data,
});

/** Creates rou3's router; the compiled one uses it too. */
export function createRou3(routes: readonly BenchRoute[]): RouterContext<number> {
  const router = createRouter<number>();
  routes.forEach(({ method, path }, index) => {
    addRoute(router, method, path, index);
  });
  return router;
}

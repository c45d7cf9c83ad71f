import Router from '@medley/router';
import { contender, renamed } from '../contender.ts';

/** Follows the documentation: one tree for all methods, with the method looked up in its leaf. */
export default contender('@medley/router', {
  prepare: renamed,
  build: (routes) => {
    const router = new Router<Record<string, number>>();
    routes.forEach(({ method, path }, index) => {
      router.register(path)[method] = index;
    });
    return (method, path) => {
      const found = router.find(path);
      return found?.store[method] === undefined ? null : found;
    };
  },
  indexOf: (answer, method) => answer?.store[method],
});

import findMyWay, { type HTTPMethod } from 'find-my-way';
import { asTheyAre, contender } from '../contender.ts';

export default contender('find-my-way', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = findMyWay();
    const handler = () => {};
    routes.forEach(({ method, path }, index) => {
      // It ignores a store of 0, so stores count from 1.
      router.on(method as HTTPMethod, path, handler, index + 1);
    });
    return (method, path) => router.find(method as HTTPMethod, path);
  },
  indexOf: (answer) => (answer === null ? undefined : answer.store - 1),
});

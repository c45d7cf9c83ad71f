import { Memoirist } from 'memoirist';
import { asTheyAre, contender } from '../contender.ts';

export default contender('memoirist', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = new Memoirist<number>();
    routes.forEach(({ method, path }, index) => {
      router.add(method, path, index);
    });
    return (method, path) => router.find(method, path);
  },
  indexOf: (answer) => answer?.store,
});

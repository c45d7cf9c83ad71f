import Wint from 'wint-js';
import { contender, renamed } from '../contender.ts';

/** Passes the path's start, which saves a copy of each path without the slash. */
export default contender('wint-js', {
  generatesCode: true,
  prepare: renamed,
  build: (routes) => {
    const router = new Wint<number>({ matchPath: true, pathStart: 1 });
    routes.forEach(({ method, path }, index) => {
      router.put(method, path, index);
    });
    router.build();
    return (method, path) => {
      const context = { method, path, params: null };
      return { index: router.find(context), context };
    };
  },
  indexOf: ({ index }) => index ?? undefined,
});

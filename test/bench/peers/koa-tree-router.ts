import KoaTreeRouter, { type Middleware } from 'koa-tree-router';
import { asTheyAre, contender } from '../contender.ts';

export default contender('koa-tree-router', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = new KoaTreeRouter();
    // The tree accepts any handler; only a running koa would call it.
    routes.forEach(({ method, path }, index) => {
      router.on(method, path, index as unknown as Middleware);
    });
    // `find`, which the router's own middleware calls, is missing from the types.
    const tree = router as unknown as {
      find(method: string, path: string): { handle: number[] | null };
    };
    return (method, path) => tree.find(method, path);
  },
  indexOf: (answer) => answer.handle?.[0],
});

import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import { asTheyAre, type BenchRoute, contender } from '../contender.ts';

type HonoRouter = RegExpRouter<number> | TrieRouter<number>;

/** Uses Hono's defaults: its RegExpRouter, or its TrieRouter if the first refuses the table. */
export default contender('hono', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = createHono(routes);
    return (method, path) => router.match(method, path);
  },
  indexOf: ([handlers]) => handlers[0]?.[0] as number | undefined,
});

function createHono(routes: readonly BenchRoute[]): HonoRouter {
  try {
    const router = fill(new RegExpRouter<number>(), routes);
    // Some errors appear only at the first request, when it reads the routes.
    router.match('GET', '/');
    return router;
  } catch {
    return fill(new TrieRouter<number>(), routes);
  }
}

function fill<Router extends HonoRouter>(router: Router, routes: readonly BenchRoute[]): Router {
  routes.forEach(({ method, path }, index) => {
    router.add(method, path, index);
  });
  return router;
}

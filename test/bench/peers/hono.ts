import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import { asTheyAre, type BenchRoute, contender } from '../contender.ts';

type HonoRouter = RegExpRouter<number> | TrieRouter<number>;

/** As Hono does by default: its RegExpRouter, or its TrieRouter for a table that the first refuses. */
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
    // Some of what it refuses it finds at its first request, for which it reads the routes.
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

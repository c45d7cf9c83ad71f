/** The other routers. Each has its documented defaults and gets the route's index as its data. */
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import KoaTreeRouter, { type Middleware } from 'koa-tree-router';
import { Memoirist } from 'memoirist';
import { addRoute, createRouter, findRoute } from 'rou3';
import { compileRouter } from 'rou3/compiler';
import { asTheyAre, type BenchRoute, type Contender, contender } from './contender.ts';

const hono = contender('hono RegExpRouter', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = new RegExpRouter<number>();
    routes.forEach(({ method, path }, index) => {
      router.add(method, path, index);
    });
    return (method, path) => router.match(method, path);
  },
  indexOf: ([handlers]) => handlers[0]?.[0] as number | undefined,
});

const findMyWayPeer = contender('find-my-way', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = findMyWay();
    const handler = () => {};
    routes.forEach(({ method, path }, index) => {
      // It takes a store of 0 for none, so the stores count from 1.
      router.on(method as HTTPMethod, path, handler, index + 1);
    });
    return (method, path) => router.find(method as HTTPMethod, path);
  },
  indexOf: (answer) => (answer === null ? undefined : answer.store - 1),
});

const rou3 = contender('rou3', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = createRou3(routes);
    return (method, path) => findRoute(router, method, path);
  },
  indexOf: (answer) => answer?.data,
});

const rou3Compiled = contender('rou3 compiled', {
  prepare: asTheyAre,
  build: (routes) => compileRouter(createRou3(routes)),
  indexOf: (answer) => answer?.data,
});

const memoirist = contender('memoirist', {
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

const koaTreeRouter = contender('koa-tree-router', {
  prepare: asTheyAre,
  build: (routes) => {
    const router = new KoaTreeRouter();
    // The tree keeps whatever it is given; only a running koa would call it.
    routes.forEach(({ method, path }, index) => {
      router.on(method, path, index as unknown as Middleware);
    });
    // The types leave out `find`, which the router's own middleware calls.
    const tree = router as unknown as {
      find(method: string, path: string): { handle: number[] | null };
    };
    return (method, path) => tree.find(method, path);
  },
  indexOf: (answer) => answer.handle?.[0],
});

/** Every peer, in the order of the report's columns. */
export const peers: readonly Contender[] = [
  hono,
  findMyWayPeer,
  rou3,
  rou3Compiled,
  memoirist,
  koaTreeRouter,
];

function createRou3(routes: readonly BenchRoute[]) {
  const router = createRouter<number>();
  routes.forEach(({ method, path }, index) => {
    addRoute(router, method, path, index);
  });
  return router;
}

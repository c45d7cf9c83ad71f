/** The other routers. Each has its documented defaults, and gets the route's index as its data. */
import type { Contender } from './contender.ts';
import findMyWay from './peers/find-my-way.ts';
import hono from './peers/hono.ts';
import koaTreeRouter from './peers/koa-tree-router.ts';
import medley from './peers/medley.ts';
import memoirist from './peers/memoirist.ts';
import rou3 from './peers/rou3.ts';
import rou3Compiled from './peers/rou3-compiled.ts';
import wint from './peers/wint.ts';

/** Every peer, in the order of the report's columns: code generators come last. */
export const peers: readonly Contender[] = [
  memoirist,
  medley,
  koaTreeRouter,
  hono,
  findMyWay,
  rou3,
  rou3Compiled,
  wint,
];

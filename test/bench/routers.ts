/**
 * waymark and its peers as contenders. Each peer has its documented defaults, and gets the route's
 * index as its data. A bundle imports one of them; the calls are marked as pure, so that the bundler
 * drops the others.
 */
// @ts-expect-error It has no types.
import MedleyRouter from '@medley/router';
import createFindMyWay, { type HTTPMethod } from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import KoaTreeRouter, { type Middleware } from 'koa-tree-router';
import { Memoirist } from 'memoirist';
import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3';
import { compileRouter } from 'rou3/compiler';
import Wint from 'wint-js';
import type { Resolution, Router } from '../../src/index.ts';
import { flat } from './rounds.ts';
import type { BenchRoute } from './tables.ts';

type Routes = readonly BenchRoute[];

/** Looks up one request; pass the result to `indexOf`. */
export type Lookup = (method: string, path: string) => unknown;

/** One router in the benchmark. */
export interface Contender {
  readonly name: string;
  /** True for a router that compiles source text, which a strict content-security policy forbids. */
  readonly generatesCode: boolean;
  /** Converts a table to the router's input form; this isn't timed. */
  prepare(routes: Routes): unknown;
  /** Builds a router from the result of `prepare`. Throws if it can't hold the table. */
  build(input: unknown): Lookup;
  /** The index of the route in an answer; `undefined` if no route was found. */
  indexOf(answer: unknown, method: string): number | undefined;
}

/** A contender's functions, with the types that they pass on. */
interface Typed<Answer, Input> {
  readonly generatesCode?: boolean;
  prepare?(routes: Routes): Input;
  build(input: Input): (method: string, path: string) => Answer;
  indexOf(answer: Answer, method: string): number | undefined;
}

/** Creates a contender; by default, its input is the routes. */
function contender<Answer, Input = Routes>(name: string, typed: Typed<Answer, Input>): Contender {
  return { name, generatesCode: false, prepare: (routes) => routes, ...typed };
}

/** The input form of a router that needs one parameter name per position: names count segments. */
export function renamed(routes: Routes): Routes {
  return routes.map((route) => {
    const segments = route.path.split('/');
    const names = segments.map((segment, place) => (segment[0] === ':' ? `:p${place}` : segment));
    return { ...route, path: flat(names.join('/')) };
  });
}

/**
 * Turns a build of waymark into a contender. Destinations contain every reference, so each answer
 * is filled in.
 *
 * @param name its name in the report
 * @param createRouter the build's function
 * @param prepare further preparation of a table
 */
export function asContender<Input = Record<string, string>>(
  name: string,
  createRouter: (input: Input) => Router,
  prepare: (table: Record<string, string>) => Input = (table) => table as Input, // the default input
) {
  return contender(name, {
    prepare: (routes) => prepare(toTable(routes)),
    build: (input: Input) => {
      const router = createRouter(input);
      return (method, path) => router.resolve(method, path);
    },
    indexOf: (answer: Resolution) => {
      if (answer.status !== 'found') return undefined;
      const [first, ...rest] = String(answer.destination).split('/');
      // A wrongly filled destination is as wrong as another route.
      return rest.join('/') === Object.values(answer.params).join('/')
        ? Number(first?.slice(1))
        : undefined;
    },
  });
}

/** The table that a route file would define. */
export function toTable(routes: Routes): Record<string, string> {
  const entries = routes.map(({ method, pattern }, index) => {
    const groups = pattern.split('(').length - 1;
    const references = Array.from({ length: groups }, (_, group) => `/$${group + 1}`);
    return [`${method} ${pattern || '/'}`, `h${index}${references.join('')}`];
  });
  return Object.fromEntries(entries);
}

export const memoirist = /* @__PURE__ */ contender('memoirist', {
  build: (routes) => {
    const router = new Memoirist<number>();
    for (const [index, { method, path }] of routes.entries()) router.add(method, path, index);
    return (method, path) => router.find(method, path);
  },
  indexOf: (answer) => answer?.store,
});

interface Medley {
  register(path: string): Record<string, number>;
  find(url: string): { readonly store: Record<string, number> } | null;
}

/** Follows the documentation: one tree for all methods, with the method looked up in its leaf. */
export const medley = /* @__PURE__ */ contender('@medley/router', {
  prepare: renamed,
  build: (routes) => {
    const router: Medley = new MedleyRouter();
    for (const [index, { method, path }] of routes.entries()) router.register(path)[method] = index;
    return (method, path) => {
      const found = router.find(path);
      return found?.store[method] === undefined ? null : found;
    };
  },
  indexOf: (answer, method) => answer?.store[method],
});

export const koaTreeRouter = /* @__PURE__ */ contender('koa-tree-router', {
  build: (routes) => {
    const router = new KoaTreeRouter();
    for (const [index, { method, path }] of routes.entries()) {
      // The tree accepts any handler; only a running koa would call it.
      router.on(method, path, index as unknown as Middleware);
    }
    // `find`, which the router's own middleware calls, is missing from the types.
    const tree = router as unknown as {
      find(method: string, path: string): { handle: number[] | null };
    };
    return (method, path) => tree.find(method, path);
  },
  indexOf: (answer) => answer.handle?.[0],
});

/** Uses Hono's defaults: its RegExpRouter, or its TrieRouter if the first refuses the table. */
export const hono = /* @__PURE__ */ contender('hono', {
  build: (routes) => {
    const router = createHono(routes);
    return (method, path) => router.match(method, path);
  },
  indexOf: ([handlers]) => handlers[0]?.[0] as number | undefined, // the cast: a route has its index
});

type HonoRouter = RegExpRouter<number> | TrieRouter<number>;

function createHono(routes: Routes): HonoRouter {
  try {
    const router = fill(new RegExpRouter<number>(), routes);
    // Some errors appear only at the first request, when it reads the routes.
    router.match('GET', '/');
    return router;
  } catch {
    return fill(new TrieRouter<number>(), routes);
  }
}

function fill(router: HonoRouter, routes: Routes): HonoRouter {
  for (const [index, { method, path }] of routes.entries()) router.add(method, path, index);
  return router;
}

export const findMyWay = /* @__PURE__ */ contender('find-my-way', {
  build: (routes) => {
    const router = createFindMyWay();
    const handler = () => {};
    for (const [index, { method, path }] of routes.entries()) {
      // It ignores a store of 0, so stores count from 1.
      router.on(method as HTTPMethod, path, handler, index + 1);
    }
    return (method, path) => router.find(method as HTTPMethod, path);
  },
  indexOf: (answer) => (answer === null ? undefined : answer.store - 1),
});

export const rou3 = /* @__PURE__ */ contender('rou3', {
  build: (routes) => {
    const router = createRou3(routes);
    return (method, path) => findRoute(router, method, path);
  },
  indexOf: (answer) => answer?.data,
});

export const rou3Compiled = /* @__PURE__ */ contender('rou3 compiled', {
  generatesCode: true,
  build: (routes) => compileRouter(createRou3(routes)),
  indexOf: (answer) => answer?.data,
});

function createRou3(routes: Routes): RouterContext<number> {
  const router = createRouter<number>();
  for (const [index, { method, path }] of routes.entries()) addRoute(router, method, path, index);
  return router;
}

/** Passes the path's start, which saves a copy of each path without the slash. */
export const wint = /* @__PURE__ */ contender('wint-js', {
  generatesCode: true,
  prepare: renamed,
  build: (routes) => {
    const router = new Wint<number>({ matchPath: true, pathStart: 1 });
    for (const [index, { method, path }] of routes.entries()) router.put(method, path, index);
    router.build();
    return (method, path) => {
      const context = { method, path, params: null };
      return { index: router.find(context), context };
    };
  },
  indexOf: ({ index }) => index ?? undefined,
});

/** The peers, code generators last. */
export const PEERS: readonly Contender[] = [
  memoirist,
  medley,
  koaTreeRouter,
  hono,
  findMyWay,
  rou3,
  rou3Compiled,
  wint,
];

/** One tree a method. */
import type { Method } from '../table/methods.ts';
import type { Route } from './compile.ts';
import { growTree, type Seed } from './matcher/build.ts';
import { Tree } from './matcher/tree.ts';

/** The trees of a table, by method. */
export type Trees = Readonly<Record<Method | 'other', Tree<Route>>>;

/**
 * Grows the trees of a table: for each method, of the routes that answer it. Methods without a key
 * of their own, and those that no key can have, share one.
 *
 * @param routes in the order in which they are tried
 *
 * @example
 * growTrees(routes).GET.search('/photos/7', true)?.index; // 3
 */
export function growTrees(routes: readonly Seed<Route>[]): Trees {
  const own = new Set(routes.map(({ route }) => route.method));
  const other = grow(routes, null);
  const of = (method: Method) => (own.has(method) ? grow(routes, method) : other);
  return {
    GET: of('GET'),
    HEAD: of('HEAD'),
    POST: of('POST'),
    PUT: of('PUT'),
    PATCH: of('PATCH'),
    DELETE: of('DELETE'),
    OPTIONS: of('OPTIONS'),
    other,
  };
}

/**
 * The tree to search for a request's method; written out, since comparing with a literal is the
 * fastest way, and takes no name from a client for a key.
 *
 * @param method any string
 *
 * @example
 * treeOf(trees, 'BREW') === trees.other; // true
 */
export function treeOf(trees: Trees, method: string): Tree<Route> {
  switch (method) {
    case 'GET':
      return trees.GET;
    case 'POST':
      return trees.POST;
    case 'HEAD':
      return trees.HEAD;
    case 'PUT':
      return trees.PUT;
    case 'PATCH':
      return trees.PATCH;
    case 'DELETE':
      return trees.DELETE;
    case 'OPTIONS':
      return trees.OPTIONS;
    default:
      return trees.other;
  }
}

function grow(seeds: readonly Seed<Route>[], method: Method | null): Tree<Route> {
  const own = seeds.filter(({ route }) => route.method === null || route.method === method);
  const isHome = ({ route }: Seed<Route>) => route.path === '/' && route.expression === null;
  const home = own.find(isHome)?.route ?? null;
  return new Tree(growTree(own.filter((seed) => !isHome(seed))), home);
}

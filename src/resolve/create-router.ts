/**
 * Makes a router from a table: reads the table and the options, has the rows compiled, and builds each
 * method's tree at its first search.
 */
import { readFlag, readOptions, readWhole } from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import type { AnyHandler, Handler } from '../table/handler.ts';
import { METHODS, type Method } from '../table/methods.ts';
import type { PatternParams } from '../table/params.ts';
import { type Row, readSettings } from '../table/row.ts';
import { readRows, type SuppliedTable, withHandlers } from '../table/table.ts';
import type { TreeByMethod } from './by-method.ts';
import { buildTree } from './matcher/build.ts';
import type { Steps } from './matcher/steps.ts';
import { Tree, type TreeData } from './matcher/tree.ts';
import { makeRouter, type Router } from './router.ts';
import { compileRoutes, type TableRoutes } from './routes.ts';

/**
 * Handlers by table key, as the option `handlers` takes them. The key of each tells the type of its
 * params, if it is a literal.
 */
export type KeyHandlers<Key extends string> = {
  readonly [Each in Key]: string extends Each
    ? AnyHandler
    : Handler<PatternParams<PatternIn<Each>>>;
};

/** The pattern of a table key. */
type PatternIn<Key extends string> = Key extends `${Method} ${infer Pattern}` ? Pattern : Key;

/** The options of a router. `Key` is inferred from the handlers. */
export interface RouterOptions<Key extends string = string> {
  /** Handlers by table key; they override the handlers that the table carries. */
  readonly handlers?: KeyHandlers<Key> | undefined;
  /**
   * Uses the segments of a path as its destination if no key matches it under any method, as
   * CodeIgniter does. Off by default, since it makes every public action reachable by its name.
   */
  readonly autoRoute?: boolean | undefined;
  /** Longer paths are a bad request; query and hash don't count. At least 1; 2,048 by default. */
  readonly maxPathLength?: number | undefined;
}

/**
 * Compiles a table.
 * @param table the result of `Route.map`, or any object of that form. It is read once, so later
 *   changes have no effect
 * @param options see {@link RouterOptions}
 * @throws {WaymarkError} if the table, a key, a pattern or an option is invalid; the error names it
 * @example
 * const router = createRouter({ 'posts/(:num)': 'posts/show/$1' });
 * router.resolve('GET', '/posts/7');
 * // { status: 'found', route: 'posts/(:num)', destination: 'posts/show/7', params: ['7'] }
 */
export function createRouter<Key extends string = string>(
  table: SuppliedTable,
  options: RouterOptions<Key> = {},
): Router {
  return fromCaller(createRouter, () => routerOfRows(readRows(table, 'createRouter'), options));
}

/**
 * Implements {@link createRouter}, also for calls within the package.
 * @param where the public call, for errors
 */
export function routerOfRows(
  written: readonly Row[],
  options: RouterOptions = {},
  where = 'createRouter',
): Router {
  const { handlers, ...rest } = readRouterOptions(where, options);
  const rows = withHandlers(written, handlers, where);
  const settings = readSettings(rows);
  const compiled = compileRoutes(rows, rest.maxPathLength, where);
  const { routes, sets, mostSegments } = compiled;
  // A tree is built at its first search, since a table may have one for every method.
  const trees = treesOf(
    compiled,
    (method) => new Tree(routes, sets, () => buildMethodTree(compiled, method)),
  );
  return makeRouter({ mostSegments, settings, ...rest }, trees);
}

/** The default of `maxPathLength`, in UTF-16 units. */
const MAX_PATH_LENGTH = 2048;

/**
 * Reads the options of a router.
 * @throws {WaymarkError} if one is unknown or invalid
 */
export function readRouterOptions(where: string, options: RouterOptions) {
  const given = readOptions(where, options, ['handlers', 'autoRoute', 'maxPathLength']);
  return {
    handlers: given.handlers ?? {},
    autoRoute: readFlag(where, 'autoRoute', given.autoRoute),
    maxPathLength: readWhole(where, 'maxPathLength', given.maxPathLength, 1) ?? MAX_PATH_LENGTH,
  };
}

/** Makes a tree for each method that a key names, and one for all other methods, `null`. */
export function treesOf<T>(
  { methodOfRoute }: TableRoutes,
  make: (method: Method | null) => T,
): TreeByMethod<T> {
  const named = METHODS.filter((method) => methodOfRoute.includes(method));
  return {
    ...Object.fromEntries(named.map((method) => [method, make(method)])),
    other: make(null),
  };
}

/** Builds the tree of a method's routes; `null` is for methods that no key names. */
export function buildMethodTree(compiled: TableRoutes, method: Method | null): TreeData {
  const { methodOfRoute, stepsOf, filledInHome } = compiled;
  const entries: Steps[] = [];
  methodOfRoute.forEach((own, index) => {
    const steps = own === null || own === method ? stepsOf(index) : null;
    if (steps !== null) entries.push(steps);
  });
  return buildTree(entries, filledInHome);
}

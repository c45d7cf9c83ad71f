/** The data of a compiled table, and the router that reads it. */
import { fromCaller, WaymarkError } from '../../errors/error.ts';
import {
  type CharacterSet,
  Machine,
  type PatternMatcher,
  type Program,
} from '../../pattern/machine.ts';
import type { AnyHandler } from '../../table/handler.ts';
import type { Method, Settings } from '../../table/key.ts';
import type { RouteUrls, UrlData } from '../../url/compiled.ts';
import type { SegmentSet } from '../matcher/steps.ts';
import { Tree, type TreeData } from '../matcher/tree.ts';
import { createResolver, type Router } from '../resolver.ts';
import type { CompiledRoute, RouteExtras, Tail, Writable } from '../route.ts';

/** Increment this when the form changes, so that a router rejects the data of another version. */
export const FORM = 11;

/**
 * The result of `compileTable`: plain data. Only `createCompiledRouter` of the same version reads
 * it, and its content may change with each release.
 */
export interface CompiledTable {
  /** The number of the form. */
  readonly waymark: number;
  /** The keys that had a handler, as the table spells them. Functions can't be in the data. */
  readonly handlers: readonly string[];
  /** The names of routes, including those whose row another definition has replaced. */
  readonly names: readonly string[];
}

/** The content of a compiled table. */
export interface CompiledData extends CompiledTable {
  readonly settings: Settings;
  readonly autoRoute: boolean;
  readonly maxPathLength: number;
  /** The highest number of segments in a route. */
  readonly mostSegments: number;
  readonly routes: RoutesData;
  /** The expressions, names and meta of the few routes that have any. */
  readonly extras: readonly ExtrasData[];
  readonly tails: readonly Tail[];
  /** The patterns of names. */
  readonly urls: readonly UrlData<ExpressionData>[];
  /** The sets that trees refer to by number; `null` for sets that no tree uses. */
  readonly sets: readonly (SetData | null)[];
  /** A tree for each method that a key names, and one for all others. */
  readonly trees: Readonly<Partial<Record<Method, TreeData>>> & { readonly other: TreeData };
}

/** The routes, as one list per member. Loading one list per route takes twice as long. */
export interface RoutesData {
  readonly keys: readonly string[];
  readonly paths: readonly (string | null)[];
  readonly segments: readonly number[];
  readonly heads: readonly string[];
  /** Indices of `CompiledData.tails`; −1 for none. */
  readonly tails: readonly number[];
}

export type ExtrasData = readonly [
  index: number,
  expression: ExpressionData | null,
  data: Partial<PlainExtras>,
];

/** The extras that are plain data. */
export type PlainExtras = Omit<RouteExtras, 'expression' | 'handler'>;

/** The source of an expression, or a program of the machine. */
export type ExpressionData = string | Program<SetData>;

/** Makes a matcher from a program. Only `createCompiledRouter` calls it. */
export type PatternMachine = (program: object) => object;

export interface SetData {
  /** The start and end of each ASCII range in turn; the last end is missing if it is 128. */
  readonly bounds: readonly number[];
  /** Whether all other characters are members, or the source of an expression that matches them. */
  readonly beyond: boolean | string;
}

/** The options of {@link createCompiledRouter}. */
export interface CompiledRouterOptions {
  /** Handlers by table key, at least for each key that had one when the table was compiled. */
  readonly handlers?: Readonly<Record<string, AnyHandler>> | undefined;
  /** `patternMachine` of `waymark/compiled`, for tables with ambiguous patterns. */
  readonly patternMachine?: PatternMachine | undefined;
  /** `routeUrls` of `waymark/compiled`, for `urls` of the router and `context.url`. */
  readonly routeUrls?: RouteUrls | undefined;
}

/**
 * Makes a router from a compiled table. It gives the same answers as `createRouter` would for the
 * original table, and starts in a fraction of the time.
 * @param table the result of `compileTable`, before or after JSON. It is trusted like code, so only
 *   use your own build's, and don't change it afterwards
 * @throws {WaymarkError} if the data is not from `compileTable` of this version, an option is
 *   unknown, a handler is missing, not a function or for an unknown key, or the table needs
 *   `patternMachine`
 * @example
 * const compiled = compileTable({ 'posts/(:num)': 'posts/show/$1' }); // or loaded from JSON
 * const router = createCompiledRouter(compiled);
 * router.resolve('GET', '/posts/7').status; // 'found'
 */
export function createCompiledRouter(
  table: CompiledTable,
  options: CompiledRouterOptions = {},
): Router {
  return fromCaller(createCompiledRouter, loadRouter, table, options);
}

function loadRouter(table: CompiledTable, given: CompiledRouterOptions): Router {
  // Only own properties count, so that changes to `Object.prototype` set no option.
  const options = { __proto__: null, ...given };
  if (table?.waymark !== FORM) {
    throw refusal('the data is not a table that this version compiled', 'compile the table again');
  }
  const compiled = table as CompiledData; // the cast: only a compiled table has this number
  const { tails, extras, trees } = compiled;
  const { keys, paths, segments, heads, tails: tailNumbers } = compiled.routes;
  const routes: Writable<CompiledRoute>[] = [];
  for (let index = 0; index < keys.length; index++) {
    const tail = tailNumbers[index];
    routes.push({
      path: paths[index],
      key: keys[index],
      head: heads[index],
      tail: tail < 0 ? null : tails[tail],
      segments: segments[index],
      more: null,
    });
  }
  for (const [index, expression, data] of extras) {
    routes[index].more = {
      ...NOTHING_MORE,
      ...freeze(data),
      expression: expression === null ? null : readExpression(expression, keys[index], options),
    };
  }
  const wanted = compiled.handlers;
  for (const name in options) {
    if (!OPTIONS.includes(name)) {
      throw refusal(`'${name}' is not an option`, 'pass handlers, patternMachine or routeUrls');
    }
  }
  const handlers = Object.entries(options.handlers ?? {});
  if (wanted.length + handlers.length > 0) addHandlers(routes, wanted, handlers);
  // The cast: `beyond` is a boolean in these, and no tree uses a missing set.
  const sets = compiled.sets.map((set) => set && readSet(set)) as SegmentSet[];
  const create = (tree: TreeData) => new Tree(routes, sets, () => tree);
  const router = createResolver(compiled, create(trees.other), (method) => {
    const tree = trees[method];
    return tree && create(tree);
  });
  const { routeUrls } = options;
  if (!routeUrls) return router;
  if (typeof routeUrls !== 'function') {
    throw refusal('routeUrls is not a function', "import it from 'waymark/compiled' and pass it");
  }
  const read = (data: ExpressionData, key: string) => readExpression(data, key, options);
  return { ...router, urls: routeUrls(compiled.names, compiled.urls, read) };
}

function readExpression(
  data: ExpressionData,
  key: string,
  { patternMachine: machine }: CompiledRouterOptions,
): PatternMatcher {
  if (typeof data === 'string') return new RegExp(data, 's');
  if (typeof machine === 'function') return machine(data) as PatternMatcher; // the public type says less
  throw refusal(
    `the pattern of '${key}' needs patternMachine`,
    "import it from 'waymark/compiled' and pass it",
  );
}

const OPTIONS = ['handlers', 'patternMachine', 'routeUrls'];

const NOTHING_MORE: RouteExtras = {
  expression: null,
  handler: undefined,
  name: undefined,
  meta: undefined,
  schemas: undefined,
  names: undefined,
};

function addHandlers(
  routes: readonly Writable<CompiledRoute>[],
  wanted: readonly string[],
  given: readonly (readonly [key: string, handler: AnyHandler])[],
): void {
  const handlers = new Map(given.map(([key, handler]) => [plainKey(key), handler]));
  for (const key of wanted) {
    if (handlers.has(plainKey(key))) continue;
    throw refusal(`the handler of '${key}' is missing`, 'pass it in handlers');
  }
  for (const route of routes) {
    const { key, more } = route;
    const plain = plainKey(key);
    const handler = handlers.get(plain);
    if (!handlers.delete(plain)) continue;
    if (typeof handler !== 'function') {
      throw refusal(`the handler of '${key}' is not a function`, 'pass one');
    }
    route.more = { ...NOTHING_MORE, ...more, handler };
  }
  for (const key of handlers.keys()) {
    throw refusal(`the table does not have the key '${key}'`, 'write a key of the table');
  }
}

/** A key without the slash in front of its pattern, unless it would then start with a method. */
function plainKey(key: string): string {
  return key.replace(/^([A-Z]+ )\/|^\/(?![A-Z]+ )/, '$1');
}

/** Freezes a route's data, since JSON gives meta unfrozen. */
function freeze<T>(data: T): T {
  if (typeof data === 'object') Object.values(data ?? {}).forEach(freeze);
  return Object.freeze(data);
}

function refusal(problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-table', 'createCompiledRouter', problem, advice);
}

function readSet({ bounds, beyond }: SetData): CharacterSet {
  const ascii = new Uint8Array(128);
  for (let number = 0; number < bounds.length; number += 2) {
    ascii.fill(1, bounds[number], bounds[number + 1]);
  }
  return { ascii, beyond: typeof beyond === 'string' ? new RegExp(beyond) : beyond };
}

/**
 * Matches patterns that are slow in JavaScript's engine, such as `(:any)-(:any)`. A compiled table
 * with such a pattern needs it; other bundles can leave it out.
 * @example
 * const compiled = compileTable({ '(:any)-(:any)': 'posts/show/$2' });
 * const router = createCompiledRouter(compiled, { patternMachine });
 * router.resolve('GET', '/my-post').status; // 'found'
 */
export const patternMachine: PatternMachine = (data) => {
  const [code, start, sets, ...rest] = data as Program<SetData>; // the public type says less
  return new Machine([code, start, sets.map(readSet), ...rest]);
};

/**
 * The matchers that share one suite of cases: the tree, the tree of a compiled table, and a plain
 * loop.
 */
import { createRouter, type Router } from '../../src/index.ts';
import { isVerbatim } from '../../src/path/normalise.ts';
import type { Search } from '../../src/resolve/by-method.ts';
import { buildMethodTree, treesOf } from '../../src/resolve/create-router.ts';
import { ANY, type SegmentSet, type Steps } from '../../src/resolve/matcher/steps.ts';
import { SearchResult, Tree } from '../../src/resolve/matcher/tree.ts';
import { makeRouter } from '../../src/resolve/router.ts';
import { type CompiledRoute, compileRoutes, type TableRoutes } from '../../src/resolve/routes.ts';
import type { Method } from '../../src/table/methods.ts';
import { readSettings } from '../../src/table/row.ts';
import { readTable } from '../../src/table/table.ts';
import { createReadRouter } from './compiled.ts';

type Table = Readonly<Record<string, string>>;

const MAX_PATH_LENGTH = 100_000;

/** The name of each matcher, with a function that creates its router. */
export const MATCHERS: readonly [name: string, create: (table: Table) => Router][] = [
  ['the tree', (table) => createRouter(table, { maxPathLength: MAX_PATH_LENGTH })],
  ['a compiled tree', (table) => createReadRouter(table, { maxPathLength: MAX_PATH_LENGTH })],
  ['the plain loop', createLoopRouter],
];

function createLoopRouter(table: Table): Router {
  const { rows } = readTable(table, 'test');
  const compiled = compileRoutes(rows, MAX_PATH_LENGTH, 'test');
  const { mostSegments } = compiled;
  const settings = readSettings(rows);
  const options = { mostSegments, settings, autoRoute: false, maxPathLength: MAX_PATH_LENGTH };
  const loops = treesOf(compiled, (method) => new Loop(compiled, method));
  return makeRouter(options, loops);
}

/**
 * Compiles a table for testing a matcher without a router.
 *
 * @param patterns the keys, in order
 *
 * @example
 * createTree(compilePatterns(['a/(:num)']), null);
 */
export function compilePatterns(patterns: readonly string[]): TableRoutes {
  const table = Object.fromEntries(patterns.map((pattern) => [`/${pattern}`, 'x']));
  return compileRoutes(readTable(table, 'test').rows, MAX_PATH_LENGTH, 'test');
}

/** Makes the tree of a method's routes, as a router does. */
export function createTree(compiled: TableRoutes, method: Method | null): Tree {
  return new Tree(compiled.routes, compiled.sets, () => buildMethodTree(compiled, method));
}

/** The result of searching a tree. */
export interface CountedSearch {
  /** The number of reads of routes, sets and the tree. */
  readonly steps: number;
  /** The key found. */
  readonly key: string | null;
}

/**
 * Searches the tree of a table and counts its steps.
 *
 * @param way the search method
 *
 * @example
 * countSearch(compilePatterns(['a']), 'matchSent', '/a').key; // '/a'
 */
export function countSearch(
  compiled: TableRoutes,
  way: 'matchSent' | 'matchNormal',
  path: string,
): CountedSearch {
  const { routes, sets, mostSegments } = compiled;
  const { data, reads } = countReads({ routes, sets, tree: buildMethodTree(compiled, null) });
  const tree = new Tree(data.routes, data.sets, () => data.tree);
  const result = new SearchResult(mostSegments);
  tree.matchSent('/', result); // takes the tree first
  const before = reads();
  const found = tree[way](path, result);
  return { steps: reads() - before, key: found?.key ?? null };
}

/**
 * Wraps data in proxies that count each read of a member. A matcher only reads its data, so its
 * reads are its steps, whatever its form. No clock is needed.
 */
function countReads<T extends object>(data: T) {
  let reads = 0;
  const wrapped = new WeakMap<object, object>();
  const wrap = <V>(value: V): V => {
    if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
    const known = wrapped.get(value) ?? new Proxy(value, handler);
    wrapped.set(value, known);
    return known as V; // the cast: a proxy is used like its target
  };
  const handler: ProxyHandler<object> = {
    get(target, key) {
      reads++;
      return wrap(Reflect.get(target, key));
    },
  };
  return { data: wrap(data), reads: () => reads };
}

/** One method's route, with its steps. */
interface Own {
  readonly route: CompiledRoute;
  /** `null` if the route is longer than any path. */
  readonly steps: Steps | null;
}

/** Tries the routes in order. */
export class Loop implements Search {
  private readonly own: readonly Own[];

  constructor(
    private readonly compiled: TableRoutes,
    method: Method | null,
  ) {
    const { routes, methodOfRoute, stepsOf } = compiled;
    const all = routes.map((route, index): Own => ({ route, steps: stepsOf(index) }));
    this.own = all.filter(
      (_, index) => methodOfRoute[index] === null || methodOfRoute[index] === method,
    );
  }

  matchSent(path: string, result: SearchResult): CompiledRoute | null {
    if (isVerbatim(path)) return this.matchNormal(path, result);
    result.gaveUp = true;
    return null;
  }

  matchNormal(path: string, result: SearchResult): CompiledRoute | null {
    const { own } = this;
    result.gaveUp = false;
    const root = own.find(({ route }) => path === '/' && route.fixedPath === '/');
    const winner = root ?? own.find((each) => this.matches(each, path, result));
    return winner?.route ?? null;
  }

  private matches(
    { route: { fixedPath, extras }, steps }: Own,
    path: string,
    result: SearchResult,
  ): boolean {
    result.captures = extras?.expression?.exec(path.slice(1)) ?? null;
    if (fixedPath !== null) return fixedPath === path;
    if (extras?.expression) return result.captures !== null;
    if (steps === null) return false;
    const spans = findSegments(path, steps, this.compiled.sets);
    if (spans !== null) result.spans = Int32Array.from(spans);
    return spans !== null;
  }
}

/** The starts and ends of the segments if a path is only texts and segments; otherwise `null`. */
function findSegments(
  path: string,
  { fixedTexts, sets }: Steps,
  known: readonly SegmentSet[],
): number[] | null {
  const spans: number[] = [];
  let at = 0;
  for (const [place, set] of sets.entries()) {
    const start = at + fixedTexts[place].length + 1;
    if (path.slice(at, start) !== `${fixedTexts[place]}/`) return null;
    const [segment] = path.slice(start).split('/', 1);
    const isMember = (char: string) => {
      const code = char.charCodeAt(0);
      return set === ANY || (code < 128 ? known[set].ascii[code] === 1 : known[set].beyond);
    };
    if (segment === '' || !segment.split('').every(isMember)) return null;
    at = start + segment.length;
    spans.push(start, at);
  }
  return path.slice(at) === fixedTexts[sets.length] ? spans : null;
}

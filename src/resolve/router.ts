import { readFlag, readOptions, readWhole } from '../errors/options.ts';
import { cutQuery, MAX_PATH_LENGTH, normalisePath } from '../path/normalise.ts';
import { BadPath } from '../path/reason.ts';
import type { Handler } from '../table/handler.ts';
import { METHODS, type Method } from '../table/methods.ts';
import { readSettings, type Settings } from '../table/settings.ts';
import { readTable, type SuppliedTable } from '../table/table.ts';
import { answer } from './answer.ts';
import { compileRoutes } from './compile.ts';
import type { Resolution } from './resolution.ts';
import { growTrees, treeOf } from './trees.ts';

/** The options of a router. */
export interface RouterOptions {
  /** Handlers by table key, beside those that the table carries; an own entry wins. */
  readonly handlers?: Readonly<Record<string, Handler>>;
  /**
   * Sends a path that no key matches under any method to its own segments, as CodeIgniter does.
   * Off unless asked for: with it, every public action is reachable by its own name.
   */
  readonly autoRoute?: boolean;
  /** Longer paths, query and hash not counted, are a bad request: 1 or more, 2,048 by default. */
  readonly maxPathLength?: number;
}

/** The names of {@link RouterOptions}. */
export const ROUTER_OPTIONS = ['handlers', 'autoRoute', 'maxPathLength'] as const;

/** A compiled table. */
export interface Router {
  /** What the table's reserved keys say. */
  readonly settings: Settings;
  /**
   * Answers one request. Never throws for what a client sent.
   *
   * @param method the request's method, upper case as HTTP has it
   * @param path the request's target; query and hash are cut off
   */
  resolve(method: string, path: string): Resolution;
  /**
   * The methods that a path is served under, as `Allow` lists them; none where the path is blocked,
   * unknown or a bad request. Never throws for what a client sent.
   *
   * @param path the request's target; query and hash are cut off
   */
  allowed(path: string): Method[];
}

/**
 * Compiles a table.
 *
 * @param table what `Route.map` returned, or any object of that form; only its own keys are read,
 *   once, so later changes to it change nothing
 * @param options see {@link RouterOptions}
 * @throws {WaymarkError} where the table, a key, a pattern or an option is wrong; the error names it
 *
 * @example
 * const router = createRouter({ 'posts/(:num)': 'posts/show/$1' });
 * router.resolve('GET', '/posts/7');
 * // { status: 'found', route: 'posts/(:num)', destination: 'posts/show/7', params: ['7'] }
 */
export function createRouter(table: SuppliedTable, options: RouterOptions = {}): Router {
  const given = readOptions('createRouter', options, ROUTER_OPTIONS);
  const autoRoute = readFlag('createRouter', 'autoRoute', given.autoRoute);
  const maxPathLength =
    readWhole('createRouter', 'maxPathLength', given.maxPathLength, 1) ?? MAX_PATH_LENGTH;
  const entries = readTable(table, 'createRouter');
  const settings = readSettings(entries);
  const trees = growTrees(compileRoutes(entries, settings, given.handlers ?? {}));

  const find = (method: Method, path: string) => trees[method].search(path, true);
  const serves = (method: Method, path: string) => find(method, path)?.blocks === false;

  /** Answers whatever is no raw path that the search finds at once. */
  function resolveSlowly(method: string, target: string): Resolution {
    const path = readPath(target, maxPathLength);
    if (path instanceof BadPath) return { status: 'bad-request', reason: path.reason };
    const tree = treeOf(trees, method);
    const route = tree.search(path, true);
    if (route !== null) return answer(route, tree, path, true);
    const allow = METHODS.filter((other) => serves(other, path));
    if (allow.length > 0) return { status: 'method-not-allowed', allow };
    if (autoRoute && path !== '/' && METHODS.every((other) => find(other, path) === null)) {
      return { status: 'found', route: null, destination: path.slice(1), params: [] };
    }
    const { notFoundOverride: destination } = settings;
    return destination === null ? { status: 'not-found' } : { status: 'not-found', destination };
  }

  return {
    settings,
    resolve(method, target) {
      try {
        if (typeof target === 'string' && target.length <= maxPathLength && target[0] === '/') {
          const tree = treeOf(trees, method);
          const route = tree.search(target, false);
          if (route !== null) return answer(route, tree, target, false);
        }
        return resolveSlowly(method, target);
      } catch (error) {
        return atEngineLimit(error, { status: 'bad-request', reason: 'too complex' });
      }
    },
    allowed(target) {
      try {
        const path = readPath(target, maxPathLength);
        return path instanceof BadPath ? [] : METHODS.filter((method) => serves(method, path));
      } catch (error) {
        return atEngineLimit(error, []);
      }
    },
  };
}

/**
 * The normal path, with a leading slash. The types keep a target a string; a server that hands over
 * none still gets an answer.
 */
function readPath(target: string, maxLength: number): string | BadPath {
  if (typeof target !== 'string') return new BadPath('not a string');
  const path = cutQuery(target);
  if (path.length > maxLength) return new BadPath('too long');
  const normal = normalisePath(path);
  return typeof normal === 'string' ? `/${normal}` : normal;
}

/**
 * The answer where the engine has no room to go on. A table's own expressions and destinations, and
 * keys of thousands of segments, can ask for more stack, or a longer string, than there is.
 */
function atEngineLimit<T>(error: unknown, answer: T): T {
  if (error instanceof RangeError) return answer;
  throw error;
}

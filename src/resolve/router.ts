/** Answers requests from a table that was compiled once. */
import { quote, WaymarkError } from '../errors.ts';
import { METHODS, type Method } from '../methods.ts';
import { BadPath, cutQuery, decodeRest, MAX_PATH_LENGTH, normalisePath } from '../path.ts';
import { compilePattern, parsePattern } from '../pattern/compile.ts';
import type { Blocked, Found, Resolution } from '../resolution.ts';
import {
  type Entry,
  formatKey,
  type Handler,
  isReserved,
  parseKey,
  readTable,
  type SuppliedTable,
} from '../table.ts';
import { fillDestination, parseDestination, type Template } from './destination.ts';
import { createOrderedMatcher, type Match } from './match.ts';

/** What a router may be told beside its table. */
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

/** The settings of a table: its reserved keys. */
export interface Settings {
  /** Answers the empty path; `null` where there is none. */
  readonly defaultController: string | null;
  /** Where whoever dispatches sends what was not found; `null` where there is none. */
  readonly notFoundOverride: string | null;
  /** Whether whoever dispatches turns dashes into underscores in controllers and actions. */
  readonly translateUriDashes: boolean;
}

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
   * The methods that a path is served under, as `Allow` lists them; none where the path is
   * blocked, malformed or unknown.
   *
   * @param path the request's target; query and hash are cut off
   */
  allowed(path: string): Method[];
}

interface CompiledRoute {
  readonly key: string;
  readonly method: Method | null;
  readonly expression: RegExp;
  readonly template: Template;
  readonly blocks: boolean;
  readonly handler: Handler | undefined;
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
  const { autoRoute = false, maxPathLength = MAX_PATH_LENGTH } = options;
  if (!Number.isInteger(maxPathLength) || maxPathLength < 1) {
    throw WaymarkError.argument(
      'createRouter',
      'maxPathLength',
      'a whole number of 1 or more',
      maxPathLength,
    );
  }
  const entries = readTable(table, 'createRouter');
  const settings = readSettings(entries);
  const match = createOrderedMatcher(compileRoutes(entries, settings, options.handlers ?? {}));

  const serves = (method: Method, path: string) => match(method, path)?.route.blocks === false;

  return {
    settings,
    resolve(method, target) {
      const path = readPath(target, maxPathLength);
      if (path instanceof BadPath) return { status: 'bad-request', reason: path.reason };
      const matched = match(method, path);
      if (matched !== null) return answer(matched);
      const allow = METHODS.filter((other) => serves(other, path));
      if (allow.length > 0) return { status: 'method-not-allowed', allow };
      if (autoRoute && path !== '' && METHODS.every((other) => match(other, path) === null)) {
        return { status: 'found', route: null, destination: path, params: [] };
      }
      const { notFoundOverride: destination } = settings;
      return destination === null ? { status: 'not-found' } : { status: 'not-found', destination };
    },
    allowed(target) {
      const path = readPath(target, maxPathLength);
      return path instanceof BadPath ? [] : METHODS.filter((method) => serves(method, path));
    },
  };
}

/** The types keep a path a string; a server that hands over none still gets an answer. */
function readPath(target: string, maxLength: number): string | BadPath {
  if (typeof target !== 'string') return new BadPath('not a string');
  const path = cutQuery(target);
  return path.length > maxLength ? new BadPath('too long') : normalisePath(path);
}

function readSettings(entries: readonly Entry[]): Settings {
  const value = (name: string) => entries.find(({ pattern }) => pattern === name)?.to || null;
  return {
    defaultController: value('default_controller'),
    notFoundOverride: value('404_override'),
    translateUriDashes: value('translate_uri_dashes') === 'true',
  };
}

/**
 * The routes in the order in which they are tried. What answers the empty path comes first: keys
 * for just that (`/`, `GET /`), then the default controller, as CodeIgniter asks no pattern there.
 */
function compileRoutes(
  entries: readonly Entry[],
  { defaultController }: Settings,
  handlers: Readonly<Record<string, Handler>>,
): CompiledRoute[] {
  const given = readHandlers(handlers, entries);
  const root: CompiledRoute[] = [];
  const rest: CompiledRoute[] = [];
  for (const entry of entries) {
    if (isReserved(entry.pattern)) continue;
    const handler = given.get(formatKey(entry.method, entry.pattern)) ?? entry.handler;
    (entry.pattern === '' ? root : rest).push(compileRoute({ ...entry, handler }));
  }
  if (defaultController === null) return [...root, ...rest];
  const key = 'default_controller';
  const home = { key, method: null, pattern: '', to: defaultController, handler: undefined };
  return [...root, compileRoute(home), ...rest];
}

function compileRoute({ key, method, pattern: written, to, handler }: Entry): CompiledRoute {
  const where = `createRouter, table key ${quote(key)}`;
  const pattern = parsePattern(written, where);
  return {
    key,
    method,
    expression: compilePattern(pattern, where),
    template: parseDestination(to, pattern.source),
    blocks: to === '',
    handler,
  };
}

function readHandlers(
  handlers: Readonly<Record<string, Handler>>,
  entries: readonly Entry[],
): Map<string, Handler> {
  const keys = new Set(entries.map(({ method, pattern }) => formatKey(method, pattern)));
  const found = new Map<string, Handler>();
  for (const [key, handler] of Object.entries(handlers)) {
    const where = `createRouter(table, { handlers: ${quote(key)} })`;
    const { method, pattern } = parseKey(key, where);
    const written = formatKey(method, pattern);
    if (!keys.has(written)) throw WaymarkError.handlerWithoutRoute(where);
    if (typeof handler !== 'function') {
      throw WaymarkError.argument(where, 'the handler', 'a function', handler);
    }
    found.set(written, handler);
  }
  return found;
}

function answer({ route, captures }: Match<CompiledRoute>): Found | Blocked {
  const { key, handler, template } = route;
  if (route.blocks) return { status: 'blocked', route: key };
  const destination = fillDestination(template, captures);
  const params = captures.slice(1).map((capture) => decodeRest(capture ?? ''));
  const found = { status: 'found', route: key, destination, params } as const;
  return handler === undefined ? found : { ...found, handler };
}

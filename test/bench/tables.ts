/** The measured route tables. */
import { readFileSync } from 'node:fs';
import { flat } from './rounds.ts';

/** A route in both notations: peers read `path`, waymark reads `pattern`. */
export interface BenchRoute {
  readonly method: string;
  /** With named parameters: `/user/:id`. */
  readonly path: string;
  /** With CodeIgniter's placeholders: `user/(:any)`. */
  readonly pattern: string;
}

/** A request, and the index of its expected route. */
export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  readonly expected: number;
}

/** Routes, and requests spread over them. */
export interface BenchTable {
  readonly routes: readonly BenchRoute[];
  readonly requests: readonly BenchRequest[];
}

/** The numbers of routes in the generated tables. */
export const SIZES = [100, 1_000, 10_000] as const;

/** The table that was generated to resemble a large service's: GitHub's API today. */
export const LARGE = 'github-1200';

/** The maximum number of requests of a generated table, by default. */
export const MAX_REQUESTS = 1_000;
const ROUTES_PER_MODULE = 4;

/** Routes and requests, each as a method and a path. Some tables get a request for each route. */
const stored: Record<string, { routes: string[]; requests?: string[] }> = JSON.parse(
  readFileSync(new URL('tables.json', import.meta.url), 'utf8'),
);

/** The names of the stored tables: those from real services, then {@link LARGE}. */
export const STORED: readonly string[] = Object.keys(stored);

/** The name of the generated table of a size. */
export function generatedName(size: number): string {
  return `generated-${size}`;
}

/** Every table, in the order of the report. */
export const ALL_TABLES: readonly string[] = [...STORED, ...SIZES.map(generatedName)];

/** A table's name in the report, with the number of its routes: `hono (12)`. */
export function label(table: string): string {
  const { routes } = loadTable(table);
  return `${table.replace(/-\d+$/, '')} (${routes.length.toLocaleString('en')})`;
}

/**
 * Reads or generates a table.
 *
 * @param name one of {@link ALL_TABLES}
 * @param word the start of the modules' names in a generated table
 *
 * @example
 * loadTable('generated-100').routes.length; // 100
 */
export function loadTable(name: string, word?: string): BenchTable {
  const size = /^generated-(\d+)$/.exec(name)?.[1];
  if (size !== undefined) return generateTable(Number(size), word);
  const split = (text: string) => text.split(' ');
  const routes = stored[name].routes.map(split).map(([method, path]) => toRoute(method, path));
  const expressions = routes.map(toExpression);
  const requests = stored[name].requests?.map(split).map(([method, path]) => {
    // The meaning of a table, which contenders must agree with: the first matching pattern wins.
    const expected = routes.findIndex(
      (route, index) => route.method === method && expressions[index].test(path),
    );
    return { method, path: flat(path), expected };
  });
  return { routes, requests: requests ?? routes.map(fill) };
}

/** A route in both notations, in strings of one piece. */
function toRoute(method: string, path: string): BenchRoute {
  const pattern = path.slice(1).replaceAll('.', '\\.').replace(/:\w+/g, '(:any)');
  return { method, path: flat(path), pattern: flat(pattern) };
}

/** A request for a route, with other values for each parameter than those of other routes. */
function fill({ method, path }: BenchRoute, expected: number): BenchRequest {
  const filled = path.replace(/:\w+/g, (name) => `${name.slice(1, 4)}${(expected * 7) % 1_000}`);
  return { method, path: flat(filled), expected };
}

/**
 * Generates a table of modules with four routes each.
 *
 * @param size the number of routes
 * @param word the start of every module's name, so that tables can avoid sharing strings
 * @param most the maximum number of requests, spread over the routes
 */
export function generateTable(size: number, word = 'mod', most = MAX_REQUESTS): BenchTable {
  const routes = Array.from({ length: size }, (_, index) => {
    const name = `${word}${Math.floor(index / ROUTES_PER_MODULE)}`;
    const kinds = [
      ['GET', `/${name}/ctl`],
      ['GET', `/${name}/ctl/:a`],
      ['POST', `/${name}/ctl/:a/item/:b`],
      ['GET', `/area/:a/${name}/:b/edit`],
    ];
    const [method, path] = kinds[index % ROUTES_PER_MODULE];
    return toRoute(method, path);
  });
  // Spread over the whole table; the four kinds of route take turns.
  const count = Math.min(size, most);
  const requests = Array.from({ length: count }, (_, turn) => {
    const module = Math.floor((turn * size) / count / ROUTES_PER_MODULE);
    const expected = Math.min(module * ROUTES_PER_MODULE + (turn % ROUTES_PER_MODULE), size - 1);
    const { method, path } = routes[expected];
    return { method, path: flat(path.replace(':a', 'abcd1234').replace(':b', '42')), expected };
  });
  return { routes, requests };
}

/**
 * The same table under a new first segment, so V8 has seen none of its strings. V8 caches compiled
 * expressions by their source, so a second build would cost an expression-based router nothing.
 */
export function under(segment: string, { routes, requests }: BenchTable): BenchTable {
  const below = (path: string) => (path === '/' ? `/${segment}` : `/${segment}${path}`);
  return {
    routes: routes.map(({ method, path }) => toRoute(method, below(path))),
    requests: requests.map((request) => ({ ...request, path: flat(below(request.path)) })),
  };
}

/**
 * A request from the middle of a table. Prefers one with a parameter: a literal path might skip the
 * part of a router that takes longest to prepare.
 */
export function middleRequest({ routes, requests }: BenchTable): Omit<BenchRequest, 'expected'> {
  const withParameter = requests.filter(({ expected }) => routes[expected].path.includes(':'));
  const able = withParameter.length > 0 ? withParameter : requests;
  return able[able.length >> 1] ?? { method: 'GET', path: '/' };
}

/** A route's pattern as an expression for whole paths. */
export function toExpression({ pattern }: BenchRoute): RegExp {
  return new RegExp(`^/${pattern.replaceAll('(:any)', '[^/]+')}$`);
}

/** The route tables that are measured. */
import { readFileSync } from 'node:fs';
import type { BenchRoute } from './contender.ts';
import { flat } from './fresh.ts';
import { drawGithub } from './github.ts';

/** One request and the route that has to answer it. */
export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  readonly expected: number;
}

/** Routes, and requests spread over them. */
export interface BenchTable {
  readonly name: string;
  readonly routes: readonly BenchRoute[];
  readonly requests: readonly BenchRequest[];
}

interface Stored {
  routes: [method: string, path: string, pattern: string][];
  requests: [method: string, path: string][];
}

/** How many routes the generated tables have. */
export const SIZES = [100, 1_000, 10_000] as const;

/** The generated table that looks like a real one of a large service. */
export const LARGE = 'github-1200';

/** The most requests that a generated table has, unless more are wanted. */
export const MAX_REQUESTS = 1_000;
const ROUTES_PER_MODULE = 4;

const stored: Record<string, Stored> = JSON.parse(
  readFileSync(new URL('tables.json', import.meta.url), 'utf8'),
);

/** The names of the tables that come from real services. */
export const TABLE_NAMES: readonly string[] = Object.keys(stored);

/** The name of the generated table of a size. */
export function generatedName(size: number): string {
  return `generated-${size}`;
}

/** Every table, in the order of the report. */
export const ALL_TABLES: readonly string[] = [
  ...TABLE_NAMES,
  LARGE,
  ...SIZES.map((size) => generatedName(size)),
];

/** What the report calls a table: `hono (12)`. */
export function label(table: string, routes: number): string {
  return `${table.replace(/-\d+$/, '')} (${routes.toLocaleString('en')})`;
}

/**
 * Reads or generates a table.
 *
 * @param name one of {@link TABLE_NAMES}, {@link LARGE}, or `generated-` and the number of routes
 * @throws {Error} if there is no such table
 *
 * @example
 * loadTable('generated-100').routes.length; // 100
 */
export function loadTable(name: string): BenchTable {
  const size = /^generated-(\d+)$/.exec(name)?.[1];
  if (size !== undefined) return generateTable(Number(size));
  if (name === LARGE) return drawLarge();
  const found = stored[name];
  if (found === undefined) throw new Error(`There is no table ${name}.`);
  const routes = found.routes.map(([method, path, pattern]) => ({ method, path, pattern }));
  const requests = found.requests.map(([method, path]) => {
    return { method, path, expected: firstMatch(routes, method, path) };
  });
  return { name, routes, requests };
}

/**
 * Generates a table of modules with four routes each.
 *
 * @param size how many routes
 * @param word begins every module's name, so that two tables need not share a string
 * @param most the most requests that it has, spread over the routes
 */
export function generateTable(size: number, word = 'mod', most = MAX_REQUESTS): BenchTable {
  const routes: BenchRoute[] = [];
  const paths: string[] = [];
  for (let module = 0; routes.length < size; module++) {
    const name = `${word}${module}`;
    add('GET', `${name}/ctl`);
    add('GET', `${name}/ctl/:a`);
    add('POST', `${name}/ctl/:a/item/:b`);
    add('GET', `area/:a/${name}/:b/edit`);
  }
  routes.length = size;

  // Spread over the whole table, with all four kinds of route taking turns.
  const count = Math.min(size, most);
  const requests = Array.from({ length: count }, (_, turn) => {
    const module = Math.floor((turn * size) / count / ROUTES_PER_MODULE);
    const expected = Math.min(module * ROUTES_PER_MODULE + (turn % ROUTES_PER_MODULE), size - 1);
    return { method: routes[expected].method, path: paths[expected], expected };
  });
  return { name: generatedName(size), routes, requests };

  function add(method: string, path: string): void {
    routes.push({
      method,
      path: flat(`/${path}`),
      pattern: flat(path.replace(/:[ab]/g, '(:any)')),
    });
    paths.push(flat(`/${path.replace(':a', 'abcd1234').replace(':b', '42')}`));
  }
}

/** The requests have something else for each parameter, and one goes to each route. */
function drawLarge(): BenchTable {
  const drawn = drawGithub(1_200);
  const routes = drawn.map(({ method, path }) => ({
    method,
    path: flat(`/${path}`),
    pattern: flat(path.replace(/:\w+/g, '(:any)')),
  }));
  const requests = drawn.map(({ method, path }, expected) => {
    const filled = path.replace(/:\w+/g, (name) => `${name.slice(1, 4)}${(expected * 7) % 1_000}`);
    return { method, path: flat(`/${filled}`), expected };
  });
  return { name: LARGE, routes, requests };
}

/**
 * The same table under a first segment of its own, so that V8 has not seen any of its strings. It
 * keeps what it compiled for an expression and finds it by the source, and a router of expressions
 * would be built for nothing the second time.
 */
export function under(segment: string, { name, routes, requests }: BenchTable): BenchTable {
  const below = (path: string) => flat(path === '/' ? `/${segment}` : `/${segment}${path}`);
  return {
    name,
    routes: routes.map(({ method, path, pattern }) => ({
      method,
      path: below(path),
      pattern: below(`/${pattern}`).slice(1),
    })),
    requests: requests.map((request) => ({ ...request, path: below(request.path) })),
  };
}

/** The plain meaning of a table: the first pattern that matches. Contenders are held against it. */
function firstMatch(routes: readonly BenchRoute[], method: string, path: string): number {
  const index = routes.findIndex((route) => {
    return route.method === method && toExpression(route).test(path);
  });
  if (index === -1) throw new Error(`No route answers ${method} ${path}.`);
  return index;
}

/** What a route's pattern means, as an expression for whole paths. */
export function toExpression({ pattern }: BenchRoute): RegExp {
  const source = pattern.replaceAll('(:any)', '[^/]+').replaceAll('(:num)', '[0-9]+');
  return new RegExp(`^/${source}$`);
}

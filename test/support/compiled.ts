import { reading } from '../../src/http/read.ts';
import type { Router, RouterOptions, SuppliedTable, UrlParams } from '../../src/index.ts';
import { Route } from '../../src/index.ts';
import { type CompiledTable, loadRouter, readProgram } from '../../src/resolve/compiled/load.ts';
import { writeCompiledTable } from '../../src/resolve/compiled/write.ts';
import { routeUrls } from '../../src/url/named.ts';

/** Compiles a table without functions. */
export function compilePlain(table: SuppliedTable, options: RouterOptions = {}): CompiledTable {
  return writeCompiledTable(table, options, () => 0);
}

/** Compiles a table, and writes and reads it as JSON. */
export function compileData(table: SuppliedTable, options: RouterOptions = {}): CompiledTable {
  return JSON.parse(JSON.stringify(compilePlain(table, options)));
}

/**
 * Creates a router from a compiled table that was written as JSON and read back.
 *
 * @example
 * createReadRouter({ a: 'b' }).resolve('GET', '/a').status; // 'found'
 */
export function createReadRouter(
  table: SuppliedTable,
  options: RouterOptions = {},
  isServed = false,
): Router {
  const values: unknown[] = [];
  const compiled = writeCompiledTable(table, options, (value) => values.push(value) - 1);
  const read = JSON.parse(JSON.stringify(compiled));
  const parts = { machine: readProgram, urls: routeUrls, inputs: reading };
  return loadRouter(read, values, parts, isServed);
}

/** Builds a URL as `Route.url` does, from the compiled table of all routes defined so far. */
export function compiledUrl(name: string, params: UrlParams): string {
  const { urls } = createReadRouter(Route.map());
  if (urls === undefined) throw new Error('the router has no URLs');
  return urls('', 'Route.url')(name, params);
}

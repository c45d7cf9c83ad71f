import { type CompiledTable, loadRouter, loadUrls, readProgram } from '../../src/compiled/load.ts';
import { writeCompiledTable } from '../../src/compiled/write.ts';
import type { Router, RouterOptions, SuppliedTable, UrlParams } from '../../src/index.ts';
import { Route } from '../../src/index.ts';
import { routeUrls, type UrlsBelow } from '../../src/url/named.ts';

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
export function createReadRouter(table: SuppliedTable, options: RouterOptions = {}): Router {
  const values: unknown[] = [];
  const compiled = writeCompiledTable(table, options, (value) => values.push(value) - 1);
  const read = JSON.parse(JSON.stringify(compiled));
  return loadRouter(read, values, { machine: readProgram });
}

/** Creates what builds the URLs of a compiled table that was written as JSON and read back. */
export function createReadUrls(table: SuppliedTable): UrlsBelow {
  const urls = loadUrls(compileData(table), { machine: readProgram, urls: routeUrls });
  return urls as UrlsBelow; // the cast: it was given routeUrls
}

/** Builds a URL as `Route.url` does, from the compiled table of all routes defined so far. */
export function compiledUrl(name: string, params: UrlParams): string {
  return createReadUrls(Route.map())('', 'Route.url')(name, params);
}

import { createCompiledRouter, patternMachine, routeUrls } from '../../src/compiled.ts';
import {
  type CompileOptions,
  compileTable,
  Route,
  type Router,
  type SuppliedTable,
  type UrlParams,
} from '../../src/index.ts';
import type { CompiledData } from '../../src/resolve/compiled/load.ts';

/** The contents of a compiled table, which its type hides. */
export function compileData(table: SuppliedTable, options: CompileOptions = {}): CompiledData {
  return compileTable(table, options) as CompiledData; // the cast: the type hides the contents
}

/**
 * Creates a router from a compiled table that was written as JSON and read back.
 *
 * @example
 * createReadRouter({ a: 'b' }).resolve('GET', '/a').status; // 'found'
 */
export function createReadRouter(table: SuppliedTable, options: CompileOptions = {}): Router {
  const read = JSON.parse(JSON.stringify(compileTable(table, options)));
  const handlers = Object.fromEntries(read.handlers.map((key: string) => [key, () => null]));
  return createCompiledRouter(read, { handlers, patternMachine, routeUrls });
}

/** Builds a URL as `Route.url` does, from the compiled table of all routes defined so far. */
export function compiledUrl(name: string, params: UrlParams): string {
  const { urls } = createReadRouter(Route.map());
  if (urls === undefined) throw new Error('the router has no URLs');
  return urls('', 'Route.url')(name, params);
}

import { createCompiledRouter, patternMachine, routeUrls } from '../../src/compiled.ts';
import {
  type CompileOptions,
  compileTable,
  Route,
  type Router,
  type SuppliedTable,
  type UrlParam,
} from '../../src/index.ts';
import type { CompiledData } from '../../src/resolve/compiled/data.ts';

/** What a compiled table has in it, which its type does not say. */
export function compileData(table: SuppliedTable, options: CompileOptions = {}): CompiledData {
  return compileTable(table, options) as CompiledData; // the cast: that is what is tested
}

/**
 * The router of a table that was compiled, written as JSON and read back.
 *
 * @example
 * createReadRouter({ a: 'b' }).resolve('GET', '/a').status; // 'found'
 */
export function createReadRouter(table: SuppliedTable, options: CompileOptions = {}): Router {
  const read = JSON.parse(JSON.stringify(compileTable(table, options)));
  const handlers = Object.fromEntries(read.handlers.map((key: string) => [key, () => null]));
  return createCompiledRouter(read, { handlers, patternMachine, routeUrls });
}

/** What `Route.url` builds, built from the compiled table of everything defined so far. */
export function compiledUrl(name: string, params: readonly UrlParam[]): string {
  const { urls } = createReadRouter(Route.map());
  if (urls === undefined) throw new Error('the router has no URLs');
  return urls('', 'Route.url')(name, params);
}

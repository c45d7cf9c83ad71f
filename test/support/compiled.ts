import { createCompiledRouter } from '../../src/compiled.ts';
import {
  type CompileOptions,
  compileTable,
  type Router,
  type SuppliedTable,
} from '../../src/index.ts';

/**
 * The router of a table that was compiled, written as JSON and read back.
 *
 * @example
 * createReadRouter({ a: 'b' }).resolve('GET', '/a').status; // 'found'
 */
export function createReadRouter(table: SuppliedTable, options: CompileOptions = {}): Router {
  return createCompiledRouter(JSON.parse(JSON.stringify(compileTable(table, options))));
}

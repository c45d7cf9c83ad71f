import { createCompiledRouter, patternMachine } from '../../src/compiled.ts';
import {
  type CompileOptions,
  compileTable,
  type Router,
  type SuppliedTable,
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
  return createCompiledRouter(read, { patternMachine });
}

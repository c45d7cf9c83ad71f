/** The answers about a route file that a page shows before any script has run. */
import { Route } from 'waymark';
import type { Ahead } from '../answer.ts';
import { checkTable } from './findings.ts';
import { createLookup } from './look.ts';
import { readSource } from './source.ts';
import { Spots } from './spots.ts';
import { rowsOf, settingsOf } from './table.ts';

/**
 * Answers about a source of the project, which may run outside the sandbox.
 *
 * @param source a route file that imports nothing but `Route`, and exports a function
 * @param path what a GET asks for
 */
export async function answerAhead(source: string, path: string): Promise<Ahead> {
  const body = source.replace(/^import .*$/m, '').replace('export default', 'return');
  const table = Route.collect(new Function('Route', body)(Route));
  const rows = rowsOf(table, new Spots(source, readSource(source)));
  const looked = createLookup(table, rows, false)({ method: 'GET', path, name: '', params: [] });
  return {
    source,
    table: { kind: 'table', rows, settings: settingsOf(table), looked, imported: null },
    checked: await checkTable(table, false),
  };
}

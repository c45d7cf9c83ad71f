/** Everything that the page shows at once of a table. */
import type { Imported, Table } from '../answer.ts';
import type { Question } from '../question.ts';
import type { Loaded } from './load.ts';
import { createLookup } from './look.ts';
import { rowsOf, settingsOf } from './rows.ts';

/**
 * Looks at a table.
 *
 * @param loaded the table, and the places of its rows
 * @param question what is asked of it
 * @param imported the file that it was imported as
 */
export function inspectTable(
  { table, spots }: Loaded,
  question: Question,
  imported: Imported | null,
): Table {
  const rows = rowsOf(table, spots);
  const looked = createLookup(table, rows, question.autoRoute)(question);
  return { kind: 'table', rows, settings: settingsOf(table), looked, imported };
}

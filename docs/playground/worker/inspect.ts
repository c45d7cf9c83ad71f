/** The data about a table that the page shows first. */
import type { Imported, Table } from '../answer.ts';
import type { Question } from '../question.ts';
import type { Loaded } from './load.ts';
import { createLookup } from './look.ts';
import { rowsOf, settingsOf } from './rows.ts';

/**
 * Inspects a table.
 *
 * @param loaded the table, and the places of its rows
 * @param question the page's question
 * @param imported the file generated from PHP, if any
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

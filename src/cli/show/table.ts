/** Tables: what they hold, whatever they are shown as. */
import { type Line, lineOf } from './text.ts';

/** How a column is shown. */
export type Kind =
  /** A pattern, a path, a destination: as it is written. */
  | 'code'
  /** An HTTP method. */
  | 'method'
  /** A sentence. */
  | 'text';

/** A column that a table may have. */
export interface Column<Row> {
  readonly title: string;
  readonly kind: Kind;
  /** What the column says of a row; `''` if it says nothing. */
  readonly say: (row: Row) => string;
  /** What stands for nothing where other rows say something; `''` unless given. */
  readonly nothing?: string;
}

/** A column as it is shown. */
export interface Shown {
  readonly title: string;
  readonly kind: Kind;
  /** One cell for each row. */
  readonly cells: readonly Line[];
}

/** A table as it is shown. */
export interface Table {
  readonly columns: readonly Shown[];
}

/**
 * Makes a table. Columns that say nothing of any row are left out.
 *
 * @param rows what it lists
 * @param columns what it says of them
 */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Table {
  const all = columns.map(({ title, kind, say, nothing = '' }) => {
    const said = rows.map(say);
    const silent = said.every((text) => text === '');
    return { title, kind, silent, cells: said.map((text) => lineOf(text === '' ? nothing : text)) };
  });
  return {
    columns: all
      .filter(({ silent }) => !silent)
      .map(({ title, kind, cells }) => ({ title, kind, cells })),
  };
}

/** Tables, independent of their output format. */
import { type Line, lineOf } from './text.ts';

/** The content of a column, which decides its format. */
export type Kind =
  /** A pattern, a path, a destination. */
  | 'code'
  /** An HTTP method. */
  | 'method'
  /** A sentence. */
  | 'text';

/** A possible column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly kind: Kind;
  /** The text of a row's cell; may be empty. */
  readonly say: (row: Row) => string;
  /** Shown in empty cells of a column that is not empty; `''` by default. */
  readonly nothing?: string;
}

/** A column with its cells. */
export interface Shown {
  readonly title: string;
  readonly kind: Kind;
  /** One cell for each row. */
  readonly cells: readonly Line[];
}

/** A table with its cells. */
export interface Table {
  readonly columns: readonly Shown[];
}

/** Makes a table. Empty columns are left out. */
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

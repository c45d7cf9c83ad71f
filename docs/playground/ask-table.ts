/** What the page asks about a table. No code of a visitor's runs for it, but patterns do. */
import type { Table } from './answer.ts';
import type { Question } from './question.ts';

/** A table as data, and how its router is made. */
export interface TableData extends Pick<Table, 'rows' | 'settings'>, Pick<Question, 'autoRoute'> {}

/** A question about a table. */
export type TableQuestion =
  /** Looks a request up, and builds a URL. */
  | ({ readonly kind: 'look' } & Pick<Question, 'method' | 'path' | 'name' | 'params'>)
  /** Finds mistakes, and a request for each row. */
  | { readonly kind: 'check' }
  /** Explains why rows nearly matched. */
  | ({ readonly kind: 'explain' } & Pick<Question, 'method' | 'path'>)
  /** Finds the requests that reach an action. */
  | ({ readonly kind: 'reach' } & Pick<Question, 'action'>);

/** What a worker is sent. The table comes with the first question, and the worker keeps it. */
export interface TableAsk {
  readonly data?: TableData;
  readonly question: TableQuestion;
}

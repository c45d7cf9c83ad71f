/** The page's questions about a table. Answers run a visitor's patterns but no other code. */
import type { Table } from './answer.ts';
import type { Question } from './question.ts';

/** A table as data, and the options of its router. */
export interface TableData extends Pick<Table, 'rows' | 'settings'>, Pick<Question, 'autoRoute'> {}

/** A question about a table. */
export type TableQuestion =
  /** Looks up a request and builds a URL. */
  | ({ readonly kind: 'look' } & Pick<Question, 'method' | 'path' | 'name' | 'params'>)
  /** Finds mistakes, and a request that reaches each row. */
  | { readonly kind: 'check' }
  /** Finds the rows that nearly match, and why they don't. */
  | ({ readonly kind: 'explain' } & Pick<Question, 'method' | 'path'>)
  /** Finds the requests that reach an action. */
  | ({ readonly kind: 'reach' } & Pick<Question, 'action'>);

/** A message to the worker. The first one includes the table, which the worker keeps. */
export interface TableAsk {
  readonly data?: TableData;
  readonly question: TableQuestion;
}

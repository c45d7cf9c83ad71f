/** The page's questions to its workers. A link contains the first of them. */
import * as v from 'valibot';
import type { AnswerOf } from './answer.ts';
import { FIELD_LENGTH, PARAMS, SOURCE_LENGTH } from './limits.ts';

const field = v.pipe(v.string(), v.maxLength(FIELD_LENGTH));

/** Everything that a visitor can enter above the tools. */
export const Question = v.object({
  source: v.pipe(v.string(), v.maxLength(SOURCE_LENGTH)),
  /** The router's `autoRoute` option. */
  autoRoute: v.boolean(),
  method: field,
  path: field,
  /** The named route whose URL is built; `''` for the first. */
  name: field,
  params: v.pipe(v.array(field), v.maxLength(PARAMS)),
  /** The action to find requests for; `''` for none. */
  action: field,
});

export type Question = v.InferOutput<typeof Question>;

/** A request to send to a source's handlers. */
export interface SendQuestion extends Pick<Question, 'source' | 'autoRoute' | 'method' | 'path'> {
  readonly body: string;
  /** The body's content type. */
  readonly type: string;
}

/** A table as data. */
export type Entries = Pick<AnswerOf<'table'>, 'rows' | 'settings'>;

/** A table as data, and the options of its router. */
export interface TableData extends Entries, Pick<Question, 'autoRoute'> {}

/** A request, and the URL to build. */
export type Looking = Pick<Question, 'method' | 'path' | 'name' | 'params'>;

/** A question about a table. Answers run a visitor's patterns but no other code. */
export type TableQuestion =
  /** Looks up a request and builds a URL. */
  | ({ readonly kind: 'look' } & Looking)
  /** Finds mistakes, and a request that reaches each row. */
  | { readonly kind: 'check' }
  /** Finds the rows that nearly match, and why they don't. */
  | { readonly kind: 'explain'; readonly method: string; readonly path: string }
  /** Finds the requests that reach an action. */
  | { readonly kind: 'reach'; readonly action: string }
  /** Explains the pattern of a row. */
  | { readonly kind: 'pattern'; readonly row: string }
  /** Compares the table with an earlier one. */
  | { readonly kind: 'compare'; readonly before: Entries }
  /** Times a lookup. */
  | { readonly kind: 'time'; readonly method: string; readonly path: string }
  /** Finds the rows that may be slow. */
  | { readonly kind: 'slow' };

/** A message to a worker that inspects a table. The first one has the table, which it keeps. */
export interface TableAsk {
  readonly data?: TableData;
  readonly question: TableQuestion;
}

/** The start of a PHP route file that was copied without its tag, comments included. */
const WITHOUT_TAG =
  /^(?:\s|\/\/.*\n|#.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:\$route\s*\[|Route::|defined\s*\(\s*['"]BASEPATH)/;

/**
 * Returns the language of a source. PHP starts with its tag, or with a call or assignment that is
 * an error in JavaScript. JavaScript that starts like JSON would define no routes.
 *
 * @example
 * languageOf("$route['a'] = 'b';"); // 'php'
 * languageOf('{ "a": "b" }'); // 'json'
 */
export function languageOf(source: string): 'js' | 'json' | 'php' {
  if (/^\s*<\?/.test(source) || WITHOUT_TAG.test(source)) return 'php';
  return /^\s*\{\s*["}]/.test(source) ? 'json' : 'js';
}
